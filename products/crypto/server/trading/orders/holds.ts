/** Reservations of orders, for the check of all reservations. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Those of these reservations that hold money for open orders, with what they hold. Minor units. */
export async function findOrderHolds(
  sql: Sql,
  reservationIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly accountId: string; readonly minor: bigint }>> {
  const { rows } = await query<{ id: string; accountId: string; minor: string }>`
    select reservation_id as id, payer_account_id as "accountId", held_minor::text as minor
    from trading.trade_order where status = 'PLACED' and reservation_id = any(${reservationIds}::uuid[])`.execute(
    sql,
  );
  return new Map(rows.map(({ id, accountId, minor }) => [id, { accountId, minor: BigInt(minor) }]));
}
