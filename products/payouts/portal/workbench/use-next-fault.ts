/** Moves from one faulty cell to the next: within the row first, then in the next row with a fault, wrapping at the end. */
import type { PayoutField } from '@calmly/contract';
import type { CellPlace } from '../grid/grid-state.ts';
import type { Bench } from './use-bench.ts';

export interface NextFault {
  readonly hasNext: boolean;
  readonly go: () => void;
}

/** `go` waits for unsent changes first; it may set the filter to rows with errors to show the cell. */
export function useNextFault(
  { store, all, faulty, listed, setFilter }: Bench,
  columns: readonly PayoutField[],
  active: CellPlace | undefined,
  open: (cell: CellPlace) => void,
): NextFault {
  const faultsAt = (position: number): readonly PayoutField[] => {
    const row = store.row(position);
    return columns.filter((field) => row?.faults.some((fault) => fault.field === field));
  };
  const go = async () => {
    // The text just typed may have corrected the row.
    await store.saved();
    if (!faulty || !all || faulty.count === 0) return;
    if (active) {
      const after = faultsAt(active.position).find(
        (field) => columns.indexOf(field) > columns.indexOf(active.field),
      );
      if (after) return open({ position: active.position, field: after });
    }
    const from = active ? faulty.indexFrom(active.position + 1) : 0;
    for (let step = 0; step < Math.min(faulty.count, mostTried); step += 1) {
      const position = faulty.at((from + step) % faulty.count);
      if (position === undefined) return;
      await store.load(all, [position]);
      const row = store.row(position);
      const field = faultsAt(position)[0] ?? row?.faults[0]?.field;
      if (!field) continue;
      if (listed && listed.indexOf(position) < 0) setFilter({ view: 'around' });
      return open({ position, field: columns.includes(field) ? field : (columns[0] ?? field) });
    }
  };
  return { hasNext: (faulty?.count ?? 0) > 0, go: () => void go() };
}

/** Rows may have been corrected a moment ago. */
const mostTried = 20;
