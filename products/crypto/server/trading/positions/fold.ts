/** The hourly job that stores positions, so that reading them stays fast as wallets' histories grow. */
import { addJobs, type OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { listAllWallets } from '../../wallets/index.ts';
import { foldPosition, withNewEntries } from './positions.ts';

export const foldTask = 'trading_positions';
const hourMs = 3_600_000;
const walletsAtOnce = 1_000;

/** Schedules the next run, once. */
export const scheduleFold = (sql: Sql, now: Date): Promise<void> =>
  addJobs(sql, [{ task: foldTask, payload: {}, key: foldTask, runAt: new Date(now.getTime() + hourMs) }]);

/**
 * Most wallets have no entry in an hour, so one query finds the others. A wallet whose position cannot be stored is logged and read from further
 * back; the others continue.
 */
export const foldPositions: OutsideJobHandler = {
  lane: 'files',
  isPersistent: true,
  async outside({ sql, now, log }) {
    const holdings = (await listAllWallets(sql)).map(({ id: walletId, asset }) => ({ walletId, asset }));
    for (let start = 0; start < holdings.length; start += walletsAtOnce)
      for (const holding of await withNewEntries(sql, holdings.slice(start, start + walletsAtOnce)))
        await foldPosition(sql, holding).catch((error: unknown) =>
          log.error({ err: error, walletId: holding.walletId }, 'the position of a wallet was not kept'),
        );
    await scheduleFold(sql, now);
  },
};
