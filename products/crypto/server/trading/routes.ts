/** Endpoints of the market and of orders. */
import {
  amendOrder,
  cancelOrder as cancelEndpoint,
  getBook,
  getHistory,
  getTradeOrder,
  listInstruments,
  listPositions as listPositionsEndpoint,
  listTradeOrders,
  listTrades,
  placeOrder,
  tradeOrderStatuses,
} from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { badFields } from '@calmly/platform/problem.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { listInstrumentViews, readHistory, readTrades, requireBook, toBook } from './market/reads.ts';
import { toTradeOrder } from './orders/order.ts';
import type { PlacedOrders } from './orders/placed-orders.ts';
import { listOrders } from './orders/store.ts';
import { amendOrderOf, cancelOrder, requireOrder } from './placing/change-order.ts';
import { createPlaceBatch } from './placing/place-batch.ts';
import { listPositions } from './positions/reads.ts';

/** Errors of the list of orders: `invalid_request` for an unknown status. */
export function tradingRoutes(router: Router, placed: PlacedOrders): void {
  router.read(listInstruments, ({ sql, now }) => listInstrumentViews(sql, now));
  router.read(getBook, async ({ sql }, { params }) => toBook(await requireBook(sql, params.instrument)));
  router.read(listTrades, ({ sql }, { params }) => readTrades(sql, params.instrument));
  router.read(getHistory, ({ sql }, { params, query }) => readHistory(sql, params.instrument, query));

  router.batch(placeOrder, createPlaceBatch(placed));
  router.read(listPositionsEndpoint, (work) => listPositions(work));

  router.read(getTradeOrder, async (work, { params }) => toTradeOrder(await requireOrder(work, params.id)));
  router.read(listTradeOrders, async (work, { query: { instrument, status, cursor, limit } }) => {
    const { clientId } = requireClientActor(work);
    const found = await listOrders(work.sql, {
      clientId,
      instrument,
      statuses: status === undefined ? undefined : statusesIn(status),
      before: cursorId(cursor),
      limit: limit + 1,
    });
    return pageOf(found.map(toTradeOrder), limit);
  });
  router.write(cancelEndpoint, (work, { params }) => cancelOrder(work, params.id));
  router.write(amendOrder, (work, { params, body }) => amendOrderOf(work, params.id, body));
}

function statusesIn(text: string): string[] {
  const asked = text.split(',');
  if (asked.some((each) => !tradeOrderStatuses.some((status) => status === each)))
    throw badFields({ field: 'status', code: 'invalid' });
  return asked;
}
