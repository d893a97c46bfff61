/**
 * Changes, adds and removes rows. A row that someone else has changed is left unchanged and returned as a conflict; the others are processed. Rows
 * that repeat a changed one, or no longer do, get new remarks.
 */
import {
  type changePayoutRows,
  type EndpointInput,
  type PayoutField,
  type PayoutOverview,
  type PayoutRow,
  payoutRowsMax,
} from '@calmly/contract';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { changedRow } from '../cells.ts';
import { checkRows } from '../check/check-rows.ts';
import { readPayoutFacts } from '../check/facts.ts';
import { type RemarksBefore, refreshRepeats } from '../repeat-store.ts';
import type { CheckedRow, PlacedRow } from '../row.ts';
import { deleteRows, insertRows, lastPosition, lockRows, type StoredRow, updateRows } from '../row-store.ts';
import { requireLocked } from '../service.ts';
import { readOverview, toRow } from '../view.ts';
import { countAgain } from './count-again.ts';

type Input = EndpointInput<typeof changePayoutRows>['body'];

interface Changed {
  readonly payout: PayoutOverview;
  readonly rows: PayoutRow[];
  readonly conflicts: PayoutRow[];
  readonly gone: number[];
}

/**
 * `PUT /masspayout/{id}/rows`, in DRAFT only. Locks the payout, then the rows. Errors: those of
 * `requireLocked`; `too_many_rows`; `invalid_request` if a list names a position twice, or one is both
 * changed and removed.
 */
export async function changeRows(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  input: Input,
): Promise<Changed> {
  const { sql, request } = work;
  const locale = request?.locale ?? 'en';
  checkOnce(input);
  const payout = await requireLocked(sql, actor, id, { statuses: ['DRAFT'], version: 'any' });
  const rows = await lockRows(sql, id, positionsOf(input));
  const plan = planOf(input, new Map(rows.map((row) => [row.position, row])));
  if (payout.summary.rows + plan.added.length - plan.removed.length > payoutRowsMax)
    throw new Problem('too_many_rows', { params: { max: payoutRowsMax } });

  const named = plan.added.flatMap(({ position }) => position ?? []);
  let position = plan.added.length > 0 ? Math.max(await lastPosition(sql, id), ...named) : 0;
  const added = plan.added.map(({ position: wanted, cells }): PlacedRow => {
    const empty = { cells: {}, readFaults: {}, amountIsNumber: false };
    return { ...empty, ...changedRow(empty, cells), line: null, position: wanted ?? ++position };
  });
  const facts = await readPayoutFacts(work, bank, payout);
  const checked = await checkRows(work, facts, payout.decimalSign, [...plan.changed, ...added]);
  const isNew = new Set(added.map((row) => row.position));
  await deleteRows(
    sql,
    id,
    plan.removed.map((row) => row.position),
  );
  await updateRows(
    sql,
    id,
    checked.filter((row) => !isNew.has(row.position)),
    { rises: true },
  );
  await insertRows(
    sql,
    id,
    checked.filter((row) => isNew.has(row.position)),
  );
  const touched = new Set([...plan.changed, ...plan.removed].map((row) => row.position));
  const before = rows.filter((row) => touched.has(row.position));
  const neighbours = await refreshRepeats(sql, id, [...before, ...checked]);
  const changed = new Set([...checked.map((row) => row.position), ...neighbours.keys()]);
  const shown = await lockRows(sql, id, [...new Set([...changed, ...plan.unchanged])]);
  const after = shown.filter((row) => changed.has(row.position));
  const isChanged = checked.length + plan.removed.length > 0;
  const counted = isChanged
    ? await countAgain(work, payout, {
        used: columnsOf(checked),
        rows: { before: [...before, ...beforeOf(after, neighbours, touched, isNew)], after },
        hasNames: checked.some(({ nameCheckOf }) => nameCheckOf !== null),
      })
    : payout;
  return {
    payout: await readOverview(sql, counted),
    rows: shown.map((row) => toRow(row, locale)),
    conflicts: plan.conflicts.map((row) => toRow(row, locale)),
    gone: plan.gone,
  };
}

/** Adjacent rows before the change, of which only remarks from other rows have changed. */
const beforeOf = (
  after: readonly StoredRow[],
  neighbours: ReadonlyMap<number, RemarksBefore>,
  touched: ReadonlySet<number>,
  isNew: ReadonlySet<number>,
): StoredRow[] =>
  after
    .filter(({ position }) => !touched.has(position) && !isNew.has(position))
    .map((row) => ({ ...row, ...neighbours.get(row.position) }));

const columnsOf = (rows: readonly CheckedRow[]) => [
  ...new Set(rows.flatMap(({ cells }) => Object.keys(cells) as PayoutField[])),
];

const positionsOf = ({ changed, added, removed }: Input): number[] =>
  [...changed, ...added, ...removed].flatMap(({ position }) => position ?? []);

function checkOnce(input: Input): void {
  for (const list of ['changed', 'added', 'removed'] as const) {
    const positions = positionsOf({ changed: [], added: [], removed: [], [list]: input[list] });
    if (new Set(positions).size < positions.length) throw badFields({ field: list, code: 'invalid' });
  }
  const removed = new Set(input.removed.map(({ position }) => position));
  if (input.changed.some(({ position }) => removed.has(position)))
    throw badFields({ field: 'removed', code: 'invalid' });
}

/** The part of the input that can be carried out. */
function planOf(input: Input, rows: ReadonlyMap<number, StoredRow>) {
  const conflicts: StoredRow[] = [];
  const gone: number[] = [];
  const current = ({ position, version }: { readonly position: number; readonly version: number }) => {
    const row = rows.get(position);
    if (!row) gone.push(position);
    else if (row.version !== version) conflicts.push(row);
    return row?.version === version ? row : undefined;
  };
  const changed: StoredRow[] = [];
  const unchanged: number[] = [];
  for (const change of input.changed) {
    const row = current(change);
    if (!row) continue;
    const next = changedRow(row, change.cells);
    if (next) changed.push(next);
    else unchanged.push(row.position);
  }
  const removed = input.removed.flatMap((removal) => current(removal) ?? []);
  const freed = new Set(removed.map(({ position }) => position));
  const added = input.added.filter(({ position }) => {
    const row = position === undefined || freed.has(position) ? undefined : rows.get(position);
    if (row) conflicts.push(row);
    return !row;
  });
  return { changed, unchanged, removed, added, conflicts, gone };
}
