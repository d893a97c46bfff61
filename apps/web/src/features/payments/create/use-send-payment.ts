/**
 * Sends an order: its key is stored before the request leaves, the same order always goes with the same key, and the draft
 * is forgotten only when the bank has said yes. Tells apart what was refused, what may be tried again, and what is
 * still unknown.
 */
import { ApiProblem } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { forgetDraft, keyFor, type PaymentDraft, settleIntent, unsettledOrder } from '../model/draft.ts';
import type { PlacedOrder } from '../model/placed-order.ts';
import { outcomeOf, type Placed, type SendOutcome, sendMutation } from '../queries.ts';

export type SendState =
  | { readonly kind: 'ready' }
  /** An attempt from before the page was closed. */
  | { readonly kind: 'resumed' }
  | { readonly kind: SendOutcome; readonly error: unknown };

interface SendHandlers {
  readonly onSent: (placed: Placed, values: PaymentDraft) => void;
  /** Refused for good, with what is wrong by field. */
  readonly onRefused: (problem: ApiProblem) => void;
}

export function useSendPayment({ onSent, onRefused }: SendHandlers) {
  const send = useMutation(sendMutation);
  const inFlight = useRef(false);
  const [state, setState] = useState<SendState>(() =>
    unsettledOrder() ? { kind: 'resumed' } : { kind: 'ready' },
  );

  const start = async (values: PaymentDraft, order: PlacedOrder) => {
    // A second click in the same breath finds the first one at work.
    if (inFlight.current) return;
    inFlight.current = true;
    try {
      const placed = await send.mutateAsync({ order, key: keyFor(values, order) });
      forgetDraft();
      onSent(placed, values);
    } catch (error) {
      const kind = outcomeOf(error);
      setState({ kind, error });
      if (kind === 'refused') settleIntent();
      if (kind === 'refused' && error instanceof ApiProblem) onRefused(error);
    } finally {
      inFlight.current = false;
    }
  };

  return {
    state,
    sending: send.isPending,
    /** On its way or done: what it would come to is asked no more. */
    gone: send.isPending || send.isSuccess,
    /** Only the same order under the same key may go now. */
    locked: state.kind === 'unknown' || state.kind === 'resumed',
    start,
    reset: () => setState({ kind: 'ready' }),
  };
}
