/** The nightly job: forgets codes, tokens and requests that have expired. Each connection made sees to it that it runs the next night. */
import { addJobs, type SingleJobHandler } from '../../platform/jobs.ts';
import type { Sql } from '../../platform/work.ts';
import { deleteExpired } from './artifact-store.ts';

const purgeTask = 'purge_connections';

/** Puts the purge on for the next night, once. */
export async function schedulePurge(sql: Sql, now: Date): Promise<void> {
  const night = new Date(now);
  night.setUTCHours(26, 30, 0, 0);
  await addJobs(sql, [{ task: purgeTask, payload: {}, runAt: night, key: purgeTask }]);
}

export const connectionJobs: Readonly<Record<string, SingleJobHandler>> = {
  [purgeTask]: async ({ sql }) => deleteExpired(sql),
};
