/**
 * Detects overdue requests. While a pending request has a due day, a job checks each minute, because the bank's calendar may be moved
 * and an overdue request should show soon. A check costs one short index scan.
 */
import { formatDecimal } from '@calmly/domain';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import { decideOverdue } from './rules.ts';
import * as store from './store.ts';

export const overdueTask = 'requests_overdue';

const minuteMs = 60_000;
const atOnce = 200;

/** Puts the next look on, once: all that ask for it within a minute mean the same. */
export async function scheduleOverdue({ sql, now }: Pick<Work, 'sql' | 'now'>): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / minuteMs) + 1) * minuteMs);
  await addJobs(sql, [{ task: overdueTask, payload: {}, runAt, key: overdueTask }]);
}

/** The job: late requests become OVERDUE and their client is notified; each is decided again under its lock. */
export async function noticeOverdue(work: Work): Promise<void> {
  const { sql, now } = work;
  const today = await businessDay(work);
  for (const id of await store.listLate(sql, today, atOnce)) {
    const request = await store.lockRequest(sql, id);
    const outcome = request && decideOverdue(request, today);
    if (!outcome) continue;
    await store.recordEvent(sql, request, { ...outcome, at: now, actor: null });
    await publish(sql, request.clientId, { topic: 'requests' });
    await notify(work, [
      {
        kind: 'request_overdue',
        clientId: request.clientId,
        subjectId: id,
        params: {
          amount: formatDecimal(request.amountMinor - request.receivedMinor, request.currency),
          currency: request.currency,
          counterparty: request.payerName,
          details: request.details,
        },
      },
    ]);
  }
  if (await store.hasDue(sql)) await scheduleOverdue(work);
}
