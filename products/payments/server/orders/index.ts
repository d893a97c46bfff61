/**
 * Scheduled payments and standing orders, which pay automatically, and forms saved as drafts or templates. Owns the schema `orders`. It
 * moves no money: each date becomes an ordinary payment by `submitPayments`. Source: server page section 8.
 */
import type { Module } from '@calmly/platform/module.ts';
import { activity } from './activity.ts';
import { type OrdersParts, orderRoutes } from './routes.ts';
import { lookForDue, lookTask, runOrder, runTask } from './run.ts';

export { readPlans } from './coming.ts';
export type { Planned } from './forecast.ts';
export { keepForm } from './kept.ts';
export { lookTask as standingOrdersTask, runOrder } from './run.ts';
export { dependingOrders, writeOrder } from './service.ts';

/** The job that looks for due orders adds one job for each: a failing order holds up no other. */
export function createOrdersModule(parts: OrdersParts): Module {
  const { submit } = parts;
  return {
    name: 'orders',
    activity,
    routes: (router) => orderRoutes(router, parts),
    jobs: {
      [lookTask]: { isPersistent: true, inside: lookForDue },
      [runTask]: (work, payload) => runOrder(submit, work, String(payload)),
    },
  };
}
