/**
 * Business time: the moment that dates are compared with (a payment's day, a due date, a return weeks later). It follows the clock, but in a sandbox
 * a tester may move it forward (`/sandbox/desk`) to see later events at once. Security (sessions, codes, quotes, locks) never uses it.
 */
import { sql as query } from 'kysely';
import type { Sql, Work } from '../work.ts';

const hourMs = 3_600_000;

/** `now` of this work in business time. */
export async function businessTime({ sql, now }: Pick<Work, 'sql' | 'now'>): Promise<Date> {
  return new Date(now.getTime() + (await businessLeadMs(sql)));
}

/** The bank's day at that moment, `YYYY-MM-DD`. */
export const businessDay = async (work: Pick<Work, 'sql' | 'now'>): Promise<string> =>
  (await businessTime(work)).toISOString().slice(0, 10);

/** How far the calendar is ahead, in milliseconds; 0 outside a sandbox. */
export async function businessLeadMs(sql: Sql): Promise<number> {
  const { rows } = await query<{ lead: number }>`
    select (extract(epoch from ahead) * 1000)::float8 as lead from platform.business_clock
  `.execute(sql);
  return rows[0]?.lead ?? 0;
}

/** Moves business time forward by whole hours; never back, because due items stay due. */
export async function advanceBusinessTime(sql: Sql, hours: number): Promise<void> {
  if (!Number.isInteger(hours) || hours <= 0)
    throw new RangeError(`not a number of hours to move on: ${hours}`);
  await query`
    update platform.business_clock set ahead = ahead + ${hours * hourMs}::float8 * interval '1 millisecond'
  `.execute(sql);
}
