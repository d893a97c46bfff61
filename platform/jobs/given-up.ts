/** Jobs that failed for the last time. The queue no longer runs them; staff find the cause and retry them. */
import { sql as query } from 'kysely';
import { tellAfterCommit, wakeUp } from '../notify/push.ts';
import type { Sql } from '../work.ts';

export interface GivenUpJob {
  readonly id: string;
  readonly task: string;
  /** Time of the last failure. */
  readonly at: Date;
  /** First line of the last error. */
  readonly error: string;
}

const isGivenUp = query.raw('not is_available and locked_at is null');

export async function countGivenUp(sql: Sql): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs where ${isGivenUp}`.execute(sql);
  return rows[0]?.count ?? 0;
}

/**
 * The oldest jobs, at most `limit`. The queue does not store when a job failed, but it counts the pause before the next attempt from then, so the
 * time is derived from that.
 */
export async function listGivenUp(sql: Sql, limit: number): Promise<GivenUpJob[]> {
  const { rows } = await query<GivenUpJob>`
    select jobs.id::text, tasks.identifier as task, jobs.run_at - exp(least(jobs.attempts, 10)) * interval '1 second' as at,
      split_part(coalesce(jobs.last_error, ''), e'\n', 1) as error
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where ${isGivenUp} order by jobs.id limit ${limit}`.execute(sql);
  return rows;
}

/** Resets a job's attempts, so that it runs now. Returns its task; undefined if no such job was given up. */
export async function retryGivenUp(sql: Sql, id: string): Promise<string | undefined> {
  const { rows } = await query<{ task: string }>`
    update graphile_worker._private_jobs jobs set attempts = 0, run_at = now(), last_error = null, updated_at = now()
    from graphile_worker._private_tasks tasks
    where jobs.id = ${id}::bigint and tasks.id = jobs.task_id and ${isGivenUp}
    returning tasks.identifier as task`.execute(sql);
  const [retried] = rows;
  if (retried) await tellAfterCommit(sql, [wakeUp(1)]);
  return retried?.task;
}
