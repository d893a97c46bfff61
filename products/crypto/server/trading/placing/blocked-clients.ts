/** Open orders of a blocked client: they end in the transaction that blocks it, and those that were being placed at that moment a minute later. */
import { addJobs, type SingleJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { findClientState } from '../../../../identity/server/index.ts';
import { wakeWriters } from '../market/news.ts';
import { addCancel } from '../matching/commands.ts';
import { listOrders } from '../orders/store.ts';
import { mostOpen } from './open-orders.ts';

const lookAgainTask = 'trading_client_blocked';
/** Longer than any HTTP request takes. */
const lookAgainMs = 60_000;

/** Asks the books to cancel all open orders of the client, stop orders included. */
export async function endOrdersOf({ sql, now }: Pick<Work, 'sql' | 'now'>, clientId: string): Promise<void> {
  await cancelAll(sql, clientId);
  const runAt = new Date(now.getTime() + lookAgainMs);
  await addJobs(sql, [{ task: lookAgainTask, payload: clientId, runAt }]);
}

async function cancelAll(sql: Sql, clientId: string): Promise<void> {
  const open = await listOrders(sql, {
    clientId,
    instrument: undefined,
    statuses: ['PLACED'],
    before: undefined,
    // A few more than a client may have, because some are counted late.
    limit: 2 * mostOpen,
  });
  for (const order of open) await addCancel(sql, order, 'client_blocked');
  await wakeWriters(sql, new Set(open.map(({ instrument }) => instrument)));
}

/** Does nothing if the client is active again. */
const lookAgain: SingleJobHandler = async ({ sql }, payload) => {
  const clientId = payload as string;
  if ((await findClientState(sql, clientId)) !== 'ACTIVE') await cancelAll(sql, clientId);
};

export const blockedClientJobs: Readonly<Record<string, SingleJobHandler>> = { [lookAgainTask]: lookAgain };
