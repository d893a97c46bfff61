/** Writes what an account's cards spent on each day: what limits are checked against (`reading/usage-store.ts`). */
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';

/** Adds to what was spent on a day; less than nothing takes it off again. */
export async function addSpent(
  sql: Sql,
  {
    accountId,
    day,
    amountMinor,
  }: { readonly accountId: string; readonly day: string; readonly amountMinor: bigint },
): Promise<void> {
  if (amountMinor === 0n) return;
  await query`
    insert into cards.spent (account_id, day, amount_minor) values (${accountId}, ${day}::date, ${String(amountMinor)}::numeric)
    on conflict (account_id, day) do update set amount_minor = spent.amount_minor + excluded.amount_minor`.execute(
    sql,
  );
}
