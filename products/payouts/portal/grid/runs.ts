/** Positions of rows, stored as runs of consecutive ones: 100,000 rows without gaps are one run. */

export type Run = readonly [first: number, last: number];

export interface Positions {
  readonly runs: readonly Run[];
  readonly count: number;
  /** The position at an index of the list, counted from 0. */
  readonly at: (index: number) => number | undefined;
  /** Its index in the list; -1 if it isn't in it. */
  readonly indexOf: (position: number) => number;
  /** The index of the first position that isn't smaller; `count` if all are. */
  readonly indexFrom: (position: number) => number;
}

/** `runs` are ascending and not adjacent. */
export function positionsOf(runs: readonly Run[]): Positions {
  const starts: number[] = [];
  let count = 0;
  for (const [first, last] of runs) {
    starts.push(count);
    count += last - first + 1;
  }
  /** The last run whose value isn't above the limit. */
  const runBefore = (limit: number, limitOf: (run: number) => number): number => {
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (limitOf(middle) <= limit) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const startOf = (run: number) => starts[run] ?? 0;
  const firstOf = (run: number) => runs[run]?.[0] ?? 0;
  return {
    runs,
    count,
    at: (index) => {
      if (index < 0 || index >= count) return undefined;
      const run = runBefore(index, startOf);
      return firstOf(run) + index - startOf(run);
    },
    indexOf: (position) => {
      const run = runBefore(position, firstOf);
      const found = runs[run];
      return found && position <= found[1] ? startOf(run) + position - found[0] : -1;
    },
    indexFrom: (position) => {
      const run = runBefore(position, firstOf);
      const found = runs[run];
      if (!found) return 0;
      return startOf(run) + Math.min(position, found[1] + 1) - found[0];
    },
  };
}

/** These positions with `count` rows of the whole list before and after each. */
export function withNeighbours(runs: readonly Run[], all: Positions, by: number): Run[] {
  const ranges: Array<[number, number]> = [];
  for (const [first, last] of runs) {
    const from = Math.max(0, all.indexFrom(first) - by);
    const to = Math.min(all.count - 1, all.indexFrom(last) + by);
    const before = ranges.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else ranges.push([from, to]);
  }
  return ranges.flatMap(([from, to]) => slice(all, from, to));
}

/** The runs between two indexes of a list, both included. */
function slice(all: Positions, from: number, to: number): Run[] {
  const first = all.at(from);
  const last = all.at(to);
  if (first === undefined || last === undefined) return [];
  return all.runs
    .filter((run) => run[1] >= first && run[0] <= last)
    .map((run) => [Math.max(run[0], first), Math.min(run[1], last)] as const);
}

/** The runs after some positions were inserted (`true`) or removed. */
export function withChanges(runs: readonly Run[], changes: ReadonlyMap<number, boolean>): readonly Run[] {
  if (changes.size === 0) return runs;
  const changed: Array<[number, number]> = [];
  const add = (first: number, last: number) => {
    const before = changed.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else changed.push([first, last]);
  };
  const queue = [...changes].sort(([one], [other]) => one - other).values();
  let next = queue.next();
  for (const [first, last] of runs) {
    let from = first;
    for (; !next.done && next.value[0] <= last; next = queue.next()) {
      const [position, isIn] = next.value;
      if (position < first) {
        if (isIn) add(position, position);
        continue;
      }
      if (isIn) continue;
      if (from < position) add(from, position - 1);
      from = position + 1;
    }
    if (from <= last) add(from, last);
  }
  for (; !next.done; next = queue.next()) if (next.value[1]) add(next.value[0], next.value[0]);
  return changed;
}
