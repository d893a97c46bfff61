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

/** The step of a change, from the cells as they are before it. Rows that are added get their positions with `placed`. */
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

/** The same step once the bank has said where the added rows are. */
export function placed(step: Step, positions: readonly number[]): Step {
  if (positions.length === 0) return step;
  return {
    redo: {
      ...step.redo,
      added: step.redo.added.map(({ cells }, index) => {
        const position = positions[index];
        return { cells, ...(position !== undefined && { position }) };
      }),
    },
    undo: { ...step.undo, removed: positions },
  };
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
    /** Puts a step in the place of what it was. */
    replace(before: Step, after: Step): void {
      done = done.map((step) => (step === before ? after : step));
      undone = undone.map((step) => (step === before ? after : step));
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
