/**
 * Orders that this process has just placed, so that a writer in the same process need not read them again: between the placing and its command,
 * no other command changes an order. Missing ones are read from the database; those rolled back have no command and are eventually forgotten.
 */
import type { NewOrder } from './order.ts';

const mostKept = 10_000;

export interface PlacedOrders {
  keep(orders: readonly NewOrder[]): void;
  find(id: string): NewOrder | undefined;
  /** Forgets orders that have been matched. */
  forget(ids: readonly string[]): void;
}

/** One per process. Keeps the newest 10,000. */
export function createPlacedOrders(): PlacedOrders {
  const kept = new Map<string, NewOrder>();
  return {
    keep(orders) {
      for (const order of orders) kept.set(order.id, order);
      for (const id of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(id);
      }
    },
    find: (id) => kept.get(id),
    forget(ids) {
      for (const id of ids) kept.delete(id);
    },
  };
}
