/**
 * Ends open orders that would pay from a wallet locked by an incident, even in a market without trades. New orders are refused (`place-batch.ts`),
 * and the
 * matcher fills none of them, however late this job runs (`matching/match-group.ts`).
 */
import type { SingleJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { findLocked, type WalletLocked, walletLockedTask } from '../../wallets/index.ts';
import { wakeWriters } from '../market/news.ts';
import { addCancel } from '../matching/commands.ts';
import { listOrders } from '../orders/store.ts';
import { mostOpen } from './open-orders.ts';

/** Does nothing if the wallet is open again. */
const endOrders: SingleJobHandler = async ({ sql }, payload) => {
  const { clientId, walletId } = payload as WalletLocked;
  if (!(await findLocked(sql, [walletId])).has(walletId)) return;
  const open = await listOrders(sql, {
    clientId,
    instrument: undefined,
    statuses: ['PLACED'],
    before: undefined,
    // A few more than a client may have, because some are counted late.
    limit: 2 * mostOpen,
  });
  const paying = open.filter(({ payerAccountId }) => payerAccountId === walletId);
  for (const order of paying) await addCancel(sql, order, 'wallet_locked');
  await wakeWriters(sql, new Set(paying.map(({ instrument }) => instrument)));
};

export const lockedWalletJobs: Readonly<Record<string, SingleJobHandler>> = { [walletLockedTask]: endOrders };
