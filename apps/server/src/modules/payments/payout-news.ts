/**
 * Payments of bulk payouts that came to nothing: the person who confirmed the payout is told of them together, not one by one. The payouts module works
 * the task off. All that happens within a quarter of an hour is one job for each payout.
 */
import { addJobs } from '../../platform/jobs.ts';
import type { Work } from '../../platform/work.ts';

export const payoutNewsTask = 'payouts_news';

const windowMs = 15 * 60_000;

/** Payments that ended without their money, or came back; those of no payout are none of them. */
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
