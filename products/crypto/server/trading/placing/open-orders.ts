/**
 * Counts clients' open orders without a query for every order: a server caches a client's last count and adds the orders that it places
 * itself. Ended orders make this too high, so before a refusal they are counted again. Orders placed through another server
 * are missing for at most `keptMs`.
 */
import { instrumentCodes } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { countOpen } from '../orders/store.ts';

/** Open orders of a client, of all instruments. */
export const mostOpen = 200;
const keptMs = 5_000;
const mostKept = 10_000;

export interface OpenOrders {
  /** At least as many as the client has. The code that places an order increments it. */
  count: number;
  readonly countedMs: number;
}

/** Finds the counts of clients, given one id for each order that they want to place. */
export type CountOrders = (
  sql: Sql,
  clientIds: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, OpenOrders>>;

/** One per process. A count that leaves no room, or is older than 5 s, is read again. */
export function createOrderCounts(): CountOrders {
  const kept = new Map<string, OpenOrders>();
  return async (sql, clientIds, now) => {
    const countedMs = now.getTime();
    const wanted = new Map<string, number>();
    for (const id of clientIds) wanted.set(id, (wanted.get(id) ?? 0) + 1);
    const due = [...wanted].flatMap(([id, more]) => {
      const known = kept.get(id);
      const isRecent = known && countedMs - known.countedMs < keptMs;
      return isRecent && known.count + more <= mostOpen ? [] : [id];
    });
    if (due.length > 0) {
      const found = await countOpen(sql, due, { instruments: instrumentCodes, limit: mostOpen });
      for (const id of due) {
        kept.delete(id);
        kept.set(id, { count: found.get(id) ?? 0, countedMs });
      }
    }
    const counts = new Map([...wanted.keys()].map((id) => [id, kept.get(id) ?? unknownCount(id)]));
    for (const id of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(id);
    }
    return counts;
  };
}

function unknownCount(clientId: string): never {
  throw new Error(`the open orders of ${clientId} were not counted`);
}
