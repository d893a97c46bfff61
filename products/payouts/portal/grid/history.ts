/** What was changed by hand and how it is taken back: each step knows the change and its opposite. */
import type { PayoutField, PayoutRow } from '@calmly/contract';

export type Cells = PayoutRow['cells'];

/** A change of rows, without their versions: those are looked up when it is sent. */
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

/** The step of a change, from the cells as they are before it. Rows that are added get their positions with `place`. */
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

/** The bank has said where the next of the added rows are: the step takes them back, and brings them back, there. */
export function place(step: Step, positions: readonly number[]): void {
  const next = positions.values();
  const added = step.redo.added.map(({ position = next.next().value, cells }) => ({
    cells,
    ...(position !== undefined && { position }),
  }));
  step.redo = { ...step.redo, added };
  step.undo = { ...step.undo, removed: added.flatMap(({ position }) => position ?? []) };
}

/** Steps back and forth; a new step forgets those that were taken back. */
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
    /** Rows were changed in bulk or by another file: the steps would bring back what no longer belongs there. */
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

/** Whether a row has these cells already. */
export const holds = (row: PayoutRow, cells: Cells): boolean =>
  Object.entries(cells).every(([field, text]) => (row.cells[field as PayoutField] ?? '') === text);
