/** Asks what a draft would come to a moment after the last key, and says whether the answer is about what stands there now. */
import { ApiProblem, type PaymentPreview, type PreviewInput } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewQuery } from './queries.ts';

/** Shorter than a pause for thought, longer than between two keys. */
const pauseMs = 250;

export interface Previewed {
  readonly preview: PaymentPreview | undefined;
  /** The answer is about something a moment ago, or has not come yet. */
  readonly stale: boolean;
  /** What the order would be refused with. */
  readonly problem: ApiProblem | undefined;
  /** No answer came. */
  readonly failed: boolean;
}

/** `paused`: the payment is on its way, so what is told stays as it is. */
export function usePreview(sketch: PreviewInput | undefined, paused: boolean): Previewed {
  const text = JSON.stringify(sketch);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  const asked = settled === undefined ? undefined : (JSON.parse(settled) as PreviewInput);
  const { data, error, isPlaceholderData, isFetched } = useQuery({
    ...previewQuery(asked),
    enabled: asked !== undefined && !paused,
  });
  const stale = settled !== text || isPlaceholderData || !isFetched;
  const problem = data?.problem ?? (isRefusal(error) ? error : undefined);
  return {
    preview: sketch && asked ? data?.preview : undefined,
    stale,
    problem: stale ? undefined : problem,
    failed: !stale && error !== null && problem === undefined,
  };
}

/** The question itself was refused: a right that is gone, too many at once. */
const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;
