/**
 * Commits that a synchronous standby has not confirmed. PostgreSQL commits on its own disk, then waits for the standby. If that wait is cancelled
 * (statement_timeout, an operator, its own end) it reports success with a warning only, and a failover would lose the commit.
 */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Sql } from '../work.ts';

/** The commit is on one machine, and may be lost with it. Has the SQLSTATE `statement_completion_unknown`. */
export class CommitNotReplicated extends Error {
  readonly code = '40003';
  constructor() {
    super('the wait for the standby was cancelled: the commit may be lost with this database server');
  }
}

type Query = (...call: never[]) => Promise<unknown>;

/**
 * `query` of this connection, which rejects with `CommitNotReplicated` where PostgreSQL only warns: a COMMIT, or a statement that commits for itself, as those of jobs do
 * before something leaves the bank.
 */
export function confirming(client: pg.PoolClient, query: Query): Query {
  let isCancelled = false;
  // By the function that warns: the text depends on the server's language.
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
 * Makes the commit of an open transaction that only reads wait for the standby: what it read may have been committed without it. Writes nothing
 * but a mark in the log.
 */
export async function replicateWhatWasRead(db: Sql): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'calmly', '')`.execute(db);
}
