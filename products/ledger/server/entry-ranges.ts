/**
 * Ranges of entries between moments: their numbers, opening and closing balances, and sums. Look-ups only, because each entry carries running totals.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { type Flow, type Totals, totalsAt } from './history.ts';

/** The entries of a period, whose numbers are consecutive because booking times never decrease. */
export interface EntryRange {
  /** Numbers of the first and last entry; `last` is below `first` if there are none. */
  readonly first: bigint;
  readonly last: bigint;
  /** Posted balances before the first and after the last. */
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  /** Sums of these entries, both as magnitudes. */
  readonly inMinor: bigint;
  readonly outMinor: bigint;
}

/** The entries booked at or after each instant and before the next: `n` instants bound `n - 1` ranges. */
export async function entryRanges(
  sql: Sql,
  accountId: string,
  instants: readonly Date[],
): Promise<EntryRange[]> {
  return (await entryRangesByAccount(sql, [accountId], instants)).get(accountId) ?? [];
}

/** The same for several accounts, by account. */
export async function entryRangesByAccount(
  sql: Sql,
  accountIds: readonly string[],
  instants: readonly Date[],
): Promise<ReadonlyMap<string, EntryRange[]>> {
  const totals = await totalsAt(sql, accountIds, instants);
  return new Map([...totals].map(([id, points]) => [id, rangesBetween(points)]));
}

const rangesBetween = (points: readonly Totals[]): EntryRange[] =>
  points.slice(1).map((end, index) => {
    const start = points[index] ?? end;
    return {
      first: start.seq + 1n,
      last: end.seq,
      openingMinor: start.credits - start.debits,
      closingMinor: end.credits - end.debits,
      inMinor: end.credits - start.credits,
      outMinor: end.debits - start.debits,
    };
  });

/** The sums of each range by transfer code, in the order of the ranges. Reads the entries. */
export async function flowsByCode(
  sql: Sql,
  ranges: ReadonlyArray<Pick<EntryRange, 'first' | 'last'> & { readonly accountId: string }>,
): Promise<Array<ReadonlyMap<string, Flow>>> {
  if (ranges.length === 0) return [];
  const { rows } = await query<{ place: number; code: string; in: string; out: string }>`
    select r.place::integer as place, t.code, sum(greatest(e.amount, 0))::text as "in", sum(greatest(-e.amount, 0))::text as "out"
    from unnest(
      ${ranges.map(({ accountId }) => accountId)}::uuid[], ${ranges.map(({ first }) => String(first))}::bigint[],
      ${ranges.map(({ last }) => String(last))}::bigint[]
    ) with ordinality as r (account_id, first, last, place)
    join ledger.entries e on e.account_id = r.account_id and e.seq >= r.first and e.seq <= r.last
    join ledger.transfers t on t.id = e.transfer_id
    group by r.place, t.code`.execute(sql);
  const found = Map.groupBy(rows, ({ place }) => place);
  return ranges.map(
    (_, index) =>
      new Map(
        found
          .get(index + 1)
          ?.map(({ code, ...row }) => [code, { inMinor: BigInt(row.in), outMinor: BigInt(row.out) }]),
      ),
  );
}

/** A period of an account, from its first moment to the first one after it. */
interface AccountPeriod {
  readonly accountId: string;
  readonly begins: Date;
  readonly ends: Date;
}

/** The range of entries of each period, in order, and whether the account has later entries, in which case the period is final. */
export async function entryRangesOfPeriods(
  sql: Sql,
  periods: readonly AccountPeriod[],
): Promise<Array<EntryRange & { readonly isOver: boolean }>> {
  const bound = (side: 'begins' | 'ends') => query`left join ledger.entries ${query.ref(side)}
      on ${query.ref(`${side}.account_id`)} = w.account_id and ${query.ref(`${side}.seq`)} = ledger.last_before(w.account_id, ${query.ref(`w.${side}`)})`;
  const { rows } = await query<
    Record<'first' | 'last' | 'opening' | 'closing' | 'in' | 'out', string> & { over: boolean }
  >`
    select (coalesce(begins.seq, 0) + 1)::text as first, coalesce(ends.seq, 0)::text as last,
      coalesce(begins.credits - begins.debits, 0)::text as opening, coalesce(ends.credits - ends.debits, 0)::text as closing,
      (coalesce(ends.credits, 0) - coalesce(begins.credits, 0))::text as "in",
      (coalesce(ends.debits, 0) - coalesce(begins.debits, 0))::text as "out",
      exists (select from ledger.accounts where id = w.account_id and last_booked_at >= w.ends) as over
    from unnest(
      ${periods.map(({ accountId }) => accountId)}::uuid[], ${periods.map(({ begins }) => begins.toISOString())}::timestamptz[],
      ${periods.map(({ ends }) => ends.toISOString())}::timestamptz[]
    ) with ordinality as w (account_id, begins, ends, place)
    ${bound('begins')} ${bound('ends')}
    order by w.place`.execute(sql);
  return rows.map((row) => ({
    first: BigInt(row.first),
    last: BigInt(row.last),
    openingMinor: BigInt(row.opening),
    closingMinor: BigInt(row.closing),
    inMinor: BigInt(row.in),
    outMinor: BigInt(row.out),
    isOver: row.over,
  }));
}
