/** SQL of row outcomes. Payments belong to another module, so their outcomes are passed in as lists of ids. */
import type { PayoutOutcome, UnpaidKind } from '@calmly/contract';
import { sql as query, type RawBuilder } from 'kysely';
import type { Sql } from '../../../platform/work.ts';
import { rowsWithOutcome } from '../row-store.ts';

/** Whether the row's payment is one of these. The `case` makes PostgreSQL hash the ids once instead of joining them row by row. */
const hasPaymentOf = (ids: readonly string[], isOneOf = true): RawBuilder<unknown> => query`
  (case when payment_id is null then false
    else (payment_id in (select unnest(${ids}::uuid[]))) = ${isOneOf}::boolean end)`;

/** Payments by id: those with the outcome, or all others. */
export interface OutcomeOfPayments {
  readonly ids: readonly string[];
  readonly isOneOf: boolean;
}

/** The condition of an outcome. */
export function hasOutcome(outcome: PayoutOutcome, { ids, isOneOf }: OutcomeOfPayments): RawBuilder<unknown> {
  if (outcome === 'left_out') return query`has_fault`;
  const paid = hasPaymentOf(ids, isOneOf);
  return outcome === 'failed' ? query`(refusal is not null or ${paid})` : paid;
}

export interface UnpaidRow {
  readonly position: number;
  readonly kind: UnpaidKind;
  /** Another payout already repeats it. */
  readonly isRepeated: boolean;
}

/** The unpaid rows of a finished payout; `failedIds` are its payments that failed. */
export async function listUnpaid(
  sql: Sql,
  payoutId: string,
  failedIds: readonly string[],
): Promise<UnpaidRow[]> {
  const { rows } = await query<UnpaidRow>`
    select row.position, case when has_fault then 'left_out' when refusal is not null then 'refused' else 'failed' end as kind,
      repeated_in is not null as "isRepeated"
    from ${rowsWithOutcome}
    where row.payout_id = ${payoutId} and (has_fault or refusal is not null or ${hasPaymentOf(failedIds)})
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
