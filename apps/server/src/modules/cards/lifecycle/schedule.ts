/** When the job of the cards' calendar looks next. While there are cards it looks each hour; a move of the sandbox's calendar makes it look at once. */
import { addJobs } from '../../../platform/jobs/jobs.ts';
import type { Work } from '../../../platform/work.ts';

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
}

/**
 * Puts a look on that begins with this kind, because cards of the kind before it fail: at once while others are done, else with the next hour. A job of its own, so that
 * no other reason to look replaces it.
 */
export const passCalendar = (
  { sql, now }: Pick<Work, 'sql' | 'now'>,
  { first, isAtOnce }: { readonly first: number; readonly isAtOnce: boolean },
): Promise<void> => {
  const payload: CalendarPayload = { first };
  const later = isAtOnce ? {} : { runAt: nextHour(now) };
  return addJobs(sql, [{ task: cardsTask, payload, key: `${cardsTask}:${first}`, ...later }]);
};

/** Looks again as soon as this transaction commits. */
export const continueCalendar = ({ sql }: Pick<Work, 'sql'>): Promise<void> =>
  addJobs(sql, [{ task: cardsTask, payload: {}, key: cardsTask }]);
