/** What clients have paid in a bank's day without a look, in the database. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';

/**
 * What each client's day comes to, in euro cents, locked until the transaction ends; a new day begins with nothing. Who comes with a day
 * that is over by now, around midnight, counts in the one that has begun.
 */
export async function lockDays(
  db: Sql,
  orders: ReadonlyArray<{ readonly clientId: string; readonly at: Date }>,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ clientId: string; worthMinor: string }>`
    insert into payments.unlooked_day as known (client_id, day, worth_minor)
    select client_id, max((at + ahead) at time zone 'UTC')::date, 0
    from unnest(
      ${orders.map(({ clientId }) => clientId)}::uuid[], ${orders.map(({ at }) => at.toISOString())}::timestamptz[]
    ) as asked (client_id, at), platform.business_clock
    group by client_id order by client_id
    on conflict (client_id) do update set
      day = greatest(known.day, excluded.day),
      worth_minor = case when known.day < excluded.day then 0 else known.worth_minor end
    returning client_id as "clientId", worth_minor::text as "worthMinor"
  `.execute(db);
  return new Map(rows.map(({ clientId, worthMinor }) => [clientId, BigInt(worthMinor)]));
}

/** Adds to days that are locked. */
export async function addToDays(db: Sql, sums: ReadonlyMap<string, bigint>): Promise<void> {
  if (sums.size === 0) return;
  await sql`
    update payments.unlooked_day set worth_minor = worth_minor + added.worth
    from unnest(${[...sums.keys()]}::uuid[], ${[...sums.values()].map(String)}::bigint[]) as added (client_id, worth)
    where unlooked_day.client_id = added.client_id
  `.execute(db);
}
