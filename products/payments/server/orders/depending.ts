/** Orders for the modules that remove what orders depend on: a closed account, a deleted payee. */
import type { DependingOrders } from '../../../accounts/server/accounts/index.ts';
import { endOrder } from './service.ts';
import { listDependingOn, lockDependingOn } from './store.ts';

export const dependingOrders: DependingOrders = {
  list: listDependingOn,
  lock: lockDependingOn,
  async end(work, ids) {
    for (const id of ids) await endOrder(work, id);
  },
};
