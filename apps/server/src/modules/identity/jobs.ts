/**
 * The nightly job: forgets expired secrets, dead challenges and messages older than 30 days. Each sign-in makes sure that it
 * runs the next night; a night after a day without sign-ins has nothing to forget.
 */
import { addJobs, type SingleJobHandler } from '../../platform/jobs.ts';
import type { Sql } from '../../platform/work.ts';
import { deleteOldMessages } from '../../providers/outbox/store.ts';
import { deleteExpired } from './purge-store.ts';

const purgeTask = 'purge_identity';
const messageDays = 30;

/** Puts the purge on for the next night, once. */
export async function schedulePurge(sql: Sql, now: Date): Promise<void> {
  const night = new Date(now);
  night.setUTCHours(26, 0, 0, 0);
  await addJobs(sql, [{ task: purgeTask, payload: {}, runAt: night, key: purgeTask }]);
}

export const identityJobs: Readonly<Record<string, SingleJobHandler>> = {
  [purgeTask]: async ({ sql }) => {
    await deleteExpired(sql);
    await deleteOldMessages(sql, messageDays);
  },
};
