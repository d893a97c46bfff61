/** One part of a repair or of its undo: rows from a position on are corrected, checked and written, together with their previous state. */
import type { PayoutField } from '@calmly/contract';
import type { Work } from '@calmly/platform/work.ts';
import { changedRow } from '../cells.ts';
import { checkRows } from '../check/check-rows.ts';
import type { PayoutFacts } from '../check/facts.ts';
import type { RepeatKeys } from '../repeat-store.ts';
import type { PlacedRow } from '../row.ts';
import { deleteRows, insertRows, lockRows, readRows, type StoredRow, updateRows } from '../row-store.ts';
import type { StoredPayout } from '../store.ts';
import { type RepairInput, repairOf } from './repair-rules.ts';
import {
  type ChangedCells,
  insertRepaired,
  readRepaired,
  type StoredRepair,
  updateRepair,
} from './repair-store.ts';

export interface Example {
  readonly position: number;
  readonly field: PayoutField;
  readonly before: string;
  readonly after: string;
}

/** The result of a part. */
export interface Part {
  readonly repair: StoredRepair;
  readonly isOver: boolean;
  /** Rows examined. */
  readonly seen: number;
  /** For changed and removed rows, before and after. */
  readonly keys: readonly RepeatKeys[];
}

export const partRows = 1_000;
const mostLeft = 100;

/** The changes of a repair to some rows. */
export interface Plan {
  readonly changed: ReadonlyArray<StoredRow & { readonly was: ChangedCells }>;
  readonly removed: readonly StoredRow[];
  readonly above: string | undefined;
}

/** Pure. `fill` continues with `above`, the last value of the previous part. Rows outside `between` stay unchanged. */
export function planPart(input: RepairInput, rows: readonly StoredRow[], above: string | undefined): Plan {
  const [first, last] = rangeOf(input);
  const meant = rows.filter(({ position }) => position >= first && position <= last);
  if (input.repair === 'remove_faulty')
    return { changed: [], removed: meant.filter(isFaulty(input)), above: undefined };
  const repair = repairOf(input, above);
  const changed = meant.flatMap((row) => {
    const cells = repair.cellsFor(row);
    const next = cells && changedRow(row, cells);
    return next && cells ? [{ ...next, was: wasOf(row, next, Object.keys(cells) as PayoutField[]) }] : [];
  });
  return { changed, removed: [], above: repair.above() };
}

/** First and last position, both included; all rows if the input names no range. */
export const rangeOf = ({ between }: RepairInput): readonly [number, number] =>
  between ?? [1, Number.POSITIVE_INFINITY];

const isFaulty =
  ({ field }: RepairInput) =>
  ({ faults, sameIdAs }: StoredRow): boolean =>
    field === undefined
      ? faults.length > 0 || sameIdAs !== null
      : faults.some((fault) => fault.field === field) || (field === 'endToEndId' && sameIdAs !== null);

function wasOf(row: StoredRow, next: StoredRow, fields: readonly PayoutField[]): ChangedCells {
  const textsOf = ({ cells }: StoredRow) =>
    Object.fromEntries(fields.map((field) => [field, cells[field] ?? '']));
  const readFaults = Object.fromEntries(
    Object.entries(row.readFaults).filter(([field]) => fields.includes(field as PayoutField)),
  );
  return {
    position: row.position,
    before: { cells: textsOf(row), readFaults, amountIsNumber: row.amountIsNumber },
    after: textsOf(next),
  };
}

/** One per changed cell, in the order of rows; removed rows give none. */
export const examplesOf = ({ changed }: Plan, most: number): Example[] =>
  changed
    .flatMap(({ was: { position, before, after } }) =>
      Object.entries(after).map(([field, text]) => ({
        position,
        field: field as PayoutField,
        before: before.cells[field as PayoutField] ?? '',
        after: text,
      })),
    )
    .slice(0, most);

/** Corrects the next part; its rows are locked after their payout, by position. */
export function repairPart(
  work: Work,
  payout: StoredPayout,
  facts: PayoutFacts,
  repair: StoredRepair,
): Promise<Part> {
  return repair.undoes === null
    ? correctPart(work, payout, facts, repair)
    : undoPart(work, payout, facts, repair, repair.undoes);
}

