/** When withdrawals are sent. */
import { type Network, networks } from '@calmly/domain';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Sql } from '@calmly/platform/work.ts';

export const sendTask = 'wallets_send';

/** The job that sends what waits for a network; asked for again before it runs, it runs once. */
export const scheduleSending = (sql: Sql, network: Network): Promise<void> =>
  addJobs(sql, [{ task: sendTask, payload: { network }, key: `${sendTask}:${network}` }]);

/** The same for all networks: a client is active again, and its withdrawals may be among those that wait. */
export async function resumeSending(sql: Sql): Promise<void> {
  for (const network of networks) await scheduleSending(sql, network);
}
