/** SQL of the accounts of a payout that are no payee's yet: those of rows without a fault. */
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';
import type { NewPayee } from './payee-of-row.ts';

export interface ListedPayee extends NewPayee {
  /** Rows that pay it. */
  readonly rows: number;
}

/** Accounts whose first row comes after a position, in that order; `total` counts all of them. */
export async function listNewPayees(
  sql: Sql,
  payoutId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly payees: ListedPayee[]; readonly total: number }> {
  const { rows } = await query<ListedPayee & { total: number }>`
    with found as materialized (
      select new_payee as key, min(position) as first, count(*)::int as rows from payouts.row
      where payout_id = ${payoutId} and new_payee is not null and not has_fault group by 1
    )
    select row.position, page.key, row.account, row.currency, row.cells, page.rows, page.total
    from (
      select found.*, (select count(*)::int from found) as total from found where first > ${after} order by first limit ${limit}
    ) as page
    join payouts.row as row on row.payout_id = ${payoutId} and row.position = page.first
    order by row.position
  `.execute(sql);
  return { payees: rows.map(({ total: _, ...payee }) => payee), total: rows[0]?.total ?? 0 };
}

/** Notes who is paid by the rows of these accounts. */
export async function setPayees(
  sql: Sql,
  payoutId: string,
  payees: ReadonlyArray<{ readonly key: string; readonly payeeId: string }>,
): Promise<void> {
  if (payees.length === 0) return;
  await query`
    update payouts.row set payee_id = new.id, new_payee = null, name_check_of = null
    from unnest(
      ${payees.map(({ payeeId }) => payeeId)}::uuid[], ${payees.map(({ key }) => key)}::text[]
    ) as new (id, key)
    where payout_id = ${payoutId} and row.new_payee = new.key
  `.execute(sql);
}
