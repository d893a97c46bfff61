/** Paid rows and their counts, for comparison with the payments. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** A row with its payment. Minor units. */
export interface PaidRow {
  readonly payoutId: string;
  readonly position: number;
  readonly paymentId: string;
  /** Null if the row itself is gone or has no such value. */
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly accountId: string | null;
}

/** By payout and position, after one of them. */
export async function listPaidRows(
  sql: Sql,
  { after, limit }: { readonly after: Pick<PaidRow, 'payoutId' | 'position'>; readonly limit: number },
): Promise<PaidRow[]> {
  const { rows } = await query<Omit<PaidRow, 'amountMinor'> & { amountMinor: string | null }>`
    select outcome.payout_id as "payoutId", outcome.position, outcome.payment_id as "paymentId", row.amount_minor::text as "amountMinor",
      row.currency, row.debtor_account_id as "accountId"
    from (
      select * from payouts.outcome where (payout_id, position) > (${after.payoutId}::uuid, ${after.position}::int)
        and payment_id is not null order by payout_id, position limit ${limit}
    ) as outcome
    left join payouts.row on row.payout_id = outcome.payout_id and row.position = outcome.position
    order by 1, 2`.execute(sql);
  return rows.map((row) => ({
    ...row,
    amountMinor: row.amountMinor === null ? null : BigInt(row.amountMinor),
  }));
}

export interface PayoutCounts {
  readonly id: string;
  readonly payments: number;
  /** Lower if two rows name one payment. */
  readonly differentPayments: number;
  /** The number of rows without a fault that have no outcome although the payout is finished. */
  readonly forgotten: number;
}

/** Confirmed payouts, by id, after one of them. */
export async function listPayoutCounts(
  sql: Sql,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<PayoutCounts[]> {
  const { rows } = await query<PayoutCounts>`
    select payout.id, paid.payments, paid.different as "differentPayments", coalesce(forgotten.count, 0)::int as forgotten
    from (select id, status from payouts.payout where id > ${after} order by id limit ${limit}) as payout
    cross join lateral (
      select count(payment_id)::int as payments, count(distinct payment_id)::int as different
      from payouts.outcome where payout_id = payout.id
    ) as paid
    left join lateral (
      select count(*) from payouts.row where row.payout_id = payout.id and not has_fault
        and not exists (select from payouts.outcome where outcome.payout_id = row.payout_id and outcome.position = row.position)
    ) as forgotten on payout.status = 'DONE'
    order by payout.id`.execute(sql);
  return rows;
}
