/**
 * The active cell, the selected range, and the text being typed. Cells are identified by their row's position, because lists may change around them.
 */
import type { PayoutField } from '@calmly/contract';
import { useState } from 'react';
import type { Positions } from './runs.ts';

export interface CellPlace {
  readonly position: number;
  readonly field: PayoutField;
}

export interface GridState {
  readonly active: CellPlace | undefined;
  /** The start of the range that ends in the active cell. */
  readonly anchor: CellPlace | undefined;
  /** The text in the open editor. */
  readonly typed: string | undefined;
  readonly choose: (cell: CellPlace | undefined, options?: { extend?: boolean }) => void;
  /** Opens the active cell, or another one, with a text. */
  readonly edit: (text: string, cell?: CellPlace) => void;
  readonly type: (text: string) => void;
  readonly close: () => void;
}

interface State {
  readonly active: CellPlace | undefined;
  readonly anchor: CellPlace | undefined;
  readonly typed: string | undefined;
}

/** Selecting or editing another cell discards the typed text. */
export function useGridState(): GridState {
  const [state, setState] = useState<State>({ active: undefined, anchor: undefined, typed: undefined });
  return {
    ...state,
    choose: (active, { extend = false } = {}) =>
      setState((before) => ({
        active,
        anchor: extend ? (before.anchor ?? before.active ?? active) : active,
        typed: undefined,
      })),
    edit: (typed, cell) =>
      setState((before) => {
        const active = cell ?? before.active;
        return { active, anchor: active, typed };
      }),
    type: (typed) => setState((before) => (before.typed === undefined ? before : { ...before, typed })),
    close: () => setState((before) => ({ ...before, typed: undefined })),
  };
}

/** A rectangle of list and column indexes, ends included. */
export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Undefined without an active cell, and if neither end is listed any more; if one end is gone, the other remains. */
export function rangeOf(
  { active, anchor }: Pick<GridState, 'active' | 'anchor'>,
  positions: Positions,
  columns: readonly PayoutField[],
): Range | undefined {
  if (!active) return undefined;
  const from = anchor ?? active;
  const rows = [positions.indexOf(active.position), positions.indexOf(from.position)].filter(
    (row) => row >= 0,
  );
  const cells = [columns.indexOf(active.field), columns.indexOf(from.field)].filter((cell) => cell >= 0);
  if (rows.length === 0 || cells.length === 0) return undefined;
  return {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...cells),
    right: Math.max(...cells),
  };
}

/** The cell that many rows and columns away, inside the grid. */
export function cellAt(
  positions: Positions,
  columns: readonly PayoutField[],
  row: number,
  column: number,
): CellPlace | undefined {
  const position = positions.at(Math.max(0, Math.min(row, positions.count - 1)));
  const field = columns[Math.max(0, Math.min(column, columns.length - 1))];
  return position === undefined || field === undefined ? undefined : { position, field };
}
