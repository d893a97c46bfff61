/** SQL of row outcomes. Payments belong to another module, which provides the query of their ids. */
import type {
  EndpointInput,
  findPayoutRows,
  PaymentStatus,
  PayoutOutcome,
  UnpaidKind,
} from '@calmly/contract';
import { paymentStatuses } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import { failedStatuses, idsOfPayout } from '../../../accounts/server/transactions/index.ts';
import { findRuns, rowsWithOutcome } from '../row-store.ts';

type PaymentOutcome = Exclude<PayoutOutcome, 'left_out'>;

const statusesOf: Readonly<Record<PaymentOutcome, readonly PaymentStatus[]>> = {
  paid: ['EXECUTED'],
  pending: paymentStatuses.filter((status) => status !== 'EXECUTED' && !failedStatuses.includes(status)),
  failed: failedStatuses,
};

/** Whether the row's payment has this outcome. The `case` makes PostgreSQL hash the ids once instead of looking up one for each row. */
const hasPayment = (payoutId: string, outcome: PaymentOutcome): RawBuilder<unknown> => query`
  (case when payment_id is null then false else payment_id in (${idsOfPayout(payoutId, statusesOf[outcome])}) end)`;

/** The condition on `payouts.outcome` that a row was paid, is pending or failed. */
export function hasOutcome(payoutId: string, outcome: PaymentOutcome): RawBuilder<unknown> {
  const paid = hasPayment(payoutId, outcome);
  return outcome === 'failed' ? query`(refusal is not null or ${paid})` : paid;
}

/** Numbers of rows by outcome. `failed`: no payment was made, or it failed; `faulty`: left out. */
export type OutcomeCounts = Readonly<Record<'rows' | 'faulty' | 'paid' | 'pending' | 'failed', number>>;

/** Numbers of rows by PmtInf of a pain.001; '' for rows without one. */
export async function countByPaymentInformation(
  sql: Sql,
  payoutId: string,
): Promise<Array<OutcomeCounts & { readonly id: string }>> {
  const { rows } = await query<
    Omit<OutcomeCounts, 'pending'> & { id: string; payments: number; refused: number }
  >`
    select coalesce(original ->> 'payment', '') as id, count(*)::int as rows, count(*) filter (where has_fault)::int as faulty,
      count(*) filter (where refusal is not null)::int as refused, count(payment_id)::int as payments,
      count(*) filter (where ${hasPayment(payoutId, 'paid')})::int as paid,
      count(*) filter (where ${hasOutcome(payoutId, 'failed')})::int as failed
    from ${rowsWithOutcome} where row.payout_id = ${payoutId} group by 1
  `.execute(sql);
  return rows.map(({ payments, refused, ...counts }) => ({
    ...counts,
    pending: payments - counts.paid - (counts.failed - refused),
  }));
}

export interface UnpaidRow {
  readonly position: number;
  readonly kind: UnpaidKind;
  /** Null: no payment was made. */
  readonly paymentId: string | null;
  /** Whether another payout already repeats it. */
  readonly isRepeated: boolean;
}

/** The unpaid rows of a finished payout. */
export async function listUnpaid(sql: Sql, payoutId: string): Promise<UnpaidRow[]> {
  const { rows } = await query<UnpaidRow>`
    select row.position, case when has_fault then 'left_out' when refusal is not null then 'refused' else 'failed' end as kind,
      payment_id as "paymentId", repeated_in is not null as "isRepeated"
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

/** Releases the rows of a discarded payout, so that another one may repeat them. Returns their failed payments. */
export async function releaseRepeated(sql: Sql, payoutId: string, repeatedIn: string): Promise<string[]> {
  const { rows } = await query<{ paymentId: string | null }>`
    update payouts.row set repeated_in = null where payout_id = ${payoutId} and repeated_in = ${repeatedIn}
    returning (
      select payment_id from payouts.outcome where outcome.payout_id = row.payout_id and outcome.position = row.position
    ) as "paymentId"
  `.execute(sql);
  return rows.flatMap(({ paymentId }) => paymentId ?? []);
}

type Filter = EndpointInput<typeof findPayoutRows>['query'];

/**
 * The rows that match a filter, including by the outcome of their payments: runs of consecutive positions, `[first, last]`, in ascending order.
 * `left_out`: the rows with a fault.
 */
export function findPositions(
  sql: Sql,
  payoutId: string,
  { outcome, ...filter }: Filter,
): Promise<Array<[number, number]>> {
  if (outcome === 'left_out') return findRuns(sql, payoutId, { ...filter, isLeftOut: true });
  return findRuns(sql, payoutId, { ...filter, ...(outcome && { outcome: hasOutcome(payoutId, outcome) }) });
}
