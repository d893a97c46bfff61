/** How far the books go. Nothing of it can go back in one database: books that lack some of it are older. */
import { sql as query } from 'kysely';
import type { Sql } from '../../platform/work.ts';

export interface BooksMark {
  /** The transfer with the highest id; null before the first. */
  readonly newestTransfer: string | null;
  /** The number of the newest entry of each of the bank's own accounts, by account. */
  readonly entries: Readonly<Record<string, string>>;
}

/** What is committed now. A few look-ups. */
export async function markBooks(sql: Sql): Promise<BooksMark> {
  const { rows } = await query<BooksMark>`
    select (select id from ledger.transfers order by id desc limit 1) as "newestTransfer",
      coalesce((select jsonb_object_agg(id, last_seq::text) from ledger.accounts where client_id is null), '{}') as entries`.execute(
    sql,
  );
  const [mark] = rows;
  if (!mark) throw new Error('a mark gave no row');
  return mark;
}

/** What these books lack of a mark, in English; empty if they are as new, or newer. */
export async function findLost(sql: Sql, { newestTransfer, entries }: BooksMark): Promise<string[]> {
  const { rows: transfers } = await query`select from ledger.transfers where id = ${newestTransfer}`.execute(
    sql,
  );
  const { rows: accounts } = await query<{ id: string; lastSeq: bigint }>`
    select id, last_seq as "lastSeq" from ledger.accounts where id = any(${Object.keys(entries)}::uuid[])`.execute(
    sql,
  );
  const found = new Map(accounts.map(({ id, lastSeq }) => [id, lastSeq]));
  return [
    ...(newestTransfer !== null && transfers.length === 0
      ? [`the transfer ${newestTransfer} is missing`]
      : []),
    ...Object.entries(entries).flatMap(([id, seq]) => {
      const lastSeq = found.get(id) ?? 0n;
      return lastSeq < BigInt(seq) ? [`the bank’s account ${id} has ${lastSeq} entries, it had ${seq}`] : [];
    }),
  ];
}
