/** SQL of what an account's cards spent on each day: what limits are checked against. */
import { sql as query } from 'kysely';
import { addDays } from '../../../platform/time/zoned-days.ts';
import type { Sql } from '../../../platform/work.ts';
import type { Spent } from './decide.ts';

/** What was spent on a day, in its week from Monday, in its month, and ever. */
export async function findSpent(
  sql: Sql,
  { accountId, today }: { readonly accountId: string; readonly today: string },
): Promise<Spent> {
  const { rows } = await query<Record<'day' | 'week' | 'month' | 'total', string>>`
    select coalesce(sum(amount_minor) filter (where day = ${today}::date), 0)::text as day,
      coalesce(sum(amount_minor) filter (where day between ${mondayOf(today)}::date and ${today}::date), 0)::text as week,
      coalesce(sum(amount_minor) filter (where day between ${`${today.slice(0, 8)}01`}::date and ${today}::date), 0)::text as month,
      coalesce(sum(amount_minor), 0)::text as total
    from cards.spent where account_id = ${accountId}`.execute(sql);
  const [row] = rows;
  if (!row) throw new Error('a sum gave no row');
  return {
    dayMinor: BigInt(row.day),
    weekMinor: BigInt(row.week),
    monthMinor: BigInt(row.month),
    totalMinor: BigInt(row.total),
  };
}

/** The Monday on or before a day. */
export function mondayOf(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

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
