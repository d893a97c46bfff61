/** Loads the visible rows and some around them once scrolling pauses; again with each `reading`. */
import { useEffect } from 'react';
import type { RowStore } from './row-store.ts';
import type { Positions } from './runs.ts';

const loadPauseMs = 40;
/** Rows loaded before and after the visible ones. */
const ahead = 60;

interface RowsInSight {
  readonly store: RowStore;
  /** All positions of the payout. */
  readonly all: Positions;
  /** The listed positions. */
  readonly positions: Positions;
  /** Indexes in the list. */
  readonly first: number;
  readonly last: number;
  readonly reading: number;
}

/** `first` and `last` are indexes in `positions`. Already loaded windows are skipped. */
export function useLoadRows({ store, all, positions, first, last, reading }: RowsInSight): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reading` says that rows are to be read again
  useEffect(() => {
    const timer = setTimeout(() => {
      const from = Math.max(0, first - ahead);
      const wanted = Array.from({ length: last + ahead - from }, (_, index) => positions.at(from + index));
      void store.load(
        all,
        wanted.filter((position) => position !== undefined),
      );
    }, loadPauseMs);
    return () => clearTimeout(timer);
  }, [first, last, positions, all, store, reading]);
}
