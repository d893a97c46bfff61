/** The undo history of manual changes: each step has the change and its inverse. */
import type { PayoutField, PayoutRow } from '@calmly/contract';

export type Cells = PayoutRow['cells'];

/** A change of rows, without their versions, which are looked up when it is sent. */
export interface RowChange {
  readonly changed: readonly { readonly position: number; readonly cells: Cells }[];
  readonly added: readonly { readonly position?: number; readonly cells: Cells }[];
  readonly removed: readonly number[];
}

export interface Step {
  redo: RowChange;
  undo: RowChange;
}

export const noChange: RowChange = { changed: [], added: [], removed: [] };

/** The step of a change, from the cells before it. Added rows get their positions by `place`. */
export function stepOf(change: RowChange, cellsAt: (position: number) => Cells | undefined): Step {
  return {
    redo: change,
    undo: {
      changed: change.changed.map(({ position, cells }) => ({
        position,
        cells: Object.fromEntries(
          Object.keys(cells).map((field) => [field, cellsAt(position)?.[field as PayoutField] ?? '']),
        ),
      })),
      added: change.removed.flatMap((position) => {
        const cells = cellsAt(position);
        return cells ? [{ position, cells }] : [];
      }),
      removed: change.added.flatMap(({ position }) => position ?? []),
    },
  };
}

/** Records the positions of added rows from the bank's answer, where the step removes and restores them. */
export function place(step: Step, positions: readonly number[]): void {
  const next = positions.values();
  const added = step.redo.added.map(({ position = next.next().value, cells }) => ({
    cells,
    ...(position !== undefined && { position }),
  }));
  step.redo = { ...step.redo, added };
  step.undo = { ...step.undo, removed: added.flatMap(({ position }) => position ?? []) };
}

/** Undo and redo; a new step discards undone ones. */
export function createHistory(mostSteps = 500) {
  let done: Step[] = [];
  let undone: Step[] = [];
  return {
    add(step: Step): void {
      done = [...done, step].slice(-mostSteps);
      undone = [];
    },
    back(): Step | undefined {
      const step = done.at(-1);
      if (!step) return undefined;
      done = done.slice(0, -1);
      undone = [...undone, step];
      return step;
    },
    forth(): Step | undefined {
      const step = undone.at(-1);
      if (!step) return undefined;
      undone = undone.slice(0, -1);
      done = [...done, step];
      return step;
    },
    /** Discards all steps after a bulk change or another file, because they would restore outdated rows. */
    forget(): void {
      done = [];
      undone = [];
    },
    can: () => ({ undo: done.length > 0, redo: undone.length > 0 }),
  };
}

/** The cells of a conflict that a later change has not decided. */
export function without(mine: Cells | undefined, decided: Cells | undefined): Cells | undefined {
  const left = Object.entries(mine ?? {}).filter(([field]) => !Object.hasOwn(decided ?? {}, field));
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** Whether a row already has these cells. */
export const holds = (row: PayoutRow, cells: Cells): boolean =>
  Object.entries(cells).every(([field, text]) => (row.cells[field as PayoutField] ?? '') === text);
