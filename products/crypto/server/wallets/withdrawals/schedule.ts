/** Schedules the sending of withdrawals. */
import { type Network, networks } from '@calmly/domain';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Sql } from '@calmly/platform/work.ts';

export const sendTask = 'wallets_send';

/** The job that sends a network's waiting withdrawals; scheduled repeatedly, it runs once. */
export const scheduleSending = (sql: Sql, network: Network): Promise<void> =>
  addJobs(sql, [{ task: sendTask, payload: { network }, key: `${sendTask}:${network}` }]);

/** The same for all networks, when a client is active again whose withdrawals may be waiting. */
export async function resumeSending(sql: Sql): Promise<void> {
  for (const network of networks) await scheduleSending(sql, network);
}
