/**
 * Requests a preview of the draft shortly after the last key, and says whether the response matches the current values. A missing
 * preview is shown as such, instead of empty figures.
 */
import {
  ApiProblem,
  type PaymentPreview,
  type PreviewInput,
  previewPayment,
  problemFrom,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { usePatience } from '@calmly/portal-kit/shared/use-patience.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** The key is under `payments`, so that a hint of a change asks again. */
const previewQuery = (sketch: PreviewInput | undefined) =>
  queryOptions({
    queryKey: ['payments', 'preview', sketch],
    queryFn: async ({ signal }) => {
      if (!sketch) throw new Error('there is nothing to ask about yet');
      const { preview, refusal } = await bank.call(previewPayment, { body: sketch }, { signal });
      const problem = refusal ? problemFrom(refusal.status, refusal, previewPayment.body) : undefined;
      return { preview: preview ?? undefined, problem, sketch };
    },
    enabled: sketch !== undefined,
    placeholderData: keepPreviousData,
  });

/** Shorter than a pause for thought, longer than between two keys. */
const pauseMs = 250;
/** After a key of a name: only a limited number of names are compared with an account. */
const namePauseMs = 800;

export interface Previewed {
  readonly preview: PaymentPreview | undefined;
  /** The answer is about something a moment ago, or has not come yet. */
  readonly stale: boolean;
  /** The amounts shown are of something else. Another method costs the same, so a change of method leaves them right. */
  readonly isOutdated: boolean;
  /** What the order would be refused with. */
  readonly problem: ApiProblem | undefined;
  /** No figures: there was no response, or none for a while. */
  readonly missing: 'failed' | 'late' | undefined;
  askAgain(): void;
}

/** `paused`: the payment is being sent, so the figures stay as they are. */
export function usePreview(sketch: PreviewInput | undefined, paused: boolean): Previewed {
  const text = JSON.stringify(sketch);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const [now, before] = [sketchOf(text), sketchOf(settled)];
    const isNamed = now?.creditorName !== before?.creditorName;
    // A method is chosen, not typed.
    const pause = costsTheSame(now, before) ? 0 : isNamed ? namePauseMs : pauseMs;
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, settled]);

  const asked = sketchOf(settled);
  const query = previewQuery(asked);
  const isAsked = asked !== undefined && !paused;
  // Asked once more after a failure, it is pending again: whether there ever was an answer does not count.
  const { data, error, isPlaceholderData, isPending } = useQuery({ ...query, enabled: isAsked });
  const unanswered = isPlaceholderData || isPending;
  const patience = usePatience(isAsked && settled === text && unanswered, query.queryKey);
  const refusal = data?.problem ?? (isRefusal(error) ? error : undefined);
  // A rate that has expired is renewed by itself, and the question changes with it.
  const isExpired = refusal?.code === 'quote_expired';
  const stale = settled !== text || unanswered || isExpired;
  const problem = isExpired ? undefined : refusal;
  const failed = !stale && error !== null && data === undefined && problem === undefined;
  return {
    preview: sketch && asked ? data?.preview : undefined,
    stale,
    isOutdated: stale && !costsTheSame(sketch, data?.sketch),
    problem: stale ? undefined : problem,
    missing: failed ? 'failed' : patience.isOver ? 'late' : undefined,
    askAgain: patience.askAgain,
  };
}

const sketchOf = (text: string | undefined) =>
  text === undefined ? undefined : (JSON.parse(text) as PreviewInput);

/** Whether they differ in nothing but their method. */
const costsTheSame = (one: PreviewInput | undefined, other: PreviewInput | undefined) =>
  JSON.stringify({ ...one, instant: undefined }) === JSON.stringify({ ...other, instant: undefined });

/** The question itself was refused: a right that is gone, too many at once. */
const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;
