/**
 * Commits that a synchronous standby has not confirmed. PostgreSQL commits on its own disk, then waits for the standby. If that wait is cancelled
 * (statement_timeout, an operator, its own end) it reports success with a warning only, and a failover would lose the commit.
 */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Sql } from '../work.ts';

/** The commit is on one machine only and may be lost with it. Has the SQLSTATE `statement_completion_unknown`. */
export class CommitNotReplicated extends Error {
  readonly code = '40003';
  constructor() {
    super('the wait for the standby was cancelled: the commit may be lost with this database server');
  }
}

type Query = (...call: never[]) => Promise<unknown>;

/**
 * Wraps this connection's `query` to reject with `CommitNotReplicated` where PostgreSQL only warns: on COMMIT, and on a statement that commits
 * itself, as jobs run before something leaves the bank.
 */
export function confirming(client: pg.PoolClient, query: Query): Query {
  let isCancelled = false;
  // Recognised by the function that warns, because the text depends on the server's language.
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') isCancelled = true;
  });
  return async (...call) => {
    const result = await query(...call);
    if (!isCancelled) return result;
    isCancelled = false;
    throw new CommitNotReplicated();
  };
}

/**
 * Makes the commit of an open read-only transaction wait for the standby, because the data it read may have been committed without confirmation.
 * Writes only a mark to the log.
 */
export async function replicateWhatWasRead(db: Sql): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'calmly', '')`.execute(db);
}
