/**
 * Executes payments of bulk payouts without reading them: their ids, amounts and fees go to the ledger as PostgreSQL's own lists, as texts that are
 * not looked at on the way. Most reports of the rail are about such payments, and reading a row took longer than all that is decided about it.
 */
import type { CurrencyCode } from '@calmly/domain';
import { binaryUuids } from '@calmly/platform/postgres/values.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { executedPath } from './steps/steps.ts';

/** Whether one of these payments belongs to a bulk payout. */
export async function isAnyOfPayout(db: Sql, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from transactions.transaction where id = any(${ids}::uuid[]) and payout_id is not null) as found
  `.execute(db);
  return rows[0]?.found ?? false;
}

/** Executed payments of one account that share a reservation. */
interface ListedPayments {
  readonly clientId: string;
  readonly accountId: string;
  readonly currency: CurrencyCode;
  readonly heldBy: string;
  readonly firstId: string;
  /** Amounts and fees together. */
  readonly debitedMinor: bigint;
  /** `uuid[]`. */
  readonly ids: string;
  /** `numeric[]`, in the order of the ids: what is sent to the payees. */
  readonly sent: string;
  /** `numeric[]`, in the order of the ids. */
  readonly fees: string;
}

/**
 * Locks all of the payments in the order of their ids. Those of bulk payouts that are at another bank and not converted take their last step,
 * EXECUTED. Left as they are: all others, among them those that are executed already, and `left`.
 */
export async function executeListed(
  db: Sql,
  { ids, left, at }: { readonly ids: readonly string[]; readonly left: readonly string[]; readonly at: Date },
): Promise<ListedPayments[]> {
  const { rows } = await sql<Omit<ListedPayments, 'debitedMinor'> & { debitedMinor: string }>`
    with locked as materialized (
      select id, client_id, account_id, currency, held_by, version, first_path, amount_minor, fee_minor, charge_bearer = 'BEN' as payee_bears,
        status = 'PENDING_FINANCE_INSTITUTION' and direction = 'DEBIT' and payout_id is not null and held_by is not null
          and converted_currency is null and id <> all (${left}::uuid[]) as is_plain
      from transactions.transaction where id = any(${binaryUuids(ids)}::uuid[]) order by id for no key update
    ), executed as materialized (
      select * from locked where is_plain
    ), progress as (
      insert into transactions.progress (transaction_id, version, at, path)
      select executed.id, version + 1, ${at}::timestamptz, ${sql.lit(executedPath)}
      from executed left join transactions.path as first on first.id = first_path
      -- The others' rows tell it (\`executed_by_row\`).
      where (version = cardinality(first.statuses) and first.statuses[version] = 'PENDING_FINANCE_INSTITUTION') is not true
    ), moved as (
      update transactions.transaction set status = 'EXECUTED', version = executed.version + 1, updated_at = ${at}::timestamptz
      from executed where transaction.id = executed.id
    )
    select client_id as "clientId", account_id as "accountId", currency, held_by as "heldBy", (array_agg(id))[1] as "firstId",
      sum(amount_minor + case when payee_bears then 0 else fee_minor end)::text as "debitedMinor", array_agg(id)::text as ids,
      array_agg(amount_minor - case when payee_bears then fee_minor else 0 end)::text as sent, array_agg(fee_minor)::text as fees
    from executed group by client_id, account_id, currency, held_by
  `.execute(db);
  return rows.map((row) => ({ ...row, debitedMinor: BigInt(row.debitedMinor) }));
}
