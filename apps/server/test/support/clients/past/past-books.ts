/** Accounts with a past: opened and used in months that have ended, so that official statements are due. */

import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { addDays, daysIn, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import type { AccountRecord } from '@calmly/products/accounts/server/accounts/index.ts';
import { monthsTask } from '@calmly/products/accounts/server/statements/official/begin-months.ts';
import { bankAccount, postAll } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';
import type { TestApp } from '../../app.ts';

export const bankZone = 'Europe/Vilnius';

/** The first day of the month this many months ago, in the bank's time zone. */
export const monthAgo = (months: number): string => firstOfMonth(daysIn(bankZone).dayOf(new Date()), -months);

/** Noon in UTC of a day of that month. */
export const dayOf = (month: string, day: number): Date => new Date(`${addDays(month, day - 1)}T12:00:00Z`);

/** Backdates the account's opening by four months. */
export async function openLongAgo({ sql }: Database, { id }: Pick<AccountRecord, 'id'>): Promise<void> {
  await query`update accounts.account set created_at = now() - interval '150 days' where id = ${id}`.execute(
    sql,
  );
}

/**
 * Entries at these times; every third is a debit. The bank's side is an otherwise unused account, because a transfer is not booked before the newest
 * entry of either account.
 */
export async function bookAt(
  database: Database,
  account: Pick<AccountRecord, 'id' | 'currency'>,
  times: readonly Date[],
): Promise<void> {
  await database.inTransaction(async (sql) => {
    const bank = await bankAccount(sql, 'custody', account.currency);
    const transfers = times.map((at, index) => {
      const [debitAccountId, creditAccountId] = index % 3 === 2 ? [account.id, bank] : [bank, account.id];
      const amountMinor = index % 3 === 2 ? 7n : 100n + BigInt(index);
      return { id: newId(), debitAccountId, creditAccountId, amountMinor, code: 'payment', at };
    });
    for (let start = 0; start < transfers.length; start += 500)
      await postAll(sql, transfers.slice(start, start + 500));
  });
}

/** Ends the running month now, with all bookings until now. The next run makes its statements. */
export async function endMonth({ database }: TestApp): Promise<void> {
  const month = monthAgo(0);
  await query`
    insert into statements.sweep (month, begins, ends, time_zone, announced)
    values (${month}::date, ${daysIn(bankZone).startOf(month)}, clock_timestamp(), ${bankZone}, true)
  `.execute(database.sql);
  await beginMonths(database);
}

export const beginMonths = ({ sql }: Database): Promise<void> =>
  addJobs(sql, [{ task: monthsTask, payload: {}, key: monthsTask }]);

/** Whether all due statements were made. */
export async function isAllMade({ sql }: Database): Promise<boolean> {
  const { rows } = await query<{ left: number }>`
    select (select count(*) filter (where listed_at is null) + (count(*) = 0)::int from statements.sweep)::int
      + (select count(*)::int from statements.due) as left
  `.execute(sql);
  return rows[0]?.left === 0;
}
