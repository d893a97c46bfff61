/**
 * A transaction: one connection of the pool from BEGIN to COMMIT, its statements prepared, its commit confirmed by the standby if there is one.
 *
 * Statements that do not wait for each other's result (`Promise.all`) are sent together and executed in the order of the calls, each
 * seeing the effects of those before it. This pipelining turns a transaction of many statements into a few round trips.
 */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { keepMessages, type Message } from '../notify/push.ts';
import type { Timed } from '../observe/tracing.ts';
import { currentTrace } from '../observe/tracing.ts';
import type { Sql } from '../work.ts';
import type { Holding } from './nested-use.ts';

/** SQLSTATE of a statement that was not executed because an earlier one had failed. */
const behindFailure = '25P02';

export interface TransactionOptions {
  /**
   * BEGIN is sent together with the first statements of the work, which must only read and lock, because they run without it if BEGIN fails. By
   * default, BEGIN is awaited.
   */
  readonly beginsWithReads?: boolean;
}

/**
 * Returns the function that runs `work` in a transaction on a connection of the pool; a throw rolls back. `tell` gets the work's messages
 * (`tellAfterCommit`) once it is committed; `holding` marks work that holds the connection.
 */
export function transacting(
  pool: PostgresPool,
  tell: (messages: readonly Message[]) => void,
  holding: Holding = (run) => run(),
) {
  return async <Result>(
    work: (sql: Sql) => Promise<Result>,
    { beginsWithReads = false }: TransactionOptions = {},
  ): Promise<Result> => {
    const client = await pool.connect();
    const handle = handleOn(client);
    const messages = keepMessages(handle.sql);
    try {
      const begun = client.query('begin isolation level read committed', []);
      // A failed BEGIN closes the handle before any statement that depends on earlier reads is sent.
      const result = await (beginsWithReads
        ? Promise.all([holding(() => work(handle.sql)), begun]).then(([result]) => result)
        : begun.then(() => holding(() => work(handle.sql))));
      handle.close();
      // The failure was reported above; if a statement's failure was ignored, COMMIT becomes a ROLLBACK.
      const { command } = await client.query<never>('commit', []);
      if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed');
      client.release();
      tell(messages);
      return result;
    } catch (error) {
      handle.close();
      await client.query('rollback', []).then(
        () => client.release(),
        () => client.release(true),
      );
      throw isBehindFailure(error) ? (handle.failure() ?? error) : error;
    }
  };
}

const isBehindFailure = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === behindFailure;

/** A handle that sends statements to this connection at once, until it is closed. */
function handleOn(client: PostgresPoolClient) {
  let open = true;
  let failure: unknown;
  // Checked when the statement is sent, not before: behind a ROLLBACK it would commit on its own.
  const query = async (text: never, values: never) => {
    if (!open) throw new Error('the transaction has ended');
    try {
      return await client.query(text, values);
    } catch (error) {
      if (!isBehindFailure(error)) failure = error;
      throw error;
    }
  };
  const kept: PostgresPoolClient = {
    query: query as PostgresPoolClient['query'],
    release: () => undefined,
  };
  const alone: PostgresPool = {
    options: {},
    connect: () => Promise.resolve(kept),
    end: () => Promise.resolve(),
  };
  const sql: Sql = new Kysely({ dialect: new PostgresDialect({ pool: alone }) });
  return {
    sql,
    /** The first failure, which causes those behind it: of several pipelined statements, any may be reported first. */
    failure: () => failure,
    close() {
      open = false;
    },
  };
}

/*
 * Commits that a synchronous standby has not confirmed. PostgreSQL commits on its own disk, then waits for the standby. If that wait is cancelled
 * (statement_timeout, an operator, its own end) it reports success with a warning only, and a failover would lose the commit.
 */

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
 * Makes every query of this connection wait for the standby again if its wait was cancelled. For the queue's claims of jobs: a job must not act outside
 * on what one machine alone knows, and a claim that failed would hold its jobs for hours.
 */
export function insistOnStandby(client: pg.PoolClient): void {
  let isCancelled = false;
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') isCancelled = true;
  });
  const query: Query = client.query.bind(client) as Query;
  const insist = async (call: never[]) => {
    const result = await query(...call);
    while (isCancelled) {
      isCancelled = false;
      await query(`select pg_logical_emit_message(true, 'calmly', '')` as never);
    }
    return result;
  };
  client.query = ((...call: never[]) =>
    typeof call.at(-1) === 'function' ? query(...call) : insist(call)) as typeof client.query;
}

/**
 * Makes the commit of an open read-only transaction wait for the standby, because the data it read may have been committed without confirmation.
 * Writes only a mark to the log.
 */
export async function replicateWhatWasRead(db: Sql): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'calmly', '')`.execute(db);
}

/*
 * Prepared statements: each text with parameters is parsed and planned once per connection, which usually costs more than running it. A
 * connection keeps its most recently used texts: filters produce many that are rarely used again, and those must not displace the texts
 * of every payment. A displaced text is prepared again under another name.
 */

/** Statements kept per connection: enough for all that are sent regularly, at some kilobytes of PostgreSQL's memory each. */
const mostStatements = 500;

/** A pool for the query builder that prepares each statement under a name; `timed` sees each one that has ended. */
export function preparing(pool: pg.Pool, timed?: Timed): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const nameOf = namesOn(client);
    // Any value may be a parameter; the builder's type also covers cursors, which we do not open.
    const query: (...call: never[]) => Promise<unknown> = (text: string, values: readonly unknown[]) => {
      const written = values.map((value) => (Array.isArray(value) ? toArrayLiteral(value) : value));
      const startedAtMs = timed && performance.now();
      const parent = currentTrace();
      const answer = client.query(
        values.length > 0 ? { name: nameOf(text), text, values: written } : { text, values: written },
      );
      if (startedAtMs !== undefined) {
        answer.then(
          () => timed?.(text, startedAtMs, parent && { parent }),
          (error: unknown) => timed?.(text, startedAtMs, { error, parent }),
        );
      }
      return answer;
    };
    return {
      query: confirming(client, query) as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    };
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? wrap(client);
      clients.set(client, known);
      return known;
    },
  };
}

/** Names a connection's statements; the least recently used one is dropped, here and in the database. */
function namesOn(client: pg.PoolClient): (text: string) => string {
  /** Ordered by last use. */
  const names = new Map<string, string>();
  let named = 0;
  return (text) => {
    const known = names.get(text);
    names.delete(text);
    const name = known ?? `s${named++}`;
    names.set(text, name);
    const [oldest] = names;
    if (known === undefined && names.size > mostStatements && oldest) {
      names.delete(oldest[0]);
      // In a failed transaction it stays in the database, under a name that is never used again.
      client.query({ text: `deallocate ${oldest[1]}`, values: [] }).catch(() => undefined);
    }
    return name;
  };
}

/**
 * A list of texts and whole numbers as a PostgreSQL array literal. JSON's writer is several times faster than the driver's and differs only in its
 * escapes; texts with escapes, and types that only the driver can write (dates, bytes, nested lists), are left to the driver.
 */
function toArrayLiteral(values: readonly unknown[]): unknown {
  if (!values.every(isPlain)) return values;
  const json = JSON.stringify(values);
  return json.includes('\\') ? values : `{${json.slice(1, -1)}}`;
}

const isPlain = (value: unknown) => typeof value === 'string' || value === null || Number.isInteger(value);
