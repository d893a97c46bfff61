/** Loads the rows of a range: nothing is copied or changed before all of them are available. */
import type { RowStore } from './row-store.ts';
import type { Positions } from './runs.ts';

/** Ranges with more rows are changed by the bank (`repairs.ts`). */
export const mostRows = 5000;

/** Messages to the reader, with their parameters. */
export interface Notices {
  readonly copied: { count: number };
  readonly cut: { count: number };
  readonly pasted: { count: number };
  /** `left`: number of columns beyond the last one of the grid. */
  readonly pastedPart: { count: number; left: number };
  readonly loadingRows: { count: number };
  readonly rowsChanged: { count: number };
  readonly rowsRemoved: { count: number };
  readonly tooManyRows: { count: number };
  readonly tooManyToChange: { count: number };
  readonly rowsNotLoaded: Record<never, never>;
  readonly copyAgain: Record<never, never>;
}

export type Notify = <Kind extends keyof Notices>(kind: Kind, values: Notices[Kind]) => void;

interface Source {
  readonly store: RowStore;
  readonly all: Positions;
  readonly notify: Notify;
}

/** `read`: the reader had to wait. Undefined if some rows are not available, after telling the reader. */
export async function loadRows(
  { store, all, notify }: Source,
  positions: readonly number[],
): Promise<'ready' | 'read' | undefined> {
  const isUnread = !positions.every(store.row);
  if (isUnread) notify('loadingRows', { count: positions.length });
  if (!(await store.load(all, positions))) {
    notify('rowsNotLoaded', {});
    return undefined;
  }
  return isUnread ? 'read' : 'ready';
}
