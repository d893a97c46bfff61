/**
 * The sandbox rail's plan: settlements that a tester has delayed and returns that come days later, by the bank's calendar. One job runs
 * when the next falls due; a move of the calendar adds that job again.
 */
import type { RailReason } from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { businessLeadMs, businessTime } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { RailReport, ReportSink } from './rail.ts';
import { insertPlans, nextDue, type Plan, takeDue } from './sandbox-plan-store.ts';

export const sandboxPlanTask = 'rail_sandbox_plan';

/** Plans things for so long after now; the job is there when the transaction commits. */
export async function plan(
  work: Work,
  items: ReadonlyArray<Omit<Plan, 'dueAt'> & { readonly afterMs: number }>,
): Promise<void> {
  const now = await businessTime(work);
  await insertPlans(
    work.sql,
    items.map(({ afterMs, ...each }) => ({ ...each, dueAt: new Date(now.getTime() + afterMs) })),
  );
  await scheduleNext(work);
}

/** The outside world keeps its hands off a payment for so long and then settles it. */
export const postpone = (work: Work, paymentId: string, afterMs: number): Promise<void> =>
  plan(work, [{ paymentId, outcome: 'settled', reason: null, amountMinor: null, afterMs }]);

/** The job: reports what has fallen due. */
export async function runPlan(report: ReportSink, work: Work): Promise<void> {
  const due = await takeDue(work.sql, await businessTime(work));
  await report(
    work,
    due.map((each) => reportOf(each, work.now)),
  );
  await scheduleNext(work);
}

function reportOf({ paymentId, outcome, reason, amountMinor }: Plan, at: Date): RailReport {
  if (outcome === 'settled') return { paymentId, outcome, at };
  if (reason === null || amountMinor === null) throw new Error(`the return of ${paymentId} lacks its facts`);
  return {
    paymentId,
    outcome,
    reason: reason as RailReason,
    amountMinor,
    railReference: `return-${paymentId}`,
    at,
  };
}

async function scheduleNext({ sql }: Work): Promise<void> {
  const dueAt = await nextDue(sql);
  if (!dueAt) return;
  const runAt = new Date(dueAt.getTime() - (await businessLeadMs(sql)));
  await addJobs(sql, [{ task: sandboxPlanTask, payload: {}, runAt, key: sandboxPlanTask }]);
}
