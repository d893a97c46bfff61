/** Schedules the job of the cards' calendar. It runs every hour while there are cards, and at once when the sandbox's calendar is moved. */
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Failed, Unfinished } from './work-off.ts';

export const cardsTask = 'cards_calendar';

const hourMs = 3_600_000;

const nextHour = (now: Date) => new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);

/** Schedules the next run once: all requests within an hour are the same. */
export const scheduleCalendar = ({ sql, now }: Pick<Work, 'sql' | 'now'>): Promise<void> =>
  addJobs(sql, [{ task: cardsTask, payload: {}, runAt: nextHour(now), key: cardsTask }]);

/** Payload of the job. */
export interface CalendarPayload {
  /** The index of the first kind to process; undefined: the first. */
  readonly first?: number;
  /** Failures since the last hourly run. */
  readonly failed?: Failed;
}

/**
 * Continues at once where a run stopped. Failed cards are skipped until the next hour. This is a separate job, so that no other request replaces it,
 * except the next hourly run if that stops early too.
 */
export const resumeCalendar = ({ sql }: Pick<Work, 'sql'>, { first, failed }: Unfinished): Promise<void> => {
  const payload: CalendarPayload = { first, failed };
  return addJobs(sql, [{ task: cardsTask, payload, key: `${cardsTask}:rest` }]);
};

/** Runs again as soon as this transaction commits. */
export const continueCalendar = ({ sql }: Pick<Work, 'sql'>): Promise<void> =>
  addJobs(sql, [{ task: cardsTask, payload: {}, key: cardsTask }]);
