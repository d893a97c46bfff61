/** Control over the queue's pauses: a test neither waits for them nor has to be faster than they are. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { until } from './until.ts';

/** From now on a failed job is retried only when `retryNow` says so. */
export async function holdRetries(database: Sql): Promise<void> {
  await sql
    .raw(`create function platform.hold_retry() returns trigger language plpgsql as $$
      begin new.run_at := new.run_at + interval '1 day'; return new; end $$;
      create trigger hold_retry before update on graphile_worker._private_jobs for each row
      when (old.locked_at is not null and new.locked_at is null and new.last_error is not null and new.run_at > old.run_at)
      execute function platform.hold_retry()`)
    .execute(database);
}

const failed = sql`attempts > 0 and locked_at is null and last_error is not null`;

/** The attempts of the failed jobs waiting for a retry, oldest first. */
export async function failedAttempts(database: Sql): Promise<number[]> {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from graphile_worker._private_jobs where ${failed} order by id`.execute(database);
  return rows.map(({ attempts }) => attempts);
}

export async function retryNow(database: Sql): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where ${failed}`.execute(database);
}

/** Waits until a job of this task is scheduled for later, and moves it to now. */
export async function bringForward(database: Sql, task: string): Promise<void> {
  await until(
    async () => {
      const { numAffectedRows } = await sql`
        update graphile_worker._private_jobs j set run_at = now()
        from graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = ${task} and j.run_at > now() and j.locked_at is null`.execute(
        database,
      );
      return numAffectedRows ?? 0n;
    },
    (count) => count > 0n,
  );
}

/** Waits like `until`; jobs that fail in that time are retried without their pause. */
export const untilRetried = <Value>(
  database: Sql,
  ask: () => Promise<Value> | Value,
  isSo: (value: Value) => boolean,
): Promise<Value> =>
  until(async () => {
    await retryNow(database);
    return ask();
  }, isSo);
