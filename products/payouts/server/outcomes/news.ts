/**
 * Notices for the person who confirmed a payout: one when its last part was sent, and one for all payments rejected or returned within a quarter of
 * an hour. They give counts only, never details of a row. Announced counts are written in the same transaction, so no notice is sent twice.
 */
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Work } from '@calmly/platform/work.ts';
import { countReturned } from '../../../accounts/server/transactions/index.ts';
import { lockById, type StoredPayout, updatePayout } from '../store.ts';
import { toPayouts } from '../view.ts';

/** Announces a payout that has just been finished. The caller has locked it. */
export async function tellDone(work: Work, payout: StoredPayout): Promise<void> {
  const { paid, pending, failed, faulty } = await countsOf(work, payout);
  await updatePayout(work.sql, payout.id, work.now, { toldUnpaid: failed });
  await tell(work, payout, 'payout_done', {
    paid: `${paid}`,
    pending: `${pending}`,
    failed: `${failed}`,
    leftOut: `${faulty}`,
  });
}

/** The job that announces rejected and returned payments. Does nothing while the payout is being paid, because its final notice counts them. */
export async function tellUnpaid(work: Work, id: string): Promise<void> {
  const payout = await lockById(work.sql, id);
  if (payout?.status !== 'DONE') return;
  const [{ failed }, returned] = await Promise.all([
    countsOf(work, payout),
    countReturned(work.sql, payout.id),
  ]);
  const unpaid = failed + returned;
  if (unpaid <= payout.toldUnpaid) return;
  await updatePayout(work.sql, id, work.now, { toldUnpaid: unpaid });
  await tell(work, payout, 'payout_rows_unpaid', { count: `${unpaid - payout.toldUnpaid}` });
}

async function countsOf({ sql }: Work, payout: StoredPayout) {
  const [counted] = await toPayouts(sql, [payout], true);
  if (!counted) throw new Error('a payout has counts');
  return counted.summary;
}

async function tell(
  work: Work,
  { id, clientId, number, confirmedBy }: StoredPayout,
  kind: 'payout_done' | 'payout_rows_unpaid',
  counts: Readonly<Record<string, string>>,
): Promise<void> {
  if (confirmedBy === null) throw new Error(`nobody confirmed payout ${id}`);
  await notify(work, [
    { kind, clientId, personId: confirmedBy, subjectId: id, params: { number, ...counts } },
  ]);
}
