/**
 * Finds code that asks the pool for a second connection while it holds one in a transaction. Enough callers who do so at once hold every
 * connection and wait for each other until the time-out. Every test runs with this check; a running bank does not pay for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';

/** Says that this work holds a connection until `run` has ended. */
export type Holding = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** The pool, refusing who holds one of its connections, and how to say that one does. */
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
        // What it left running, a timer or a message, holds nothing.
        connection.open = false;
      }
    },
  };
}
