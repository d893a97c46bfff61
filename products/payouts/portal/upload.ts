/** Uploads a file: creates an empty payout, then sends the raw file to it. */
import {
  createPayout,
  deletePayout,
  type PayoutDetails,
  type PayoutOverview,
  payoutFileMaxBytes,
  uploadPayoutFile,
} from '@calmly/contract';
import { ApiProblem, bank } from '@calmly/portal-kit/session/bank.ts';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { uploadFetch } from '@calmly/portal-kit/shared/files/upload-fetch.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { takeIn } from './queries.ts';
import { savedVersion } from './saving.ts';

export interface Upload {
  /** Undefined if nothing is being uploaded. */
  readonly file: File | undefined;
  /** Between 0 and 1. */
  readonly part: number;
  readonly refusal: string | undefined;
  readonly paidBefore: PaidBefore | undefined;
  readonly send: (files: readonly File[]) => void;
  readonly cancel: () => void;
}

/** Another payout has used the file; `send` uploads it anyway. */
export interface PaidBefore {
  readonly text: string;
  readonly payoutId: string;
  readonly send: () => void;
}

const longestMs = 15 * 60_000;

interface UploadOptions {
  /** The payout whose rows the file replaces; without it a new one is created. */
  readonly into?: Pick<PayoutOverview, 'id' | 'version'>;
  /** For a new payout. */
  readonly confidential?: boolean;
}

/** A failure or `cancel` deletes the payout created for the file. Leaving the page cancels. */
export function useUpload(
  onSent: (payout: PayoutDetails) => void,
  { into, confidential = false }: UploadOptions = {},
): Upload {
  const t = useTranslations('payouts.create');
  const problemText = useProblemText();
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [part, setPart] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const [paidBefore, setPaidBefore] = useState<PaidBefore>();
  const underway = useRef<AbortController>(undefined);
  useEffect(() => () => underway.current?.abort(), []);

  const sendFile = async (chosen: File, allowRepeat: 'true' | 'false' = 'false') => {
    const stop = new AbortController();
    underway.current = stop;
    setFile(chosen);
    setPart(0);
    setRefusal(undefined);
    setPaidBefore(undefined);
    let begun: PayoutDetails | undefined;
    try {
      if (!(await canBeRead(chosen))) return setRefusal(t('noFile'));
      begun = into
        ? undefined
        : await bank.call(createPayout, { body: { name: payoutNameOf(chosen), confidential } });
      const target = into ?? begun;
      if (!target) return;
      const sent = await bank.call(
        uploadPayoutFile,
        {
          params: { id: target.id },
          query: { fileName: nameOf(chosen), version: await savedVersion(client, target), allowRepeat },
        },
        { file: chosen, fetch: uploadFetch(setPart), timeoutMs: longestMs, signal: stop.signal },
      );
      await takeIn(client, sent);
      onSent(sent);
    } catch (error) {
      // Nothing was uploaded, so the empty payout is removed from the list.
      if (begun) await bank.call(deletePayout, { params: { id: begun.id } }).catch(() => undefined);
      if (stop.signal.aborted) return;
      const payoutId = paidPayoutOf(error);
      if (payoutId === undefined) setRefusal(problemText(error));
      else setPaidBefore({ text: problemText(error), payoutId, send: () => void sendFile(chosen, 'true') });
    } finally {
      setFile(undefined);
    }
  };
  return {
    file,
    part,
    refusal,
    paidBefore,
    send: (files) => {
      const [chosen] = files;
      if (!chosen || file) return;
      setPaidBefore(undefined);
      if (files.length > 1) return setRefusal(t('oneFile'));
      if (chosen.size > payoutFileMaxBytes) return setRefusal(t('tooLarge'));
      if (chosen.size === 0) return setRefusal(t('empty'));
      void sendFile(chosen);
    },
    cancel: () => underway.current?.abort(),
  };
}

/** The payout in the problem's link. */
const paidPayoutOf = (error: unknown): string | undefined =>
  error instanceof ApiProblem && error.code === 'payout_file_repeated'
    ? error.link?.split('/').at(-1)
    : undefined;

/** A dropped folder looks like a file, and a file may have been deleted since. */
const canBeRead = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const longestName = 200;

/** A long name shortened to what the bank keeps, with its ending. */
const nameOf = ({ name }: File): string =>
  name.length <= longestName ? name : `${name.slice(0, longestName - 20)}…${name.slice(-19)}`;

const longestPayoutName = 120;

/** The file's name without its ending. */
const payoutNameOf = ({ name }: File): string =>
  name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .slice(0, longestPayoutName)
    .trim() || name.slice(0, longestPayoutName);
