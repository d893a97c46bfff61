/** SQL of row outcomes. Payments belong to another module, which gives the query of their ids. */
import type { PaymentStatus, PayoutOutcome, UnpaidKind } from '@calmly/contract';
import { paymentStatuses } from '@calmly/domain';
import { sql as query, type RawBuilder } from 'kysely';
import type { Sql } from '../../../platform/work.ts';
import { failedStatuses, idsOfPayout } from '../../transactions/index.ts';
import { rowsWithOutcome } from '../row-store.ts';

type PaymentOutcome = Exclude<PayoutOutcome, 'left_out'>;

const statusesOf: Readonly<Record<PaymentOutcome, readonly PaymentStatus[]>> = {
  paid: ['EXECUTED'],
  pending: paymentStatuses.filter((status) => status !== 'EXECUTED' && !failedStatuses.includes(status)),
  failed: failedStatuses,
};

/** Whether the row's payment has this outcome. The `case` makes PostgreSQL hash the ids once instead of looking up one for each row. */
const hasPayment = (payoutId: string, outcome: PaymentOutcome): RawBuilder<unknown> => query`
  (case when payment_id is null then false else payment_id in (${idsOfPayout(payoutId, statusesOf[outcome])}) end)`;

/** The condition on `payouts.outcome` that a row was paid, is on its way or failed. */
export function hasOutcome(payoutId: string, outcome: PaymentOutcome): RawBuilder<unknown> {
  const paid = hasPayment(payoutId, outcome);
  return outcome === 'failed' ? query`(refusal is not null or ${paid})` : paid;
}

export interface UnpaidRow {
  readonly position: number;
  readonly kind: UnpaidKind;
  /** Another payout already repeats it. */
  readonly isRepeated: boolean;
}

/** The unpaid rows of a finished payout. */
export async function listUnpaid(sql: Sql, payoutId: string): Promise<UnpaidRow[]> {
  const { rows } = await query<UnpaidRow>`
    select row.position, case when has_fault then 'left_out' when refusal is not null then 'refused' else 'failed' end as kind,
      repeated_in is not null as "isRepeated"
    from ${rowsWithOutcome}
    where row.payout_id = ${payoutId} and (has_fault or ${hasOutcome(payoutId, 'failed')})
    order by row.position
  `.execute(sql);
  return rows;
}

/** Marks rows as repeated by a payout. */
export async function markRepeated(
  sql: Sql,
  payoutId: string,
  positions: readonly number[],
  repeatedIn: string,
): Promise<void> {
  await query`
    update payouts.row set repeated_in = ${repeatedIn}
    where payout_id = ${payoutId} and position = any(${positions}::int[])
  `.execute(sql);
}

/** Releases the rows of a discarded payout, so that another one may repeat them. */
export async function releaseRepeated(sql: Sql, payoutId: string, repeatedIn: string): Promise<void> {
  await query`
    update payouts.row set repeated_in = null where payout_id = ${payoutId} and repeated_in = ${repeatedIn}
  `.execute(sql);
}
