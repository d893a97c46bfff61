/** Orders as those see them who take away what orders depend on: an account that is closed, a payee who is deleted. */
import type { DependingOrders } from '../accounts/index.ts';
import { endOrder } from './service.ts';
import { listDependingOn, lockDependingOn } from './store.ts';

export const dependingOrders: DependingOrders = {
  list: listDependingOn,
  lock: lockDependingOn,
  async end(work, ids) {
    for (const id of ids) await endOrder(work, id);
  },
};
