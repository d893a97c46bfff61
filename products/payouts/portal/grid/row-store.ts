/**
 * The rows of one payout in the browser: loaded in windows as they come into view, changed on screen at once and sent one after the other, so that
 * each change names the version it was based on. The check's answer replaces the row.
 */
import type { PayoutOverview, PayoutRow } from '@calmly/contract';
import { partsOf } from './change-parts.ts';
import {
  type Cells,
  createHistory,
  holds,
  noChange,
  place,
  type RowChange,
  type Step,
  stepOf,
  without,
} from './history.ts';
import type { Positions } from './runs.ts';

export interface ShownRow extends PayoutRow {
  /** Changed here; the bank hasn't answered yet. */
  readonly isPending?: boolean;
  /** Cells typed here while someone else changed the row. */
  readonly mine?: Cells;
}

interface Changed {
  readonly payout: PayoutOverview;
  readonly rows: readonly PayoutRow[];
  readonly conflicts: readonly PayoutRow[];
  readonly gone: readonly number[];
}

export interface RowCalls {
  readonly read: (from: number, limit: number) => Promise<readonly PayoutRow[]>;
  readonly change: (body: {
    changed: { position: number; version: number; cells: Cells }[];
    added: { position?: number | undefined; cells: Cells }[];
    removed: { position: number; version: number }[];
  }) => Promise<Changed>;
  readonly onChanged: (answer: Changed, hasOtherRows: boolean) => void;
  readonly onFailed: (error: unknown) => void;
}

export interface StoreState {
  readonly isSaving: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly conflicts: readonly number[];
  readonly failed: unknown;
  /** Increases when rows have to be reloaded. */
  readonly reading: number;
}

export type RowStore = ReturnType<typeof createRowStore>;

const windowRows = 200;

