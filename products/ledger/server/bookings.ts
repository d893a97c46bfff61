/** Bookings of movements: the day, the value day and the balance after, and bookings between two moments. Amounts are minor units. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { subjectOfEntry } from './history.ts';

interface Wanted {
  readonly accountId: string;
  /** The subject of the movement on this account. */
  readonly subjectId: string;
  /** Nothing of it was booked earlier. */
  readonly from: Date;
}

/** A movement in an account's books. */
export interface Booking {
  readonly bookedAt: Date;
  /** When the money counts: a transfer that arrives late is booked after it. */
  readonly valueAt: Date;
  /** Posted balance after it, and after the other transfers of its settlement (such as a fee). */
  readonly balanceMinor: bigint;
}

/** The booking of each movement, in order; undefined if it was not booked. Walks the account's entries from the given time. */
export async function bookingsOf(
  sql: Sql,
  wanted: readonly Wanted[],
): Promise<ReadonlyArray<Booking | undefined>> {
  const { rows } = await query<BookingRow>`
    select w.place::integer as place, last.booked_at as "bookedAt", last.at as "valueAt", last.balance::text as balance
    from unnest(
      ${wanted.map(({ accountId }) => accountId)}::uuid[], ${wanted.map(({ subjectId }) => subjectId)}::uuid[],
      ${wanted.map(({ from }) => from.toISOString())}::timestamptz[]
    ) with ordinality as w (account_id, id, since, place)
    cross join lateral (
      select e.seq from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
      where e.account_id = w.account_id and e.seq > ledger.last_before(w.account_id, w.since) and ${subjectOfEntry} = w.id
      order by e.seq limit 1
    ) as first
    cross join lateral (
      -- A settlement writes its entries one after the other.
      select e.booked_at, t.at, e.credits - e.debits as balance
      from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
      where e.account_id = w.account_id and e.seq between first.seq and first.seq + 1
        and ${subjectOfEntry} = w.id
      order by e.seq desc limit 1
    ) as last`.execute(sql);
  return inTheirOrder(wanted, rows);
}

/**
 * The entries `e` with their transfers `t` of accounts between two numbers, in `walked`. Each transfer is looked up, because the planner does not
 * know how few entries there are and would read all transfers.
 */
const entriesWalked = query`
    join ledger.entries e on e.account_id = walked.account_id and e.seq > walked.low and e.seq <= walked.high
    cross join lateral (select * from ledger.transfers where transfers.id = e.transfer_id offset 0) as t`;

interface WantedParts extends Wanted {
  /** Nothing of it was booked later. */
  readonly until: Date;
}

/**
 * The booking of the newest part of each movement, in order; undefined if there is none. Walks the entries of each account once, from the earliest
 * time to the latest.
 */
export async function newestPartsOf(
  sql: Sql,
  wanted: readonly WantedParts[],
): Promise<ReadonlyArray<Booking | undefined>> {
  const { rows } = await query<BookingRow>`
    with wanted as (
      select * from unnest(
        ${wanted.map(({ accountId }) => accountId)}::uuid[], ${wanted.map(({ subjectId }) => subjectId)}::uuid[],
        ${wanted.map(({ from }) => from.toISOString())}::timestamptz[], ${wanted.map(({ until }) => until.toISOString())}::timestamptz[]
      ) with ordinality as w (account_id, id, since, until, place)
    ), walked as materialized (
      select account_id, ledger.last_before(account_id, min(since)) as low, ledger.last_before(account_id, max(until)) as high
      from wanted group by account_id
    )
    select distinct on (w.place) w.place::integer as place, e.booked_at as "bookedAt", t.at as "valueAt", (e.credits - e.debits)::text as balance
    from walked
    ${entriesWalked}
    join wanted w on w.account_id = e.account_id and w.id = ${subjectOfEntry}
    order by w.place, e.seq desc`.execute(sql);
  return inTheirOrder(wanted, rows);
}

