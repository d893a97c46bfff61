/** Reservations of payouts that are not paid to their end, for the check of all reservations. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Those of these reservations that hold payouts' money: the account and the whole sum, of which parts may be paid. Minor units. */
export async function findPayoutHolds(
  sql: Sql,
  reservationIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly accountId: string; readonly minor: bigint }>> {
  const { rows } = await query<{ id: string; accountId: string; minor: string }>`
    select reservation_id as id, debtor_account_id as "accountId", amount_minor::text as minor
    from payouts.hold where reservation_id = any(${reservationIds}::uuid[])`.execute(sql);
  return new Map(rows.map(({ id, accountId, minor }) => [id, { accountId, minor: BigInt(minor) }]));
}
