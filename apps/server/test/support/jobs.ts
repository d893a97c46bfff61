/** The queue of a test's own app, which has to run its jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { TestApp } from './app.ts';
import { until } from './until.ts';

/** Resolves when every due job is done, including jobs added by these. Later jobs stay. */
export async function drainJobs({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await until(
    async () =>
      (await sql`select from graphile_worker._private_jobs where run_at <= now()`.execute(database.sql)).rows,
    (due) => due.length === 0,
  );
}

const announceDue = `select pg_notify('jobs:insert', '{"count": 1}') where exists (
  select from graphile_worker._private_jobs where is_available and run_at <= now())`;

/**
 * Notifies the runners of a database about due jobs, including those whose time a test has moved forward. A runner polls with a connection
 * and a query for each lane; this is one query on one connection, so it can poll more often. Returns a function that stops it.
 */
export function announceDueJobs(url: string, everyMs: number): () => Promise<void> {
  const stopping = new AbortController();
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'calmly test' });
    // A test may end every connection.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  async function announce(): Promise<void> {
    const client = await connect();
    try {
      while (!stopping.signal.aborted) {
        await client.query(announceDue);
        await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  const announced = (async () => {
    while (!stopping.signal.aborted) {
      await announce().catch(() => undefined);
      if (!stopping.signal.aborted) await sleep(everyMs);
    }
  })();
  return async () => {
    stopping.abort();
    await announced;
  };
}
