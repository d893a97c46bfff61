/** The hourly job that keeps positions, so that reading them takes no longer as wallets' histories grow. */
import { addJobs, type OutsideJobHandler } from '../../../platform/jobs/jobs.ts';
import type { Sql } from '../../../platform/work.ts';
import { listAllWallets } from '../../wallets/index.ts';
import { foldPosition } from './positions.ts';

export const foldTask = 'trading_positions';
const hourMs = 3_600_000;

/** Puts the next run on, once. */
export const scheduleFold = (sql: Sql, now: Date): Promise<void> =>
  addJobs(sql, [{ task: foldTask, payload: {}, key: foldTask, runAt: new Date(now.getTime() + hourMs) }]);

/** A wallet whose position cannot be kept is logged and read from further back; the others go on. */
export const foldPositions: OutsideJobHandler = {
  async outside({ sql, now, log }) {
    for (const { id, asset } of await listAllWallets(sql))
      await foldPosition(sql, { walletId: id, asset }).catch((error: unknown) =>
        log.error({ err: error, walletId: id }, 'the position of a wallet was not kept'),
      );
    await scheduleFold(sql, now);
  },
};
