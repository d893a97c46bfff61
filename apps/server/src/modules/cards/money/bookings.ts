/** What was booked for payments with cards, as the sums of their messages say: the ledger's entries are compared with it. Signed minor units. */
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';

/** What a merchant collected, less what the card still owes the bank for it; a refund is positive. */
const booked = query`case when is_refund then cleared_minor else coalesce(part.amount_minor, 0) - cleared_minor end`;

/** By payment; a payment that is not known is absent. */
export async function bookedOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ id: string; minor: string }>`
    select it.id, (${booked})::text as minor
    from cards.authorization it left join cards.debt_part part on part.authorization_id = it.id
    where it.id = any(${ids}::uuid[])`.execute(sql);
  return new Map(rows.map(({ id, minor }) => [id, BigInt(minor)]));
}

/** By account. */
export async function bookedSums(
  sql: Sql,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ id: string; minor: string }>`
    select it.account_id as id, sum(${booked})::text as minor
    from cards.authorization it left join cards.debt_part part on part.authorization_id = it.id
    where it.account_id = any(${accountIds}::uuid[]) group by it.account_id`.execute(sql);
  return new Map(rows.map(({ id, minor }) => [id, BigInt(minor)]));
}
