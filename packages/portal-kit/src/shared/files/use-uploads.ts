/**
 * Files being uploaded one after the other, kept by the bank's id. A refused file stays listed with its reason, and
 * the form does not submit until it is removed, so that no chosen file is silently missing.
 */
import {
  deleteDocument,
  documentMaxBytes,
  documentsFieldProblems,
  documentTypes,
  uploadDocument,
} from '@calmly/contract';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import type { ShownFile } from '@calmly/ui/fields/upload-area.tsx';
import { useRef, useState } from 'react';
import { ApiProblem, bank } from '../../session/bank.ts';
import { useProblemText } from '../../session/problem-text.ts';
import { focusFirstFault } from '../form/faults.ts';
import type { Form } from '../form/use-form.ts';

export interface KeptDocument {
  readonly id: string;
  readonly fileName: string;
  readonly sizeBytes: number;
}

interface Pending {
  readonly key: string;
  readonly name: string;
  /** Undefined while it is being uploaded. */
  readonly refusal: string | undefined;
}

const mostFiles = 5;

export interface Uploads {
  readonly shown: readonly ShownFile[];
  readonly busy: boolean;
  /** Why the form cannot be sent: a refused file is still listed. */
  readonly refusal: string | undefined;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
}

/** Uploads a file, its content in base64. */
export type HandIn = (file: { fileName: string; content: string }) => Promise<KeptDocument>;

const toTheBank: HandIn = (file) => bank.call(uploadDocument, { body: file });
/** Deleting an unused file frees its place; if that fails, the bank deletes it in a day. */
const takeBack = (id: string) => void bank.call(deleteDocument, { params: { id } }).catch(() => undefined);

/** `documents` are the uploaded ones; `onDocuments` changes them from their current value. */
export function useUploads(
  documents: readonly KeptDocument[],
  onDocuments: (change: (before: readonly KeptDocument[]) => readonly KeptDocument[]) => void,
  handIn: HandIn = toTheBank,
): Uploads {
  const t = useTranslations('ui.files');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const problemText = useProblemText();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  /** Files removed from the list, some of them during their upload. */
  const removed = useRef<ReadonlySet<string>>(new Set());
  /** Documents uploaded here that are not used yet. */
  const loose = useRef<Set<string>>(new Set());
  const drop = (key: string) => setPending((before) => before.filter((file) => file.key !== key));
  const refuse = (key: string, refusal: string) =>
    setPending((before) => before.map((file) => (file.key === key ? { ...file, refusal } : file)));

  const send = async (file: File, key: string) => {
    // Checks that need no upload; the bank checks the content in any case.
    if (!documentTypes.some((type) => type === file.type))
      return refuse(key, documentsFieldProblems.file_type[locale]);
    if (file.size > documentMaxBytes) return refuse(key, documentsFieldProblems.file_size[locale]);
    if (removed.current.has(key)) return;
    try {
      const { id, fileName, sizeBytes } = await handIn({
        fileName: file.name,
        content: await base64Of(file),
      });
      const isLoose = handIn === toTheBank;
      if (removed.current.has(key)) {
        if (isLoose) takeBack(id);
        return;
      }
      if (isLoose) loose.current.add(id);
      onDocuments((before) => [...before, { id, fileName, sizeBytes }]);
      drop(key);
    } catch (error) {
      refuse(key, (error instanceof ApiProblem && error.fields.content) || problemText(error));
    }
  };
  const add = (files: readonly File[]) => {
    const room = Math.max(0, mostFiles - documents.length - pending.length);
    const chosen = files.map((file) => ({ file, key: crypto.randomUUID() }));
    const added = chosen.slice(0, room);
    setPending((before) => [
      ...before,
      ...chosen.map(({ file, key }, index) => ({
        key,
        name: file.name,
        refusal: index < room ? undefined : t('tooMany', { max: mostFiles }),
      })),
    ]);
    // After the files chosen before, because the bank takes few files of a client at a time.
    queue.current = added.reduce(
      (before, { file, key }) => before.then(() => send(file, key)),
      queue.current,
    );
  };
  const size = (bytes: number) =>
    format.number(Math.max(1, Math.round(bytes / 1024)), { style: 'unit', unit: 'kilobyte' });
  const refused = pending.filter(({ refusal }) => refusal !== undefined);
  return {
    shown: [
      ...documents.map(({ id, fileName, sizeBytes }) => ({
        key: id,
        name: fileName,
        note: size(sizeBytes),
        state: 'done' as const,
      })),
      ...pending.map(({ key, name, refusal }) => ({
        key,
        name,
        note: refusal ?? t('sending'),
        state: refusal === undefined ? ('sending' as const) : ('refused' as const),
      })),
    ],
    busy: pending.some(({ refusal }) => refusal === undefined),
    refusal: refused.length > 0 ? t('refused', { count: refused.length }) : undefined,
    add,
    remove: (key) => {
      removed.current = new Set(removed.current).add(key);
      drop(key);
      if (loose.current.delete(key)) takeBack(key);
      onDocuments((before) => before.filter(({ id }) => id !== key));
    },
  };
}

/** The props of a `<form>` that does not submit while a file is being uploaded or a refused file is listed. */
export const heldByFiles = (
  { busy, refusal }: Uploads,
  { onSubmit, ...props }: Form<never>['props'],
): Form<never>['props'] => ({
  ...props,
  onSubmit: (event) => {
    event.preventDefault();
    if (busy) return;
    if (refusal) focusFirstFault(event.currentTarget);
    else onSubmit(event);
  },
});

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(file);
  });
}
