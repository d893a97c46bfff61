/** Idempotency keys that payments themselves kept until migration 0350: none of them pays again, though its answer is no longer stored. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';

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
