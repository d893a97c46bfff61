/**
 * Sends a confirmed order, from its key to its result, in one function (`send`). It distinguishes refusals, retryable failures and unknown
 * outcomes. The payment's form makes the call (`mutation`); all steps run even if the form has closed meanwhile.
 */
import { ApiProblem, type Quote } from '@calmly/contract';
import { outcomeOf, type SendOutcome } from '@calmly/portal-kit/session/outcome.ts';
import type { MutationFunctionContext, UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import {
  forgetDraft,
  keyFor,
  type PaymentDraft,
  type PlacedOrder,
  settleIntent,
  unsettledOrder,
} from '../model/draft.ts';
import { type Placed, placeOrder, readPlaced } from '../queries.ts';

export interface Sending {
  readonly order: PlacedOrder;
  /** What was typed. */
  readonly values: PaymentDraft;
  /** The rate that was confirmed, of a payment in another currency. */
  readonly quote: Quote | undefined;
}

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

/**
 * The key of the intent, stored before the HTTP request leaves (the same order always has the same key); the order, with its code; the draft
 * is forgotten once the bank has accepted; then what the next screen shows is read.
 */
async function send({ order, values }: Sending, { client }: MutationFunctionContext): Promise<Placed> {
  const placed = await placeOrder(order, keyFor(values, order));
  forgetDraft();
  await readPlaced(client, placed);
  return placed;
}

/** `onRefused` only for the bank's refusals, which end the intent; `locked` after an unknown outcome. */
export function useSendPayment({ onSent, onRefused }: SendHandlers) {
  const [state, setState] = useState<SendState>(() =>
    unsettledOrder() ? { kind: 'resumed' } : { kind: 'ready' },
  );
  const [gone, setGone] = useState<{ readonly quote: Quote | undefined }>();
  /** Only the same order under the same key may go now. */
  const locked = state.kind === 'unknown' || state.kind === 'resumed';
  const mutation: UseMutationOptions<Placed, Error, Sending> = {
    mutationKey: ['payments', 'send'],
    mutationFn: send,
    onMutate: ({ quote }) => setGone({ quote }),
    onSuccess: (placed, { values }) => onSent(placed, values),
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
