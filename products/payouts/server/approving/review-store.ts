/** SQL of the review of a payout: its rows by page, and the differences of its accounts to an earlier one. No decisions here. */
import type { PayoutWarning } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Cells, Remark } from '../row.ts';

export interface ReviewedRow {
  readonly position: number;
  readonly cells: Cells;
  readonly account: string;
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  readonly warnings: readonly Remark[];
  readonly samePaymentAs: number | null;
}

/** Rows without a fault after a position, optionally only those with a warning. */
export async function listReviewed(
  sql: Sql,
  payoutId: string,
  {
    after,
    limit,
    warning,
  }: { readonly after: number; readonly limit: number; readonly warning?: PayoutWarning | undefined },
): Promise<ReviewedRow[]> {
  const isMeant =
    warning === undefined
      ? query`true`
      : warning === 'duplicate_in_file'
        ? query`same_payment_as is not null`
        : query`warnings @> ${JSON.stringify([{ code: warning }])}::jsonb`;
  const { rows } = await query<Omit<ReviewedRow, 'amountMinor'> & { amountMinor: string }>`
    select position, cells, account, amount_minor::text as "amountMinor", currency, warnings, same_payment_as as "samePaymentAs"
    from payouts.row where payout_id = ${payoutId} and not has_fault and position > ${after} and ${isMeant}
    order by position limit ${limit}
  `.execute(sql);
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

/** How many of the last payouts are compared; those this many times as long or short are skipped. */
const lookBack = 10;
const mostTimes = 3;

/** The last payout confirmed before this one that shares at least half of the accounts. */
export async function findSimilar(
  sql: Sql,
  { id, clientId }: { readonly id: string; readonly clientId: string },
  seesConfidential: boolean,
): Promise<string | undefined> {
  const { rows } = await query<{ id: string }>`
    with this as (
      select confirmed_at, (summary ->> 'rows')::int as rows from payouts.payout where id = ${id}
    ), recent as materialized (
      select payout.id from payouts.payout, this
      where client_id = ${clientId} and payout.id <> ${id} and payout.confirmed_at < this.confirmed_at
        and status in ('SCHEDULED', 'PAYING', 'DONE') and (${seesConfidential} or not confidential)
        and (summary ->> 'rows')::int between this.rows / ${mostTimes} and this.rows * ${mostTimes}
      order by payout.confirmed_at desc limit ${lookBack}
    ), mine as materialized (
      select distinct account, currency from payouts.row where payout_id = ${id} and not has_fault
    ), theirs as (
      select distinct payout_id, account, currency from payouts.row
      where payout_id in (select id from recent) and not has_fault
    ), compared as (
      select payout_id, count(*) as accounts, count(mine.account) as common
      from theirs left join mine using (account, currency) group by payout_id
    )
    select payout_id as id from compared join payouts.payout on payout.id = payout_id
    where common * 2 >= greatest(accounts, (select count(*) from mine)) order by payout.confirmed_at desc limit 1
  `.execute(sql);
  return rows[0]?.id;
}

export interface Difference {
  readonly name: string;
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly before: string | null;
  readonly after: string | null;
}

interface Differences {
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  /** The largest ones; minor units as text. */
  readonly listed: readonly Difference[];
}

/** Accounts whose sums differ between two payouts. */
export async function compareAccounts(
  sql: Sql,
  { id, earlierId }: { readonly id: string; readonly earlierId: string },
  limit: number,
): Promise<Differences> {
  const sums = (payoutId: string) => query`
    select account, currency, sum(amount_minor) as amount, min(cells ->> 'name') as name
    from payouts.row where payout_id = ${payoutId} and not has_fault group by account, currency`;
  const { rows } = await query<Difference & { added: number; gone: number; changed: number }>`
    with mine as (${sums(id)}), theirs as (${sums(earlierId)})
    select coalesce(mine.name, theirs.name, '') as name, account, currency, theirs.amount::text as before, mine.amount::text as after,
      (count(*) filter (where theirs.amount is null) over ())::int as added,
      (count(*) filter (where mine.amount is null) over ())::int as gone,
      (count(*) filter (where mine.amount is not null and theirs.amount is not null) over ())::int as changed
    from mine full join theirs using (account, currency) where mine.amount is distinct from theirs.amount
    order by abs(coalesce(mine.amount, 0) - coalesce(theirs.amount, 0)) desc, account limit ${limit}
  `.execute(sql);
  const { added = 0, gone = 0, changed = 0 } = rows[0] ?? {};
  return { added, gone, changed, listed: rows };
}