interface BookingRow {
  readonly place: number;
  readonly bookedAt: Date;
  readonly valueAt: Date;
  readonly balance: string;
}

function inTheirOrder(
  wanted: readonly Wanted[],
  rows: readonly BookingRow[],
): ReadonlyArray<Booking | undefined> {
  const found = new Map(rows.map((row) => [row.place, row]));
  return wanted.map((_, index) => {
    const row = found.get(index + 1);
    return row && { bookedAt: row.bookedAt, valueAt: row.valueAt, balanceMinor: BigInt(row.balance) };
  });
}

/** The transactions of these accounts with bookings in a period, with ids below `before`; the newest `limit`. Reads the period's entries. */
export async function bookedBetween(
  sql: Sql,
  accountIds: readonly string[],
  period: { readonly from: Date; readonly to: Date; readonly before: string; readonly limit: number },
): Promise<string[]> {
  const { from, to, before, limit } = period;
  const { rows } = await query<{ id: string }>`
    with walked as materialized (
      select id as account_id, ledger.last_before(id, ${from}) as low, ledger.last_before(id, ${to}) as high from unnest(${accountIds}::uuid[]) as a (id)
    )
    select distinct ${subjectOfEntry} as id
    from walked
    ${entriesWalked}
    where ${subjectOfEntry} < ${before}::uuid
    order by id desc limit ${limit}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** Codes of the bank's fees and of those of a crypto network. */
export const feeCodes: readonly string[] = ['fee', 'crypto_fee'];

/** Amounts of an account's entries, negative for debits. The booking is that of the newest entry. */
interface BookedSum extends Booking {
  /** Without fees. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** Empty unless requested. */
  readonly transferIds: readonly string[];
}

/**
 * The sums booked for groups of movements in a period, by group; a group without entries is absent. Reads the period's entries. `listed` returns the
 * transfers' ids.
 */
export async function sumsBetween(
  sql: Sql,
  wanted: ReadonlyArray<Pick<Wanted, 'accountId' | 'subjectId'> & { readonly groupId: string }>,
  { from, to, listed = false }: { readonly from: Date; readonly to: Date; readonly listed?: boolean },
): Promise<ReadonlyMap<string, BookedSum>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await query<
    Omit<BookingRow, 'place'> & { id: string; amount: string; fee: string; transferIds: string[] | null }
  >`
    with wanted as (
      select * from unnest(
        ${wanted.map(({ groupId }) => groupId)}::uuid[], ${wanted.map(({ accountId }) => accountId)}::uuid[],
        ${wanted.map(({ subjectId }) => subjectId)}::uuid[]
      ) as w (group_id, account_id, id)
    ), walked as materialized (
      select account_id, ledger.last_before(account_id, ${from}) as low, ledger.last_before(account_id, ${to}) as high
      from wanted group by account_id
    )
    select w.group_id as id, coalesce(sum(e.amount) filter (where t.code <> all(${feeCodes}::text[])), 0)::text as amount,
      coalesce(sum(e.amount) filter (where t.code = any(${feeCodes}::text[])), 0)::text as fee,
      (array_agg(e.booked_at order by e.seq desc))[1] as "bookedAt", (array_agg(t.at order by e.seq desc))[1] as "valueAt",
      (array_agg(e.credits - e.debits order by e.seq desc))[1]::text as balance,
      ${listed ? query`array_agg(e.transfer_id)` : query`null`} as "transferIds"
    from walked
    ${entriesWalked}
    join wanted w on w.account_id = e.account_id and w.id = ${subjectOfEntry}
    group by w.group_id`.execute(sql);
  return new Map(
    rows.map(({ id, amount, fee, balance, transferIds, ...times }) => [
      id,
      {
        ...times,
        amountMinor: BigInt(amount),
        feeMinor: BigInt(fee),
        balanceMinor: BigInt(balance),
        transferIds: transferIds ?? [],
      },
    ]),
  );
}
