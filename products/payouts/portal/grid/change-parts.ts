/** A change of many rows is sent in several calls. */
import { payoutRowsAtOnce } from '@calmly/contract';
import type { RowChange } from './history.ts';

/** Characters per call: the bank accepts 64 KB, and a character may have two bytes. */
const mostLetters = 30_000;

/** Splits a change into parts that fit into one call. */
export function partsOf({ changed, added, removed }: RowChange): RowChange[] {
  const most = Math.max(changed.length, added.length, removed.length);
  if (most === 0) return [];
  const starts = [0];
  let letters = 0;
  for (let index = 0; index < most; index += 1) {
    const own = JSON.stringify([changed[index], added[index]]).length;
    const start = starts.at(-1) ?? 0;
    const isFull = index - start >= payoutRowsAtOnce || letters + own > mostLetters;
    if (isFull && index > start) {
      starts.push(index);
      letters = 0;
    }
    letters += own;
  }
  return starts.map((start, part) => {
    const range = [start, starts[part + 1] ?? most] as const;
    return {
      changed: changed.slice(...range),
      added: added.slice(...range),
      removed: removed.slice(...range),
    };
  });
}
