/** SQL of repairs: the progress of each, and its changes to each row. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Cells, PlacedRow, RowInput } from '../row.ts';
import type { RepairInput } from './repair-rules.ts';

export interface StoredRepair {
  readonly id: string;
  readonly payoutId: string;
  readonly input: RepairInput;
  /** The repair that this one undoes. */
  readonly undoes: string | null;
  readonly state: 'RUNNING' | 'DONE' | 'CANCELED';
  /** The next position to process. */
  readonly next: number;
  /** The value that `fill` copies into the next empty cell. */
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

/** Number of repairs kept per payout. */
const mostKept = 10;

/**
 * Starts as RUNNING. Deletes all but the payout's last ten repairs, which can then no longer be undone. A repair being undone is kept until the next
 * one, because its rows are still needed.
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

/** Writes a repair's progress. */
export async function updateRepair(sql: Sql, repair: StoredRepair): Promise<void> {
  await query`
    update payouts.repair set state = ${repair.state}, next = ${repair.next}, above = ${repair.above}, rows = ${repair.rows},
      left_count = ${repair.leftCount}, left_positions = ${repair.leftPositions}::int[], undone = ${repair.undone}
    where id = ${repair.id}
  `.execute(sql);
}

/** For any client: the caller checks `payoutId`. Takes no lock. */
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

/** Deletes repairs that can no longer be undone, because the rows have changed or are final. */
export async function deleteRepairs(sql: Sql, payoutId: string): Promise<void> {
  await query`delete from payouts.repair where payout_id = ${payoutId}`.execute(sql);
}

/** A changed row: its cells and reader's remarks before the repair, and the cells that the repair left; empty cells as ''. */
export interface ChangedCells {
  readonly position: number;
  readonly before: Pick<RowInput, 'cells' | 'readFaults' | 'amountIsNumber'>;
  readonly after: Cells;
}

/** A removed row, complete. */
export interface RemovedRow {
  readonly position: number;
  readonly before: Pick<
    PlacedRow,
    'line' | 'cells' | 'readFaults' | 'readWarnings' | 'amountIsNumber' | 'original'
  >;
  readonly after: null;
}

export type RepairedRow = ChangedCells | RemovedRow;

/** Stores the rows' previous state, so that the repair can be undone. A position is stored once per repair. */
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
