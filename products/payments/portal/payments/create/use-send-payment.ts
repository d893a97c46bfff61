/**
 * Sends an order: its key is stored before the HTTP request leaves, the same order always uses the same key, and the draft is deleted
 * only after the bank's acceptance. It distinguishes refusals, retryable failures and unknown outcomes. The payment's form makes the
 * call (`mutation`); the steps after it run even if the form has closed meanwhile.
 */
import { ApiProblem, type Quote } from '@calmly/contract';
import { outcomeOf, type SendOutcome } from '@calmly/portal-kit/session/outcome.ts';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetDraft, keyFor, type PaymentDraft, settleIntent, unsettledOrder } from '../model/draft.ts';
import { type Placed, type Sending, sendMutation } from '../queries.ts';

export type SendState =
  | { readonly kind: 'ready' }
  /** An attempt from before the page was closed. */
  | { readonly kind: 'resumed' }
  | { readonly kind: SendOutcome; readonly error: unknown };

interface SendHandlers {
  readonly onSent: (placed: Placed, values: PaymentDraft) => void;
  /** Refused for good. */
  readonly onRefused: (problem: ApiProblem) => void;
}

const sending = sendMutation(keyFor);

/** `onRefused` only for the bank's refusals, which end the intent; `locked` after an unknown outcome. */
export function useSendPayment({ onSent, onRefused }: SendHandlers) {
  const [state, setState] = useState<SendState>(() =>
    unsettledOrder() ? { kind: 'resumed' } : { kind: 'ready' },
  );
  const [gone, setGone] = useState<{ readonly quote: Quote | undefined }>();
  /** Only the same order under the same key may go now. */
  const locked = state.kind === 'unknown' || state.kind === 'resumed';
  const mutation: UseMutationOptions<Placed, Error, Sending> = {
    ...sending,
    onMutate: ({ quote }) => setGone({ quote }),
    onSuccess: async (placed, sent, ...rest) => {
      await sending.onSuccess?.(placed, sent, ...rest);
      forgetDraft();
      onSent(placed, sent.values);
    },
    onError: (error) => {
      const kind = outcomeOf(error, locked);
      setGone(undefined);
      setState({ kind, error });
      if (kind === 'refused') settleIntent();
      if (kind === 'refused' && error instanceof ApiProblem) onRefused(error);
    },
  };
  return {
    state,
    mutation,
    /** On its way or done, at this rate: what it would come to is asked no more. */
    gone,
    locked,
    reset: () => setState({ kind: 'ready' }),
  };
}
