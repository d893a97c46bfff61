/** The queue of a test's own app, which has to run its jobs. */
import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { until } from './until.ts';

/** Settles when every due job is done, also those that these jobs added. Jobs with a later time stay. */
export async function drainJobs({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await until(
    async () =>
      (await sql`select from graphile_worker._private_jobs where run_at <= now()`.execute(database.sql)).rows,
    (due) => due.length === 0,
  );
}
