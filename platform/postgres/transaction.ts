/**
 * A transaction: one connection of the pool from BEGIN to COMMIT.
 *
 * Statements that do not wait for each other's result (`Promise.all`) are sent together and executed in the order of the calls, each
 * seeing the effects of those before it. This pipelining turns a transaction of many statements into a few round trips.
 */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { keepMessages, type Message } from '../notify/after-commit.ts';
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
