/** Open reservations, for checks of whose money they hold. */

import { walkIdPages } from '@calmly/platform/postgres/id-pages.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface OpenReservation {
  readonly id: string;
  readonly accountId: string;
  /** The reserved amount, and the amount still held. Minor units. */
  readonly amountMinor: bigint;
  readonly heldMinor: bigint;
}

const rowsAtOnce = 20_000;

type Row = Pick<OpenReservation, 'id' | 'accountId'> & Record<'amount' | 'held', string>;

const columns = query`id, account_id as "accountId", amount::text as amount, (amount - drawn)::text as held`;
const toReservation = ({ amount, held, ...row }: Row): OpenReservation => ({
  ...row,
  amountMinor: BigInt(amount),
  heldMinor: BigInt(held),
});

/** The reservations among these that are open and hold something. */
export async function findOpenReservations(sql: Sql, ids: readonly string[]): Promise<OpenReservation[]> {
  const { rows } = await query<Row>`
    select ${columns} from ledger.reservations
    where id = any(${ids}::uuid[]) and status = 'open' and amount > drawn`.execute(sql);
  return rows.map(toReservation);
}

/** Reads all non-empty reservations made until then, page by page; `read` gets each page with its snapshot. */
export async function walkOpenReservations(
  sql: Sql,
  until: Date,
  read: (snapshot: Sql, reservations: readonly OpenReservation[]) => Promise<void>,
): Promise<void> {
  await walkIdPages(sql, query`ledger.reservations`, rowsAtOnce, async (snapshot, isOfPage) => {
    const { rows } = await query<Row>`
      select ${columns} from ledger.reservations
      where ${isOfPage} and status = 'open' and amount > drawn and created_at <= ${until}`.execute(snapshot);
    await read(snapshot, rows.map(toReservation));
  });
}
