/** SQL of future payments of payouts that wait for approval or for their day. For forecasts. */
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { debited } from './sending-store.ts';

/** A payee of such a payout, on a day. */
export interface PlannedPayee {
  /** If true, it names no payee. */
  readonly isConfidential: boolean;
  readonly payeeId: string | null;
  /** IBAN or number, without blanks. */
  readonly account: string;
  /** `YYYY-MM-DD`; null: as soon as it is approved. */
  readonly dueOn: string | null;
}

/**
 * Those of these payees and accounts (without spaces) that are paid, and all days of confidential payouts. A payee paid twice on a day is listed
 * once.
 */
export async function listPlannedPayees(
  sql: Sql,
  { clientId, payeeIds, accounts }: PlannedKey,
): Promise<PlannedPayee[]> {
  const { rows } = await query<PlannedPayee>`
    select distinct confidential as "isConfidential", case when not confidential then payee_id end as "payeeId",
      case when confidential then '' else account end as account, greatest(pay_on, due_on)::text as "dueOn"
    from payouts.payout join payouts.row on payout_id = payout.id
    where client_id = ${clientId} and status in ('WAITING', 'SCHEDULED', 'PAYING') and not has_fault
      and (confidential or payee_id = any(${payeeIds}::uuid[]) or upper(account) = any(${accounts}::text[]))
      and not exists (select from payouts.outcome where outcome.payout_id = payout.id and outcome.position = row.position)
    order by "dueOn" nulls first
  `.execute(sql);
  return rows;
}

export interface PlannedKey {
  readonly clientId: string;
  readonly payeeIds: readonly string[];
  readonly accounts: readonly string[];
}

/** What leaves accounts when a payout is paid, in one currency. */
export interface PlannedSum {
  readonly payoutId: string;
  readonly currency: CurrencyCode;
  readonly debitedMinor: bigint;
}

/** By currency. */
export async function sumPlanned(
  sql: Sql,
  clientId: string,
  payoutIds: readonly string[],
): Promise<PlannedSum[]> {
  const { rows } = await query<Omit<PlannedSum, 'debitedMinor'> & { readonly debited: string }>`
    select payout_id as "payoutId", currency, sum(${debited})::text as debited
    from payouts.row join payouts.payout on payout.id = payout_id
    where payout_id = any(${payoutIds}::uuid[]) and client_id = ${clientId} and not has_fault
    group by payout_id, currency order by currency
  `.execute(sql);
  return rows.map(({ debited: minor, ...sum }) => ({ ...sum, debitedMinor: BigInt(minor) }));
}
