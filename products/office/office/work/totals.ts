/** The sums of the queues. A queue that could not be read is not counted as empty. Pure. */
import type { InboxQueue } from '@calmly/contract/staff';

/** At most this many of a queue are counted. */
export const mostCounted = 1_000;

/** A count with a plus if there are more. */
export const cappedText = (count: number): string =>
  count >= mostCounted ? `${mostCounted}+` : String(count);

export interface Totals {
  /** Of the queues that could be read. */
  readonly waiting: number;
  /** There are more than `waiting`: a queue was not counted to its end. */
  readonly isAtLeast: boolean;
  readonly mine: number;
  readonly unread: number;
}

export function totalsOf(queues: readonly InboxQueue[]): Totals {
  const read = queues.filter(({ state, count }) => state === 'ok' && count !== null);
  return {
    waiting: read.reduce((sum, { count }) => sum + (count ?? 0), 0),
    isAtLeast: read.some(({ count }) => (count ?? 0) >= mostCounted),
    mine: read.reduce((sum, { mine }) => sum + mine, 0),
    unread: queues.length - read.length,
  };
}
