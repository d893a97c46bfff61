/** The rows of a range, which may not have been read yet: nothing is copied or changed before all of them are there. */
import type { RowStore } from './row-store.ts';
import type { Positions } from './runs.ts';

/** More rows than these are changed by the bank (`repairs.ts`). */
export const mostRows = 5000;

/** What the reader is told, and with which figures. */
export interface Notices {
  readonly copied: { count: number };
  readonly cut: { count: number };
  readonly pasted: { count: number };
  /** `left`: columns that are beyond the last one of the grid. */
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

/** `read`: the reader had to wait. Undefined, and the reader knows: some rows are not there. */
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
