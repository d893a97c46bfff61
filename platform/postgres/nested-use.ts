/**
 * Detects code that asks the pool for a second connection while it holds one in a transaction. Enough such callers at once hold every connection and
 * wait for each other until the time-out. Every test runs with this check; production servers run without its cost.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';

/** Marks work as holding a connection until `run` has ended. */
export type Holding = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** A pool that refuses callers who already hold one of its connections, and the function that marks them. */
export function refusingNestedUse(pool: PostgresPool): {
  readonly pool: PostgresPool;
  readonly holding: Holding;
} {
  const held = new AsyncLocalStorage<{ open: boolean }>();
  return {
    pool: {
      ...pool,
      async connect() {
        if (held.getStore()?.open)
          throw new Error('this code is in a transaction and asks the pool for another connection');
        return pool.connect();
      },
    },
    async holding(run) {
      const connection = { open: true };
      try {
        return await held.run(connection, run);
      } finally {
        // Timers and messages that outlive the transaction hold no connection.
        connection.open = false;
      }
    },
  };
}
