/** SQL of repairs: how far each has come, and what it changed of each row. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Cells, PlacedRow, RowInput } from '../row.ts';
import type { RepairInput } from './repair-rules.ts';

export interface StoredRepair {
  readonly id: string;
  readonly payoutId: string;
  readonly input: RepairInput;
  /** The repair that this one takes back. */
  readonly undoes: string | null;
  readonly state: 'RUNNING' | 'DONE' | 'CANCELED';
  /** The position that is looked at next. */
  readonly next: number;
  /** What `fill` copies into the next empty cell. */
  readonly above: string | null;
  /** Rows changed or removed. */
  readonly rows: number;
  readonly leftCount: number;
  readonly leftPositions: readonly number[];
  readonly undone: boolean;
  readonly createdByName: string;
  readonly createdAt: Date;
}

const columns = query`id, payout_id as "payoutId", input, undoes, state, next, above, rows, left_count as "leftCount",
  left_positions as "leftPositions", undone, created_by_name as "createdByName", created_at as "createdAt"`;

/** Repairs of a payout that are kept. */
const mostKept = 10;

/**
 * Begins as RUNNING. Deletes all but the payout's last ten repairs, which can then no longer be undone. The one that is undone now stays until the next
 * repair, because its rows are still needed.
 */
export async function insertRepair(
  sql: Sql,
  repair: Pick<StoredRepair, 'id' | 'payoutId' | 'input' | 'undoes' | 'next' | 'createdByName' | 'createdAt'>,
): Promise<StoredRepair> {
  const { rows } = await query<StoredRepair>`
    insert into payouts.repair (id, payout_id, input, undoes, state, next, created_by_name, created_at)
    values (${repair.id}, ${repair.payoutId}, ${JSON.stringify(repair.input)}::jsonb, ${repair.undoes}, 'RUNNING', ${repair.next},
      ${repair.createdByName}, ${repair.createdAt})
    returning ${columns}
  `.execute(sql);
  await query`
    delete from payouts.repair where payout_id = ${repair.payoutId} and id not in (
      select id from payouts.repair where payout_id = ${repair.payoutId} order by id desc limit ${mostKept}
    ) and id is distinct from ${repair.undoes}::uuid
  `.execute(sql);
  const [written] = rows;
  if (!written) throw new Error('a repair that was just written is gone');
  return written;
}

/** Writes how far a repair has come. */
export async function updateRepair(sql: Sql, repair: StoredRepair): Promise<void> {
  await query`
    update payouts.repair set state = ${repair.state}, next = ${repair.next}, above = ${repair.above}, rows = ${repair.rows},
      left_count = ${repair.leftCount}, left_positions = ${repair.leftPositions}::int[], undone = ${repair.undone}
    where id = ${repair.id}
  `.execute(sql);
}

/** Of any client: the caller checks `payoutId`. Takes no lock. */
export async function findRepair(sql: Sql, id: string): Promise<StoredRepair | undefined> {
  const { rows } = await query<StoredRepair>`
    select ${columns} from payouts.repair where id = ${id}
  `.execute(sql);
  return rows[0];
}

/** Newest first. */
export async function listRepairs(sql: Sql, payoutId: string): Promise<StoredRepair[]> {
  const { rows } = await query<StoredRepair>`
    select ${columns} from payouts.repair where payout_id = ${payoutId} order by id desc
  `.execute(sql);
  return rows;
}

/** The rows are other ones now, or no longer change: nothing can be undone. */
export async function deleteRepairs(sql: Sql, payoutId: string): Promise<void> {
  await query`delete from payouts.repair where payout_id = ${payoutId}`.execute(sql);
}

/** A row that was changed: cells and what the reader said of them as they were, and the cells as the repair left them; empty cells as ''. */
export interface ChangedCells {
  readonly position: number;
  readonly before: Pick<RowInput, 'cells' | 'readFaults' | 'amountIsNumber'>;
  readonly after: Cells;
}

/** A row that was removed, whole. */
export interface RemovedRow {
  readonly position: number;
  readonly before: Pick<
    PlacedRow,
    'line' | 'cells' | 'readFaults' | 'readWarnings' | 'amountIsNumber' | 'original'
  >;
  readonly after: null;
}

export type RepairedRow = ChangedCells | RemovedRow;

/** Keeps the rows as they were, so that the repair can be undone. A position is kept once per repair. */
export async function insertRepaired(
  sql: Sql,
  repairId: string,
  rows: readonly RepairedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await query`
    insert into payouts.repaired_row (repair_id, position, before, after)
    select ${repairId}, position, before::jsonb, after::jsonb from unnest(
      ${rows.map(({ position }) => position)}::int[],
      ${rows.map(({ before }) => JSON.stringify(before))}::text[],
      ${rows.map(({ after }) => after && JSON.stringify(after))}::text[]
    ) as new (position, before, after)
  `.execute(sql);
}

/** From a position on, in the order of positions. */
export async function readRepaired(
  sql: Sql,
  repairId: string,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<RepairedRow[]> {
  const { rows } = await query<RepairedRow>`
    select position, before, after from payouts.repaired_row
    where repair_id = ${repairId} and position >= ${from} order by position limit ${limit}
  `.execute(sql);
  return rows;
}