async function correctPart(
  work: Work,
  { id, decimalSign }: StoredPayout,
  facts: PayoutFacts,
  repair: StoredRepair,
): Promise<Part> {
  const { sql } = work;
  const rows = await readRows(sql, id, { from: repair.next, limit: partRows, isLocked: true });
  const plan = planPart(repair.input, rows, repair.above ?? undefined);
  const { changed, removed } = plan;
  const checked = await checkRows(work, facts, decimalSign, changed);
  await updateRows(sql, id, checked, { rises: true });
  await remove(work, id, removed);
  await insertRepaired(sql, repair.id, [
    ...changed.map(({ was }) => was),
    ...removed.map(({ position, line, cells, readFaults, readWarnings, amountIsNumber, original }) => ({
      position,
      before: { line, cells, readFaults, readWarnings, amountIsNumber, original },
      after: null,
    })),
  ]);
  const end = rows.at(-1)?.position ?? 0;
  const next: StoredRepair = {
    ...repair,
    next: end + 1,
    above: plan.above ?? null,
    rows: repair.rows + changed.length + removed.length,
  };
  await updateRepair(sql, next);
  const isOver = rows.length < partRows || end >= rangeOf(repair.input)[1];
  return { repair: next, isOver, seen: rows.length, keys: keysOf([...changed, ...removed, ...checked]) };
}

async function undoPart(
  work: Work,
  { id, decimalSign }: StoredPayout,
  facts: PayoutFacts,
  repair: StoredRepair,
  undoes: string,
): Promise<Part> {
  const { sql } = work;
  const done = await readRepaired(sql, undoes, { from: repair.next, limit: partRows });
  const rows = new Map(
    (
      await lockRows(
        sql,
        id,
        done.map(({ position }) => position),
      )
    ).map((row) => [row.position, row]),
  );
  const back: PlacedRow[] = [];
  const changed: StoredRow[] = [];
  const left: number[] = [];
  for (const one of done) {
    const row = rows.get(one.position);
    if (one.after === null && !row) back.push({ ...one.before, position: one.position });
    else if (one.after !== null && row && isAsLeft(row, one)) changed.push(restored(row, one));
    else left.push(one.position);
  }
  const checked = await checkRows(work, facts, decimalSign, [...changed, ...back]);
  await updateRows(sql, id, checked.slice(0, changed.length), { rises: true });
  await insertRows(sql, id, checked.slice(changed.length));
  const next: StoredRepair = {
    ...repair,
    next: (done.at(-1)?.position ?? 0) + 1,
    rows: repair.rows + checked.length,
    leftCount: repair.leftCount + left.length,
    leftPositions: [...repair.leftPositions, ...left].slice(0, mostLeft),
  };
  await updateRepair(sql, next);
  return {
    repair: next,
    isOver: done.length < partRows,
    seen: done.length,
    keys: keysOf([...changed, ...checked]),
  };
}

/** Whether the cells are still in the state that the repair left. */
const isAsLeft = ({ cells, readFaults }: StoredRow, { after }: ChangedCells): boolean =>
  Object.entries(after).every(
    ([field, text]) =>
      (cells[field as PayoutField] ?? '') === text && readFaults[field as PayoutField] === undefined,
  );

function restored(row: StoredRow, { before }: ChangedCells): StoredRow {
  const cells = { ...row.cells, ...before.cells };
  for (const [field, text] of Object.entries(before.cells))
    if (text === '') delete cells[field as PayoutField];
  const amountIsNumber = before.cells.amount === undefined ? row.amountIsNumber : before.amountIsNumber;
  return { ...row, cells, readFaults: { ...row.readFaults, ...before.readFaults }, amountIsNumber };
}

async function remove({ sql }: Work, payoutId: string, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return;
  await deleteRows(
    sql,
    payoutId,
    rows.map(({ position }) => position),
  );
}

const keysOf = (rows: readonly RepeatKeys[]): RepeatKeys[] =>
  rows.map(({ endToEndId, paymentKey }) => ({ endToEndId, paymentKey }));
