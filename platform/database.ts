/**
 * The database: one pool, one kind of transaction, one connection that listens.
 *
 * Every transaction is READ COMMITTED. A caller that needs more locks the rows that it decides on, in id order. Statements, waits for
 * locks and idle transactions have time limits, so that one stuck caller cannot block the bank. `int8` is read as `bigint`, `numeric` as
 * a string (a module converts known integers), `timestamptz` as a `Date`.
 */
import { Kysely, PostgresDialect, sql as query } from 'kysely';
import pg from 'pg';
import { grouped } from './jobs/group.ts';
import type { Log } from './log.ts';
import { openListener } from './notify/listener.ts';
import { type Message, tellNow } from './notify/push.ts';
import { type Timed, watchStatements } from './observe/tracing.ts';
import { splitConnections } from './postgres/connecting/budget.ts';
import { connectionTo, newClient } from './postgres/connecting/connections.ts';
import { refusingNestedUse } from './postgres/nested-use.ts';
import { preparing, type TransactionOptions, transacting } from './postgres/transaction.ts';
import { momentOf } from './postgres/values.ts';
import type { Sql } from './work.ts';

const lockTimeoutMs = 3_000;
const idleInTransactionTimeoutMs = 5_000;
const statementTimeoutMs = 15_000;
const connectTimeoutMs = 5_000;
/**
 * Look-ups are planned to use an index; a query that reads a large part of a table runs as a report (`report.ts` explains how to choose). A plan
 * lives as long as its connection, so a sequential scan chosen for a small table would still be used when the table has grown. Most data is in
 * memory, where a random page costs as much as the next one. Before version 18, PostgreSQL gives disabled methods a very high cost, which triggers
 * JIT compilation for a few rows; `jit=off` prevents that.
 */
export const lookUps = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'random_page_cost=1.1',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');
/** Deadlock victims and serialization failures: nothing was committed, so repeating is safe. */
const repeatable = new Set(['40P01', '40001']);
const attempts = 3;
/** A write on a read-only server: a standby, or a primary set to read-only. */
const readOnly = '25006';
/** A commit that may be lost: see `CommitNotReplicated` in transaction.ts. */
const commitUnknown = '40003';

