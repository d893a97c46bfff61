/**
 * Releases holds that merchants did not collect in time, by the bank's calendar. A job runs every quarter of an hour, and at once when the calendar
 * is moved; a run costs one short index scan.
 */
import type { Database } from '@calmly/platform/database.ts';
import { addJobs, type OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { lockCard } from '../card-store.ts';
import { type BeginRun, type Due, type Failed, workOff } from '../lifecycle/work-off.ts';
import { expire } from './events.ts';
import { findByReference, listExpired } from './store.ts';

export const cardHoldsTask = 'card_holds_expire';

const everyMs = 15 * 60_000;

/** Schedules the next run; a waiting one is moved. */
export const scheduleHolds = (sql: Sql, runAt: Date, payload: HoldsPayload = {}): Promise<void> =>
  addJobs(sql, [{ task: cardHoldsTask, payload, runAt, key: cardHoldsTask }]);

/** Payload of the job: failures since the last regular run. */
interface HoldsPayload {
  readonly failed?: Failed;
}

/** The job: decides each hold again under its card's lock. `begin`: for tests. */
export const expireHolds = (database: Database, begin?: BeginRun): OutsideJobHandler => ({
  async outside(work, payload) {
    const at = await businessTime(work);
    const holds: Due = {
      what: 'freeing what a merchant did not collect',
      list: (sql, page) => listExpired(sql, { at, ...page }),
      async handle(own, reference) {
        const held = await findByReference(own.sql, reference);
        const card = held && (await lockCard(own.sql, held.cardId));
        if (card) await expire(own, { card, found: await findByReference(own.sql, reference) });
      },
    };
    const rest = await workOff(database, work, [holds], { ...(payload as HoldsPayload), begin });
    // Failed ones are skipped for now, and retried in the next regular run.
    if (rest) await scheduleHolds(work.sql, work.now, { failed: rest.failed });
    else await scheduleHolds(work.sql, new Date(work.now.getTime() + everyMs));
  },
});
