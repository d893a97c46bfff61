/**
 * Frees what merchants did not collect in time, by the bank's calendar. A job looks each quarter of an hour, and at once when the calendar
 * is moved; a look costs one short index scan.
 */
import { addJobs } from '../../../platform/jobs/jobs.ts';
import { businessTime } from '../../../platform/time/business-time.ts';
import type { Sql, Work } from '../../../platform/work.ts';
import { lockCard } from '../card-store.ts';
import { expire } from './events.ts';
import { findByReference, listExpired } from './store.ts';

export const cardHoldsTask = 'card_holds_expire';

const everyMs = 15 * 60_000;
const atOnce = 200;

/** Puts the next look on; one that waits already is moved. */
export const scheduleHolds = (sql: Sql, runAt: Date): Promise<void> =>
  addJobs(sql, [{ task: cardHoldsTask, payload: {}, runAt, key: cardHoldsTask }]);

/** The job: each is decided again under its card's lock, in the order of the cards. */
export async function expireHolds(work: Work): Promise<void> {
  const { sql, now } = work;
  const due = await listExpired(sql, { at: await businessTime(work), limit: atOnce });
  for (const { cardId, reference } of due.toSorted((one, other) => (one.cardId < other.cardId ? -1 : 1))) {
    const card = await lockCard(sql, cardId);
    if (card) await expire(work, { card, found: await findByReference(sql, reference) });
  }
  await scheduleHolds(sql, new Date(now.getTime() + (due.length < atOnce ? everyMs : 0)));
}
