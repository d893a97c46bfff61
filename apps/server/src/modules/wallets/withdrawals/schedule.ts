/** When withdrawals are sent. */
import type { Network } from '@calmly/domain';
import { addJobs } from '../../../platform/jobs/jobs.ts';
import type { Sql } from '../../../platform/work.ts';

export const sendTask = 'wallets_send';

/** The job that sends what waits for a network; asked for again before it runs, it runs once. */
export const scheduleSending = (sql: Sql, network: Network): Promise<void> =>
  addJobs(sql, [{ task: sendTask, payload: { network }, key: `${sendTask}:${network}` }]);
