/**
 * The code sent to a contact: requested automatically once per address and tab, afterwards by "send again" or for another address. A
 * reload does not send another.
 */
import type { SentCode } from '@calmly/contract';
import { ApiProblem } from '@calmly/portal-kit/session/bank.ts';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { contacts } from './queries.ts';
import { sentCodes } from './registration/registration-draft.ts';

/** Seconds of the countdown before "send again" (specification section 9). */
export const resendSeconds = 9;

export interface SentTo {
  readonly sent: SentCode | undefined;
  readonly busy: boolean;
  /** Why a code could not be sent. */
  readonly problem: string | undefined;
  /** Sends a code again, to another address if one is given. */
  readonly send: (target?: string) => Promise<SentCode>;
}

/** `send` rejects and sets `problem`, except when sending again too soon. */
export function useSentCode(channel: 'email' | 'phone', target: string): SentTo {
  const problemText = useProblemText();
  const sending = useMutation<SentCode, Error, string | undefined>(contacts[channel].send);
  const kept = sentCodes[channel];
  const send = async (other?: string) => {
    const sent = await sending.mutateAsync(other);
    kept.keep(other ?? target);
    return sent;
  };
  const sendFirst = useEffectEvent(() => {
    // Ignored here, because the page shows `problem`.
    if (kept.read() !== target) send().catch(() => undefined);
  });
  useEffect(() => sendFirst(), []);

  const { error } = sending;
  const isFieldFault = error instanceof ApiProblem && error.fields[channel] !== undefined;
  // Not an error: a code has already been sent.
  const soon = error instanceof ApiProblem && error.code === 'resend_too_soon';
  return {
    sent: sending.data,
    busy: sending.isPending,
    problem: error && !isFieldFault && !soon ? problemText(error) : undefined,
    send,
  };
}
