/**
 * Rejected and returned payments of bulk payouts: the person who confirmed the payout gets one notice for all of them. The payouts module runs the
 * task, once per payout and quarter of an hour. It also ends the lines of confidential payouts once no payment of theirs is reviewed any more.
 */
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { StoredTransaction } from '../../../accounts/server/transactions/index.ts';

export const payoutNewsTask = 'payouts_news';

export const payoutReviewedTask = 'payouts_reviewed';

const windowMs = 15 * 60_000;

/** Schedules the notice for rejected or returned payments. Ignores payments outside payouts. */
export async function notePayouts(
  { sql, now }: Pick<Work, 'sql' | 'now'>,
  payments: ReadonlyArray<{ readonly payoutId?: string | null }>,
): Promise<void> {
  const ids = new Set(payments.flatMap(({ payoutId }) => payoutId ?? []));
  if (ids.size === 0) return;
  const runAt = new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs);
  await addJobs(
    sql,
    [...ids].map((payload) => ({
      task: payoutNewsTask,
      payload,
      key: `${payoutNewsTask} ${payload}`,
      runAt,
    })),
  );
}

/** A payment is no longer reviewed. Matters to confidential payouts only. */
export async function noteReviewed(
  db: Sql,
  { payoutId, audience }: Pick<StoredTransaction, 'payoutId' | 'audience'>,
): Promise<void> {
  if (!payoutId || audience !== 'CONFIDENTIAL') return;
  await addJobs(db, [
    { task: payoutReviewedTask, payload: payoutId, key: `${payoutReviewedTask} ${payoutId}` },
  ]);
}
