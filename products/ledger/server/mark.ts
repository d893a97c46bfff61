/** A mark of the books' progress. None of it can decrease within one database, so books that lack some of it are older. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface BooksMark {
  /** The newest transfers: the one with the highest time-based id (UUIDv7), and the one with the highest id of all. */
  readonly newestTransfers: readonly string[];
  /** The number of the newest entry of each of the bank's own accounts, by account. */
  readonly entries: Readonly<Record<string, string>>;
}

/** Above all time-based ids for five centuries; transfers of trades have other ids above it. */
const timesEnd = '10000000-0000-0000-0000-000000000000';

/** The mark of what is committed now. A few look-ups. */
export async function markBooks(sql: Sql): Promise<BooksMark> {
  const { rows } = await query<BooksMark>`
    select array_remove(array[
        (select id from ledger.transfers where id < ${timesEnd} order by id desc limit 1),
        (select id from ledger.transfers order by id desc limit 1)
      ], null) as "newestTransfers",
      coalesce((select jsonb_object_agg(id, last_seq::text) from ledger.accounts where client_id is null), '{}') as entries`.execute(
    sql,
  );
  const [mark] = rows;
  if (!mark) throw new Error('a mark gave no row');
  return { ...mark, newestTransfers: [...new Set(mark.newestTransfers)] };
}

/** What these books lack compared with a mark, in English; empty if they are as new or newer. */
export async function findLost(sql: Sql, { newestTransfers, entries }: BooksMark): Promise<string[]> {
  const { rows: transfers } = await query<{ id: string }>`
    select id from ledger.transfers where id = any(${newestTransfers}::uuid[])`.execute(sql);
  const { rows: accounts } = await query<{ id: string; lastSeq: bigint }>`
    select id, last_seq as "lastSeq" from ledger.accounts where id = any(${Object.keys(entries)}::uuid[])`.execute(
    sql,
  );
  const known = new Set(transfers.map(({ id }) => id));
  const found = new Map(accounts.map(({ id, lastSeq }) => [id, lastSeq]));
  return [
    ...newestTransfers.filter((id) => !known.has(id)).map((id) => `the transfer ${id} is missing`),
    ...Object.entries(entries).flatMap(([id, seq]) => {
      const lastSeq = found.get(id) ?? 0n;
      return lastSeq < BigInt(seq) ? [`the bank’s account ${id} has ${lastSeq} entries, it had ${seq}`] : [];
    }),
  ];
}
