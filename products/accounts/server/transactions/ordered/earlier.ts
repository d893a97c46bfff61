/** What a new payment needs to know about a client's earlier ones: how many, the first to a payee, their keys; and who ordered a transaction. */
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';
import { findPersonNames } from '../../../../identity/server/index.ts';
import type { StoredTransaction } from '../transaction.ts';

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

// Idempotency keys that payments themselves kept until migration 0350: none of them pays again, though its answer is no longer stored.

interface Order {
  readonly clientId: string;
  /** Undefined when it was not ordered over HTTP. */
  readonly idempotencyKey?: string;
}

export interface SpentKeys {
  /** Whether an earlier payment of the client has this order's key. */
  has(order: Order): boolean;
}

const nameOf = ({ clientId, idempotencyKey }: Order) => `${clientId} ${idempotencyKey}`;

/** Looks the orders' keys up among those of earlier payments. */
export async function findSpentKeys(db: Sql, orders: readonly Order[]): Promise<SpentKeys> {
  const keyed = orders.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  if (keyed.length === 0) return { has: () => false };
  const { rows } = await sql<Required<Order>>`
    select asked.client as "clientId", asked.key as "idempotencyKey"
    from unnest(
      ${keyed.map(({ clientId }) => clientId)}::uuid[], ${keyed.map(({ idempotencyKey }) => idempotencyKey)}::text[]
    ) as asked (client, key)
    -- \`offset 0\`: one look-up for each key, in any plan.
    cross join lateral (
      select from transactions.transaction where idempotency_key = asked.key and client_id = asked.client offset 0
    ) as paid`.execute(db);
  const spent = new Set(rows.map(nameOf));
  return { has: (order) => order.idempotencyKey !== undefined && spent.has(nameOf(order)) };
}

// Who ordered a company's transactions, by name. A personal profile has one person, so nothing is looked up there.

type Ordered = Pick<StoredTransaction, 'initiatorId'>;

/** The name of the person who ordered each transaction; null where a bank did. */
export async function findOrderedBy(
  db: Sql,
  { role }: Pick<ClientActor, 'role'>,
  transactions: readonly Ordered[],
): Promise<(transaction: Ordered) => string | null> {
  const ids = role === 'LEGAL' ? transactions.flatMap(({ initiatorId }) => initiatorId ?? []) : [];
  const names = ids.length === 0 ? undefined : await findPersonNames(db, [...new Set(ids)]);
  return ({ initiatorId }) => (initiatorId && names?.get(initiatorId)) || null;
}

/** The same for what this person orders now. */
export const orderedNow = ({ role, personName }: ClientActor): string | null =>
  role === 'LEGAL' ? personName : null;
