/** Reports a card's change to the processor after the open transaction commits. */
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Sql } from '@calmly/platform/work.ts';

export const processorTask = 'card_processor';
/** For changes that can wait: thousands of cards may expire on one day. */
export const laterProcessorTask = 'card_processor_later';

/** The job compares the card with the processor's, so scheduling it twice does no harm. */
export const scheduleProcessor = (sql: Sql, cardId: string, task = processorTask): Promise<void> =>
  addJobs(sql, [{ task, payload: { cardId } }]);
