/** When the job of the cards' calendar looks next. While there are cards it looks each hour; a move of the sandbox's calendar makes it look at once. */
import { addJobs } from '../../../platform/jobs/jobs.ts';
import type { Work } from '../../../platform/work.ts';

export const cardsTask = 'cards_calendar';

const hourMs = 3_600_000;

/** Puts the next look on, once: all that ask for it within an hour mean the same. */
export async function scheduleCalendar({ sql, now }: Pick<Work, 'sql' | 'now'>): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);
  await addJobs(sql, [{ task: cardsTask, payload: {}, runAt, key: cardsTask }]);
}

/** Looks again as soon as this transaction commits. */
export const continueCalendar = ({ sql }: Pick<Work, 'sql'>): Promise<void> =>
  addJobs(sql, [{ task: cardsTask, payload: {}, key: cardsTask }]);
