/** What screening wants to know of a client's earlier payments, in the database. */
import { sql } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import type { StoredPayment } from './view.ts';

/**
 * Payments to others that each client has ordered since an id was made; counted up to `atMost`, none when that is 0. Moves between
 * a client's own accounts are nobody's business: they neither are screened nor count.
 */
export async function countOrders(
  db: Sql,
  query: { readonly clientIds: readonly string[]; readonly sinceId: string; readonly atMost: number },
): Promise<Map<string, number>> {
  if (query.atMost === 0) return new Map();
  const { rows } = await sql<{ clientId: string; count: number }>`
    select client.id as "clientId", recent.count
    from unnest(${query.clientIds}::uuid[]) as client (id)
    cross join lateral (
      select count(*)::integer as count from (
        select from payments.payment
        where client_id = client.id and id >= ${query.sinceId} and direction = 'DEBIT' and scheme not in ('OWN', 'EXCHANGE')
        limit ${query.atMost}
      ) as counted
    ) as recent
  `.execute(db);
  return new Map(rows.map(({ clientId, count }) => [clientId, count]));
}

/** To whose account nothing was carried out before, of payments to payees. */
export async function findFirsts(
  db: Sql,
  payments: ReadonlyArray<Pick<StoredPayment, 'id' | 'beneficiaryId' | 'creditorAccount'>>,
): Promise<Set<string>> {
  if (payments.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(
      ${payments.map(({ id }) => id)}::uuid[], ${payments.map(({ beneficiaryId }) => beneficiaryId)}::uuid[],
      ${payments.map(({ creditorAccount }) => creditorAccount)}::text[]
    ) as asked (id, beneficiary_id, account)
    where not exists (
      select from payments.payment as earlier
      where earlier.beneficiary_id = asked.beneficiary_id and earlier.id < asked.id and earlier.status = 'EXECUTED'
        and earlier.creditor_account = asked.account
    )
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
