/**
 * Trading: the exchange's order books. An order's money is held before the order is stored; one process at a time matches the orders of all
 * instruments in groups, and posts their trades to the ledger in the same transaction. Owns the schema `trading`.
 * Source: specification sections 3, 6, 8, 9; server page section 11. Reasons: products/crypto/trading.md, docs/adr/0055-trading.md.
 */

import type { Database } from '@calmly/platform/database.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { PriceService } from '@calmly/providers/price/index.ts';
import { activity } from './activity.ts';
import { createFeed } from './market/feed.ts';
import { referenceSink } from './market/reference-store.ts';
import { startWriter } from './matching/writer.ts';
import { createPlacedOrders } from './orders/placed-orders.ts';
import { blockedClientJobs } from './placing/blocked-clients.ts';
import { lockedWalletJobs } from './placing/locked-wallets.ts';
import { foldPositions, foldTask, scheduleFold } from './positions/fold.ts';
import { tradingRoutes } from './routes.ts';

export { addCandles, hasCandles, type PastCandle } from './market/past-candles.ts';
export { findReferencePrice } from './market/reference-store.ts';
export { partsOfTrades } from './orders/parts.ts';
export { findOrderHolds } from './orders/store.ts';
export { endOrdersOf } from './placing/blocked-clients.ts';
export { priceOfAsset } from './positions/positions.ts';
export { readProfit } from './positions/reads.ts';
export { listOpenOrders, matchWaiting, type OpenOrder, placeOrder, requestCancel } from './service.ts';
export { verifyTrading } from './verify.ts';

export interface TradingParts {
  readonly database: Database;
  readonly log: Log;
  /** For markets that have not traded. */
  readonly priceService: PriceService | undefined;
}

/**
 * The background part listens for changes of the market, matches orders unless another process does, and
 * follows the price service if there is one.
 */
export function createTradingModule({ database, log, priceService }: TradingParts): Module {
  const feed = createFeed({ database, log });
  const placed = createPlacedOrders();
  return {
    name: 'trading',
    activity,
    routes(router) {
      tradingRoutes(router, placed);
      for (const socket of feed.sockets) router.socket(socket);
    },
    jobs: { [foldTask]: foldPositions, ...lockedWalletJobs, ...blockedClientJobs },
    start: (sql) => scheduleFold(sql, new Date()),
    async background() {
      const stopFeed = await feed.start();
      const stopWriter = await startWriter({ database, log, placed });
      const stopFollowing = priceService?.follow(referenceSink(database.sql));
      return async () => {
        await stopFollowing?.();
        await stopWriter();
        await stopFeed();
      };
    },
  };
}
