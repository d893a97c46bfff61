/** Asks what a draft would come to a moment after the last key, and says whether the answer is about what stands there now. */
import { ApiProblem, type PaymentPreview, type PreviewInput } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewQuery } from './queries.ts';

/** Shorter than a pause for thought, longer than between two keys. */
const pauseMs = 250;
/** After a key of a name: only so many names are compared with an account. */
const namePauseMs = 800;

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
    const isNamed = sketchOf(text)?.creditorName !== sketchOf(settled)?.creditorName;
    const timer = setTimeout(() => setSettled(text), isNamed ? namePauseMs : pauseMs);
    return () => clearTimeout(timer);
  }, [text, settled]);

  const asked = sketchOf(settled);
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

const sketchOf = (text: string | undefined) =>
  text === undefined ? undefined : (JSON.parse(text) as PreviewInput);

/** The question itself was refused: a right that is gone, too many at once. */
const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;
