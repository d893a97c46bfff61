/** Races that are held open: a test keeps its transaction until another session waits for it. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { until } from './until.ts';

/** Settles when another session waits for a lock of this transaction. */
export async function awaitBlocked(sql: Sql): Promise<void> {
  await until(
    () =>
      query`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
        sql,
      ),
    ({ rows }) => rows.length > 0,
  );
}
