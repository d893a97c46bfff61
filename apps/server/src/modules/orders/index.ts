/**
 * Payments for later: scheduled and standing orders that pay by themselves, and forms kept as drafts or templates. Owns the schema
 * `orders`; it moves no money: each date becomes a payment by `submitPayments` like any other. Source: server page section 8.
 */
import type { Module } from '../../platform/module.ts';
import { type OrdersParts, orderRoutes } from './routes.ts';
import { lookForDue, lookTask, runOrder, runTask } from './run.ts';

export { dependingOrders } from './depending.ts';
export { keepForm } from './kept.ts';
export { lookTask as standingOrdersTask, runOrder } from './run.ts';
export { writeOrder } from './service.ts';

export function createOrdersModule(parts: OrdersParts): Module {
  const { submit } = parts;
  return {
    name: 'orders',
    routes: (router) => orderRoutes(router, parts),
    jobs: {
      [lookTask]: lookForDue,
      [runTask]: (work, payload) => runOrder(submit, work, String(payload)),
    },
  };
}