export interface Database {
  /** Outside a transaction: each statement commits separately. */
  readonly sql: Sql;
  readonly pool: pg.Pool;
  /**
   * Runs `work` in a transaction and commits; a throw rolls back. After a deadlock `work` runs again (at most three times), so it must have no
   * effects outside the database.
   */
  inTransaction<Result>(work: (sql: Sql) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /**
   * Calls `onMessage` for each NOTIFY on the channel, from now until the returned function is called. Messages sent while the
   * connection was down are lost; `onGap` reports that this may have happened.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  /** A connection outside the pool, for a lock that lives as long as the connection; the caller ends it. */
  openConnection(name: string): Promise<pg.Client>;
  /** Whether a write has failed because the disk is full, and one still would. */
  isFull(): Promise<boolean>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly log?: Log;
  /** From how many milliseconds a statement is logged as slow; 0: none is. */
  readonly slowStatementMs?: number;
  /** Maximum number of connections of the pool. */
  readonly poolSize?: number;
  /** Whether asking for a second connection inside a transaction is an error: see nested-use.ts. */
  readonly refusesNestedUse?: boolean;
}

/** Opens a pool on `postgres://…` (a `?host=/directory` names a unix socket). Does not connect yet. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { log } = options;
  const pool = new pg.Pool({
    ...connectionTo(url, lookUps),
    application_name: 'calmly',
    max: options.poolSize ?? splitConnections().pool,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // Independent statements are sent together: see transaction.ts.
    pipeline: true,
    types: { getTypeParser },
  });
  // A broken connection is reported both to its query and as an event; an unhandled event would end the process.
  const onError = (error: Error) => log?.warn({ reason: error.message }, 'database connection lost');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));

  const space = watchSpace();
  const slow = watchStatements({ log, limitMs: options.slowStatementMs ?? 0 });
  const timed: Timed = (text, startedAtMs, more) => {
    space.note(more?.error);
    slow(text, startedAtMs, more);
  };
  const { pool: prepared, holding } = options.refusesNestedUse
    ? refusingNestedUse(preparing(pool, timed))
    : { pool: preparing(pool, timed) };
  const sql: Sql = new Kysely({ dialect: new PostgresDialect({ pool: prepared }) });
  const messages = openMessages(sql, log);
  const runOnce = transacting(prepared, messages.tell, holding);
  const listener = openListener(url, log);

  async function inTransaction<Result>(
    work: (sql: Sql) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(work, options);
      } catch (error) {
        if (attempt >= attempts || !repeatable.has(sqlStateOf(error) ?? '')) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  return {
    sql,
    pool,
    inTransaction,
    listen: listener.listen,
    async openConnection(name) {
      const client = newClient(url, {
        application_name: `calmly ${name}`,
        connectionTimeoutMillis: connectTimeoutMs,
      });
      client.on('error', onError);
      await client.connect();
      return client;
    },
    isFull: () => space.isFull(sql),
    close: async () => {
      await listener.close();
      await messages.told();
      // Not the builder's `destroy`, which ends nothing if only transactions were used.
      await pool.end();
    },
  };
}

/** Sends the NOTIFY messages of committed transactions in batches, without making callers wait. */
function openMessages(sql: Sql, log: Log | undefined) {
  const telling = new Set<Promise<void>>();
  const tellGroup = grouped(
    async (lists: ReadonlyArray<readonly Message[]>) => {
      await tellNow(sql, lists.flat());
      return lists.map(() => undefined);
    },
    { limit: 256, queueLimit: 4_096 },
  );

  return {
    tell(messages: readonly Message[]): void {
      if (messages.length === 0) return;
      const told = tellGroup(messages)
        .catch((error: unknown) =>
          log?.warn({ err: error }, 'browsers and runners were not told of a change'),
        )
        .finally(() => telling.delete(told));
      telling.add(told);
    },
    /** Settles when all messages have been sent. */
    async told(): Promise<void> {
      await Promise.all(telling);
    },
  };
}

/** The SQLSTATE of a database error, or the system's code of a broken connection (`ECONNREFUSED`). */
export function sqlStateOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Whether an error means that one row was refused, so that the other rows of the list may still be written: SQLSTATE classes 22 (data exception), 23
 * (integrity constraint) and CA (raised by our own database functions).
 */
export const refusesRow = (error: unknown): boolean => /^(22|23|CA)/.test(sqlStateOf(error) ?? '');

/** Whether an error is a violation of this unique constraint or index. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return (
    sqlStateOf(error) === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === constraint
  );
}

/** A lock timeout, a statement or transaction timeout, or a conflict between two transactions. */
const inTheWay = new Set(['55P03', '57014', '25P03', ...repeatable]);

/** Whether an error is temporary: the database is away, or a lock timed out. The edge answers these with 503 and Retry-After. */
export const isUnavailable = (error: unknown): boolean =>
  isAway(error) || inTheWay.has(sqlStateOf(error) ?? '');

/**
 * Whether the database is unreachable, starting, full or read-only, or no standby has confirmed a commit. A missing file has the same code as a
 * missing socket, but also a path.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  isAway(error) && !(error instanceof Error && 'path' in error);

function isAway(error: unknown): boolean {
  const code = sqlStateOf(error);
  if (code !== undefined) {
    return (
      /^(08|53|57P0|58)/.test(code) ||
      [
        readOnly,
        commitUnknown,
        'ECONNREFUSED',
        'ECONNRESET',
        'EPIPE',
        'ENOENT',
        'ETIMEDOUT',
        'ENOTFOUND',
        'EAI_AGAIN',
      ].includes(code)
    );
  }
  // Messages of pg errors that have no code.
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after)/.test(
      error.message,
    )
  );
}

/** Parsers of `int8` and `timestamptz`; all other types use pg's. */
const textParsers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [20, BigInt],
  [1184, momentOf],
]);

const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  format === 'binary'
    ? pg.types.getTypeParser(oid, 'binary')
    : (textParsers.get(oid) ?? pg.types.getTypeParser(oid, 'text'))) as typeof pg.types.getTypeParser;

const diskFull = '53100';
const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === diskFull;

/**
 * Whether the disk of the database is full, wherever it is. A write that failed with `disk_full` says so. From then on each question tries a write of
 * its own, until one succeeds: a temporary table always needs new space, while rows may still fit into pages that exist.
 */
function watchSpace() {
  let hasFailed = false;
  return {
    /** Sees the error of a statement. */
    note(error: unknown): void {
      if (error !== undefined && isDiskFull(error)) hasFailed = true;
    },
    async isFull(sql: Sql): Promise<boolean> {
      if (!hasFailed) return false;
      try {
        await query`create temporary table space on commit drop as
          select repeat('x', 1000) as text from generate_series(1, 100)`.execute(sql);
        hasFailed = false;
      } catch (error) {
        if (!isDiskFull(error)) throw error;
      }
      return hasFailed;
    },
  };
}
