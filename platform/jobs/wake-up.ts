import type { Message } from '../notify/after-commit.ts';

/** The queue's own message for its runners: this many jobs are due. */
export const wakeUp = (count: number): Message => ({
  channel: 'jobs:insert',
  payload: JSON.stringify({ count }),
});
