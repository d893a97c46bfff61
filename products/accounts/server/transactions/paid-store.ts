/**
 * What a client has paid to payees so far, by account and currency, as far as the viewer sees it. Looks back a bounded number of rows for
 * each payee. SQL only.
 */
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { newestShown, type Viewer } from './confidential/audience.ts';

/** How many of the last payments to a payee it looks at. */
const lookBack = 50;

/** Payments to one account of a payee in one currency. */
export interface Paid {
  readonly beneficiaryId: string;
  readonly account: string;
  readonly currency: CurrencyCode;
  /** Null: none was executed. */
  readonly largestMinor: bigint | null;
  /** Those since the asked time that are not known to have failed, with their days (UTC). */
  readonly recent: ReadonlyArray<{ readonly amountMinor: bigint; readonly day: string }>;
}

interface Row {
  readonly beneficiaryId: string;
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly largest: string | null;
  readonly amounts: readonly string[] | null;
  readonly days: readonly string[] | null;
}

/** A payee without a payment that may have reached it is absent. */
export async function findPaid(
  sql: Sql,
  { viewer, payeeIds, since }: { viewer: Viewer; payeeIds: readonly string[]; since: Date },
): Promise<Paid[]> {
  if (payeeIds.length === 0) return [];
  const last = newestShown(viewer, {
    columns: query`id, client_id, direction, creditor_account, currency, amount_minor, status, created_at`,
    within: query`beneficiary_id = payee.id`,
    limit: lookBack,
  });
  const { rows } = await query<Row>`
    select payee.id as "beneficiaryId", paid.*
    from unnest(${payeeIds}::uuid[]) as payee (id)
    cross join lateral (
      select creditor_account as account, currency, max(amount_minor) filter (where status = 'EXECUTED')::text as largest,
        array_agg(amount_minor::text order by id desc) filter (where created_at >= ${since}) as amounts,
        array_agg((created_at at time zone 'UTC')::date::text order by id desc) filter (where created_at >= ${since}) as days
      from (${last}) as last
      where client_id = ${viewer.clientId} and direction = 'DEBIT' and status not in ('REJECTED', 'AML_REJECTED', 'CANCELED')
      group by creditor_account, currency
    ) as paid
  `.execute(sql);
  return rows.map(({ largest, amounts, days, ...paid }) => ({
    ...paid,
    largestMinor: largest === null ? null : BigInt(largest),
    recent: (amounts ?? []).map((amount, at) => ({ amountMinor: BigInt(amount), day: days?.[at] ?? '' })),
  }));
}
