/**
 * The job that starts the statements of past months, in the bank's time zone, and lists their clients: a page of clients per run, months one after
 * the other. It runs every hour, and missed months are made up for. When the bank first makes statements, the last months before are made without
 * notices.
 */
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { listClientIds } from '../../../../identity/server/index.ts';
import { scheduleIssue } from './issue.ts';
import type { OfficialTools } from './make.ts';
import { lastEnded, monthAfter } from './month.ts';
import { addDue, findNewestMonth, insertMonth, lockMonths, lockUnlisted } from './month-store.ts';

export const monthsTask = 'statements_months';

/** Number of past months made when there are none yet. */
const monthsBefore = 3;
const clientsAtOnce = 1_000;
const hourMs = 3_600_000;

/** At once without `runAt`. There is only one such job: the last call decides when it runs. */
export async function scheduleMonths(sql: Sql, runAt?: Date): Promise<void> {
  await addJobs(sql, [{ task: monthsTask, payload: {}, key: monthsTask, ...(runAt && { runAt }) }]);
}

/** The job, in one transaction. */
export const beginMonths =
  ({ bank }: Pick<OfficialTools, 'bank'>) =>
  async ({ sql, now }: Work): Promise<void> => {
    await lockMonths(sql);
    await addMonths(sql, now, bank.timeZone);
    const sweep = await lockUnlisted(sql);
    if (!sweep) return scheduleMonths(sql, new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs));
    const clientIds = await listClientIds(sql, { after: sweep.afterClient, limit: clientsAtOnce });
    await addDue(sql, sweep.month, clientIds, { now, isLast: clientIds.length < clientsAtOnce });
    if (clientIds.length > 0) await scheduleIssue(sql);
    await scheduleMonths(sql);
  };

async function addMonths(sql: Sql, now: Date, timeZone: string): Promise<void> {
  const last = lastEnded(now, timeZone);
  const newest = await findNewestMonth(sql);
  let previous = newest && { ...newest };
  let day = previous ? firstOfMonth(previous.month, 1) : firstOfMonth(last, 1 - monthsBefore);
  for (; day <= last; day = firstOfMonth(day, 1)) {
    const month = monthAfter(previous, day, timeZone);
    await insertMonth(sql, month, newest !== undefined);
    previous = { ...month, announced: true, afterClient: null };
  }
}
