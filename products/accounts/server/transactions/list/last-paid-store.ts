/** The latest payment that each payee received. Looks back a bounded number of rows for each. SQL only. */
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { newestShown, type Viewer } from '../confidential/audience.ts';

/** A payee whose latest payments were all refused or cancelled counts as not paid. */
const lookBack = 50;

export interface LastPaidRow {
  readonly beneficiaryId: string;
  readonly paymentId: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly createdAt: Date;
}

/** Executed payments only, among the payee's last 50 that the viewer sees. A payee without one is absent. */
export async function findLastPaid(
  sql: Sql,
  viewer: Viewer,
  beneficiaryIds: readonly string[],
): Promise<LastPaidRow[]> {
  const recent = newestShown(viewer, {
    columns: query`id, client_id, direction, status, currency, amount_minor, created_at`,
    within: query`beneficiary_id = payee.id`,
    limit: lookBack,
  });
  const { rows } = await query<Omit<LastPaidRow, 'amountMinor'> & { readonly amountMinor: string }>`
    select payee.id as "beneficiaryId", last.id as "paymentId", last.currency, last.amount_minor as "amountMinor",
      last.created_at as "createdAt"
    from unnest(${beneficiaryIds}::uuid[]) as payee(id)
    cross join lateral (
      select * from (${recent}) as recent
      where client_id = ${viewer.clientId} and direction = 'DEBIT' and status = 'EXECUTED'
      order by id desc limit 1
    ) as last
  `.execute(sql);
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}
