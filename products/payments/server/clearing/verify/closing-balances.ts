/**
 * The closing balances of our accounts at other banks, as statements tell them, against the entries that were taken from statements and notifications: from one
 * closing balance to the next, the entries booked at the bank in between are the difference.
 */
import { formatDecimal, isCurrency } from '@calmly/domain';
import { inReport } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { bankBalances } from '../../../../ledger/server/index.ts';
import type { ClosingBalance } from '../iso20022/camt.ts';
import { findRefused, mayExplain } from './refused.ts';

/** In the transaction that books the statement. A later statement of the same day replaces the earlier one. */
export async function keepClosings(sql: Sql, closings: readonly ClosingBalance[], at: Date): Promise<void> {
  for (const { account, currency, day, amountMinor } of closings)
    await query`
      insert into clearing.closing_balance (account, currency, day, amount_minor, read_at)
      values (${account}, ${currency}, ${day}::date, ${`${amountMinor}`}::numeric, ${at})
      on conflict (account, currency, day) do update set amount_minor = excluded.amount_minor, read_at = excluded.read_at`.execute(
      sql,
    );
}

export interface ComparedBalances {
  /** At most 100, in English. */
  readonly faults: readonly string[];
  /**
   * What the first balance of each account has that is older than our entries; the newest balance beside our own books, which also have what the bank has not booked yet; and differences that entries at
   * the desk may explain, because they could not be read or booked.
   */
  readonly notes: readonly string[];
}

interface Row {
  readonly account: string;
  readonly currency: string;
  readonly day: string;
  readonly amount: string;
  /** The closing balance before it, and what was booked since; null for the first. */
  readonly before: string | null;
  readonly since: string | null;
  readonly moved: string;
  /** What is booked until the first; null for the others. */
  readonly untilFirst: string | null;
  readonly isNewest: boolean;
  readonly readAt: Date;
}

/** One snapshot: the entries are summed by account and day. */
export const verifyClosings = (sql: Sql): Promise<ComparedBalances> =>
  inReport(sql, { statementTimeoutMs: 0 }, async (snapshot) => {
    const { rows } = await query<Row>`
      with closing as (
        select account, currency, day, amount_minor, lag(amount_minor) over chain as before, lag(day) over chain as since,
          lead(day) over chain is null as is_newest, read_at
        from clearing.closing_balance window chain as (partition by account, currency order by day)
      ), booked as materialized (
        select account, currency, coalesce(booked_on, closed_on) as day, sum(case direction when 'CRDT' then amount_minor else -amount_minor end) as amount
        from clearing.booked_entry where account is not null and coalesce(booked_on, closed_on) is not null group by 1, 2, 3
      )
      select account, currency, day::text as day, amount_minor::text as amount, before::text as before, since::text as since,
        is_newest as "isNewest", read_at as "readAt", coalesce((
          select sum(amount) from booked
          where (booked.account, booked.currency) = (closing.account, closing.currency)
            and booked.day > closing.since and booked.day <= closing.day), 0)::text as moved,
        case when before is null then coalesce((
          select sum(amount) from booked
          where (booked.account, booked.currency) = (closing.account, closing.currency) and booked.day <= closing.day), 0) end::text as "untilFirst"
      from closing order by account, currency, day`.execute(snapshot);
    const books = await bankBalances(snapshot, 'nostro');
    const text = (minor: bigint, currency: string) =>
      `${isCurrency(currency) ? formatDecimal(minor, currency) : minor} ${currency}`;
    const differing = rows.flatMap(({ account, currency, day, since, amount, before, moved, readAt }) => {
      if (before === null || since === null) return [];
      const change = BigInt(amount) - BigInt(before);
      const line = `${account}: from ${since} to ${day} the bank’s balance changed by ${text(change, currency)}, the entries that we have by ${text(BigInt(moved), currency)}`;
      const pair = { account, currency, since, day, readAt, differenceMinor: change - BigInt(moved) };
      return pair.differenceMinor === 0n ? [] : [{ line, pair }];
    });
    const refused = differing.length > 0 ? await findRefused(snapshot) : [];
    const explained = differing.filter(({ pair }) => mayExplain(refused, pair));
    return {
      faults: differing
        .filter((each) => !explained.includes(each))
        .slice(0, 100)
        .map(({ line }) => line),
      notes: [
        ...explained.slice(0, 100).map(({ line }) => `${line}; entries that wait at the desk may explain it`),
        ...openingLines(rows, text),
        ...newestLines(rows, text, books),
      ],
    };
  });

/** What lay on an account before the first entry that we have. It is no part of our books. */
const openingLines = (rows: readonly Row[], text: (minor: bigint, currency: string) => string): string[] =>
  rows.flatMap(({ account, currency, day, amount, untilFirst }) => {
    const opening = untilFirst === null ? 0n : BigInt(amount) - BigInt(untilFirst);
    return opening === 0n
      ? []
      : [`${account}: of its first balance, on ${day}, ${text(opening, currency)} is older than our entries`];
  });

const newestLines = (
  rows: readonly Row[],
  text: (minor: bigint, currency: string) => string,
  books: ReadonlyMap<string, bigint>,
): string[] =>
  rows
    .filter(({ isNewest }) => isNewest)
    .map(
      ({ account, currency, day, amount }) =>
        `${account}: the bank ${text(BigInt(amount), currency)} on ${day}, our books ${text(-(books.get(currency) ?? 0n), currency)} now`,
    );
