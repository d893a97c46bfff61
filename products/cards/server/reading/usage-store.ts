/** SQL of cards' spending, by the bank's days. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Minor units. */
export interface Usage {
  readonly dayMinor: bigint;
  readonly weekMinor: bigint;
  readonly monthMinor: bigint;
  readonly totalMinor: bigint;
}

/** Spending from a card's account today, since Monday, in the month and in total. */
export async function readUsage(sql: Sql, accountId: string, today: string): Promise<Usage> {
  const since = (unit: 'day' | 'week' | 'month') =>
    query`coalesce(sum(amount_minor) filter (where day >= date_trunc(${query.lit(unit)}, ${today}::date)), 0)::text`;
  // A week may begin in the month before.
  const { rows } = await query<{ day: string; week: string; month: string; total: string }>`
    select ${since('day')} as day, ${since('week')} as week, ${since('month')} as month,
      coalesce((select amount_minor from cards.spent_total where account_id = ${accountId}), 0)::text as total
    from cards.spent where account_id = ${accountId}
      and day >= least(date_trunc('month', ${today}::date), date_trunc('week', ${today}::date))::date`.execute(
    sql,
  );
  const [row] = rows;
  if (!row) throw new Error('a sum gave no row');
  return {
    dayMinor: BigInt(row.day),
    weekMinor: BigInt(row.week),
    monthMinor: BigInt(row.month),
    totalMinor: BigInt(row.total),
  };
}
