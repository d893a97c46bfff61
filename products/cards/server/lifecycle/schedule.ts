/** When the job of the cards' calendar looks next. While there are cards it looks each hour; a move of the sandbox's calendar makes it look at once. */
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Failed, Unfinished } from './work-off.ts';

export const cardsTask = 'cards_calendar';

const hourMs = 3_600_000;

const nextHour = (now: Date) => new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);

/** Puts the next look on, once: all that ask for it within an hour mean the same. */
export const scheduleCalendar = ({ sql, now }: Pick<Work, 'sql' | 'now'>): Promise<void> =>
  addJobs(sql, [{ task: cardsTask, payload: {}, runAt: nextHour(now), key: cardsTask }]);

/** Of the job. */
export interface CalendarPayload {
  /** The index of the kind to begin with; undefined: the first. */
  readonly first?: number;
  /** What has failed since the last look of the hour. */
  readonly failed?: Failed;
}

/**
 * Continues at once where a run stopped. Cards that failed are left out until the next hour. This is a job of its own, so that no other reason to look replaces it; only the
 * next hour's look does, if it stops early too.
 */
export const resumeCalendar = ({ sql }: Pick<Work, 'sql'>, { first, failed }: Unfinished): Promise<void> => {
  const payload: CalendarPayload = { first, failed };
  return addJobs(sql, [{ task: cardsTask, payload, key: `${cardsTask}:rest` }]);
};

/** Looks again as soon as this transaction commits. */
export const continueCalendar = ({ sql }: Pick<Work, 'sql'>): Promise<void> =>
  addJobs(sql, [{ task: cardsTask, payload: {}, key: cardsTask }]);
