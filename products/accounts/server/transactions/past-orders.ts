/** What screening needs to know about a client's earlier payments. SQL only. */

import type { Sql } from '@calmly/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { StoredTransaction } from './transaction.ts';

/** A payout may have written a hundred thousand within the hour. */
const mostLookedAt = 3_000;

/**
 * How many payments to others each client has ordered since an id; counted up to `atMost`, and not at all when that is 0. Transfers
 * between a client's own accounts and rows of payouts do not count. Looks at the newest `mostLookedAt` transactions only, of which none is confidential: such rows are always a payout's.
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
        select from (
          select direction, scheme, payout_id from transactions.transaction
          where client_id = client.id and audience <> 'CONFIDENTIAL' and id >= ${query.sinceId} order by id desc limit ${mostLookedAt}
        ) as newest
        where direction = 'DEBIT' and scheme not in ('OWN', 'EXCHANGE', 'CARD', 'CARD_MOVE', 'CARD_FEE', 'CRYPTO', 'CRYPTO_MOVE', 'TRADE') and payout_id is null
        limit ${query.atMost}
      ) as counted
    ) as recent
  `.execute(db);
  return new Map(rows.map(({ clientId, count }) => [clientId, count]));
}

/** Of payments to payees: those that are the first to their account. Confidential payments count for confidential ones only. */
export async function findFirsts(
  db: Sql,
  payments: ReadonlyArray<Pick<StoredTransaction, 'id' | 'beneficiaryId' | 'creditorAccount' | 'audience'>>,
): Promise<Set<string>> {
  if (payments.length === 0) return new Set();
  // Open and confidential rows have an index each.
  const earlier = (comparison: RawBuilder<unknown>) => sql`
    select from transactions.transaction as earlier
    where earlier.beneficiary_id = asked.beneficiary_id and earlier.audience ${comparison} 'CONFIDENTIAL' and earlier.id < asked.id
      and earlier.status = 'EXECUTED' and earlier.creditor_account = asked.account`;
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(
      ${payments.map(({ id }) => id)}::uuid[], ${payments.map(({ beneficiaryId }) => beneficiaryId)}::uuid[],
      ${payments.map(({ creditorAccount }) => creditorAccount)}::text[],
      ${payments.map(({ audience }) => audience === 'CONFIDENTIAL')}::boolean[]
    ) as asked (id, beneficiary_id, account, is_confidential)
    where not exists (${earlier(sql`<>`)}) and not (asked.is_confidential and exists (${earlier(sql`=`)}))
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
