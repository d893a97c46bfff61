/** SQL of a payout's accounts that are not saved payees yet, from rows without a fault. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { NewPayee } from './payee-of-row.ts';

export interface ListedPayee extends NewPayee {
  /** Number of rows that pay it. */
  readonly rows: number;
}

/** Accounts whose first row comes after a position, in that order; `total` counts all of them. */
export async function listNewPayees(
  sql: Sql,
  payoutId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly payees: ListedPayee[]; readonly total: number }> {
  const { rows } = await query<{ total: number } & (ListedPayee | { key: null })>`
    with found as materialized (
      select new_payee as key, min(position) as first, count(*)::int as rows from payouts.row
      where payout_id = ${payoutId} and new_payee is not null and not has_fault group by 1
    )
    select row.position, page.key, row.account, row.currency, row.cells, page.rows, counted.total
    from (select count(*)::int as total from found) as counted
    left join (
      select * from found where first > ${after} order by first limit ${limit}
    ) as page on true
    left join payouts.row as row on row.payout_id = ${payoutId} and row.position = page.first
    order by row.position
  `.execute(sql);
  return {
    // Beyond the last one there is only the total.
    payees: rows.flatMap(({ total: _, ...payee }) => (payee.key === null ? [] : payee)),
    total: rows[0]?.total ?? 0,
  };
}

/** The keys of the accounts that are not saved payees yet. */
export async function listNewKeys(sql: Sql, payoutId: string): Promise<string[]> {
  const { rows } = await query<{ key: string }>`
    select distinct new_payee as key from payouts.row
    where payout_id = ${payoutId} and new_payee is not null and not has_fault
  `.execute(sql);
  return rows.map(({ key }) => key);
}

/** Records the payee of the rows of these accounts. */
export async function setPayees(
  sql: Sql,
  payoutId: string,
  payees: ReadonlyArray<{ readonly key: string; readonly payeeId: string }>,
): Promise<void> {
  if (payees.length === 0) return;
  // As a map, because a join would compare each row with each account: the planner knows neither number.
  const idsByKey = JSON.stringify(Object.fromEntries(payees.map(({ key, payeeId }) => [key, payeeId])));
  await query`
    update payouts.row set payee_id = (${idsByKey}::jsonb ->> new_payee)::uuid, new_payee = null, name_check_of = null
    where payout_id = ${payoutId} and new_payee is not null and ${idsByKey}::jsonb ? new_payee
  `.execute(sql);
}