/** `first` is the first window, already loaded. After a failed change the undo history is discarded, and all rows are reloaded. */
export function createRowStore(calls: RowCalls, first: readonly PayoutRow[]) {
  const rows = new Map<number, ShownRow>(first.map((row) => [row.position, row]));
  /** The reading in which a row was loaded: rows of earlier readings are shown until they are reloaded. */
  const readIn = new Map<number, number>(first.map((row) => [row.position, 0]));
  const history = createHistory();
  const listeners = new Set<() => void>();
  const underway = new Map<string, Promise<void>>();
  /** Unsent changes, oldest first, with their numbers. */
  const waiting = new Map<() => RowChange, number>();
  let made = 0;
  /** By row with a conflict: the newest change typed before it was known. Like the first one, it waits for a decision. */
  const overtaken = new Map<number, number>();
  /** The number of answers to changes, and by row the newest one that changed or removed it: data requested before it does not replace it. */
  let answers = 0;
  const answeredIn = new Map<number, number>();
  let reading = 0;
  let unsent = 0;
  let queue = Promise.resolve();
  /** Changes that wait for their rows to be loaded. */
  const preparing = new Set<Promise<unknown>>();
  let failed: unknown;
  let state = stateNow();

  function stateNow(): StoreState {
    const { undo, redo } = history.can();
    const conflicts = [...rows.values()].filter(({ mine }) => mine).map(({ position }) => position);
    return { isSaving: unsent > 0, canUndo: undo, canRedo: redo, conflicts, failed, reading };
  }
  function tell(): void {
    state = stateNow();
    for (const listener of listeners) listener();
  }
  function put(row: ShownRow): void {
    rows.set(row.position, row);
    readIn.set(row.position, reading);
  }

  /** Loads the window around an index of the whole list. */
  function readWindow(all: Positions, index: number): Promise<void> {
    const start = Math.floor(index / windowRows) * windowRows;
    const from = all.at(start);
    if (from === undefined) return Promise.resolve();
    const key = `${reading} ${from}`;
    const before = underway.get(key);
    if (before !== undefined) return before;
    const asked = reading;
    const answersThen = answers;
    const read = calls
      .read(from, windowRows)
      .then((answer) => {
        failed = undefined;
        for (const row of answer) {
          const { isPending, mine } = rows.get(row.position) ?? {};
          // A pending or meanwhile saved change is newer than the loaded row.
          const isOld = isPending || (answeredIn.get(row.position) ?? 0) > answersThen;
          // A conflict stays until it is settled.
          if (!isOld && asked === reading) put(withMine(row, mine));
        }
        tell();
      })
      .catch((error: unknown) => {
        failed = error;
        tell();
      })
      .finally(() => underway.delete(key));
    underway.set(key, read);
    return read;
  }

  function isMissing(position: number): boolean {
    return (readIn.get(position) ?? -1) < reading;
  }

  /**
   * Ensures that the rows at these indexes are loaded. Resolves to whether all are available: a call may have failed, or someone may have removed a
   * row.
   */
  async function load(all: Positions, positions: readonly number[]): Promise<boolean> {
    const asked = reading;
    const windows = new Set<number>();
    for (const position of positions) {
      const index = all.indexOf(position);
      if (index >= 0 && isMissing(position)) windows.add(Math.floor(index / windowRows));
    }
    await Promise.all([...windows].map((window) => readWindow(all, window * windowRows)));
    // Results of an earlier reading are ignored.
    if (asked !== reading) return load(all, positions);
    return positions.every((position) => rows.has(position));
  }

  const isOvertaken = (position: number, number: number) => number <= (overtaken.get(position) ?? 0);

  function showAtOnce({ changed }: RowChange, number: number): void {
    for (const { position, cells } of changed) {
      const row = rows.get(position);
      if (row && !isOvertaken(position, number))
        rows.set(position, { ...row, cells: { ...row.cells, ...cells }, isPending: true });
    }
  }

  function enqueue(step: Step, direction: 'redo' | 'undo'): void {
    // Only the answer to the previous change may provide the positions of added rows.
    const change = () => step[direction];
    const number = ++made;
    unsent += 1;
    waiting.set(change, number);
    showAtOnce(change(), number);
    queue = queue
      .then(async () => {
        waiting.delete(change);
        const whole = change();
        const changed = whole.changed.filter(({ position }) => !isOvertaken(position, number));
        for (const part of partsOf({ ...whole, changed })) await send(step, part);
      })
      .catch((error: unknown) => {
        // Reload the true state.
        history.forget();
        for (const row of rows.values())
          if (row.isPending) rows.set(row.position, { ...row, isPending: false });
        reading += 1;
        calls.onFailed(error);
      })
      .finally(() => {
        unsent -= 1;
        tell();
      });
    tell();
  }

  /** Unsent text typed into a row, the newest of each cell. */
  function typedSince(position: number, first: Cells): Cells {
    let cells = first;
    for (const [change] of waiting)
      for (const one of change().changed) if (one.position === position) cells = { ...cells, ...one.cells };
    return cells;
  }

  async function send(step: Step, { changed, added, removed }: RowChange): Promise<void> {
    const versioned = (position: number) => {
      const row = rows.get(position);
      return row ? [{ position, version: row.version }] : [];
    };
    const answer = await calls.change({
      changed: changed.flatMap(({ position, cells }) =>
        versioned(position).map((row) => ({ ...row, cells })),
      ),
      added: added.map(({ position, cells }) => ({ cells, ...(position !== undefined && { position }) })),
      removed: removed.flatMap(versioned),
    });
    const isNew = positionsOf(answer.rows).filter((position) => !rows.has(position));
    const sent = new Map(changed.map(({ position, cells }) => [position, cells]));
    answers += 1;
    for (const position of [
      ...positionsOf(answer.rows),
      ...positionsOf(answer.conflicts),
      ...removed,
      ...answer.gone,
    ])
      answeredIn.set(position, answers);
    for (const row of answer.rows)
      put(withMine(row, without(rows.get(row.position)?.mine, sent.get(row.position))));
    for (const row of answer.conflicts) {
      const cells = sent.get(row.position);
      const mine = rows.get(row.position)?.mine;
      // The row equals the sent one: someone typed the same, or the change arrived without an answer. Later changes are sent.
      if (cells && holds(row, cells)) {
        put(withMine(row, without(mine, cells)));
        continue;
      }
      const typed = cells && typedSince(row.position, { ...mine, ...cells });
      put(withMine(row, typed && !holds(row, typed) ? typed : undefined));
      if (rows.get(row.position)?.mine) overtaken.set(row.position, made);
    }
    const kept = new Set(positionsOf(answer.conflicts));
    for (const position of [...removed.filter((one) => !kept.has(one)), ...answer.gone])
      rows.delete(position);
    // Later changes are newer than this answer.
    for (const [change, number] of waiting) showAtOnce(change(), number);
    if (added.some(({ position }) => position === undefined)) place(step, isNew);
    const gone = answer.gone.filter((one) => !removed.includes(one));
    calls.onChanged({ ...answer, gone }, added.length + removed.length + gone.length > 0);
    tell();
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    state: () => state,
    row: (position: number): ShownRow | undefined => rows.get(position),
    load,
    /** Settles when everything changed so far is saved. */
    async saved(): Promise<void> {
      while (preparing.size > 0) await Promise.allSettled(preparing);
      await queue;
    },
    /** Makes a change that first has to wait for rows to be loaded. It counts as unsent from now on; other changes are sent meanwhile. */
    after<Loaded>(loading: Promise<Loaded>, act: (loaded: Loaded) => unknown): void {
      unsent += 1;
      const done = loading.then(act).finally(() => {
        preparing.delete(done);
        unsent -= 1;
        tell();
      });
      preparing.add(done);
      tell();
    },
    change(change: Partial<RowChange>): void {
      const whole = { ...noChange, ...change };
      if (whole.changed.length + whole.added.length + whole.removed.length === 0) return;
      const step = stepOf(whole, (position) => rows.get(position)?.cells);
      history.add(step);
      enqueue(step, 'redo');
    },
    undo(): Step | undefined {
      const step = history.back();
      if (step) enqueue(step, 'undo');
      return step;
    },
    redo(): Step | undefined {
      const step = history.forth();
      if (step) enqueue(step, 'redo');
      return step;
    },
    /** Settles a conflict: applies the typed cells, or keeps the row's current state. */
    settle(position: number, keep: 'mine' | 'theirs'): void {
      const row = rows.get(position);
      if (!row?.mine) return;
      const { mine, ...theirs } = row;
      rows.set(position, theirs);
      if (keep === 'mine') this.change({ changed: [{ position, cells: mine }] });
      else tell();
    },
    /** Marks rows as outdated, because they may have changed elsewhere; they are shown until they are reloaded. */
    refresh({ forgetSteps = false } = {}): void {
      reading += 1;
      if (forgetSteps) history.forget();
      tell();
    },
  };
}

/** Undefined: there is no conflict. */
const withMine = (row: PayoutRow, mine: Cells | undefined): ShownRow => (mine ? { ...row, mine } : row);

const positionsOf = (rows: readonly PayoutRow[]) => rows.map(({ position }) => position);
