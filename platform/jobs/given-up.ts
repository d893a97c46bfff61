/** Jobs that failed for the last time. The queue runs them no more; staff find the cause and have them tried again. */
import { sql as query } from 'kysely';
import { tellAfterCommit, wakeUp } from '../notify/push.ts';
import type { Sql } from '../work.ts';

export interface GivenUpJob {
  readonly id: string;
  readonly task: string;
  /** When it failed last. */
  readonly at: Date;
  /** The first line of its last error. */
  readonly error: string;
}

const isGivenUp = query.raw('not is_available and locked_at is null');

/** How many there are. */
export async function countGivenUp(sql: Sql): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs where ${isGivenUp}`.execute(sql);
  return rows[0]?.count ?? 0;
}

/** The oldest of them, at most `limit`. When they failed the queue does not keep, but from then it counts the pause before the next attempt, as it does here. */
export async function listGivenUp(sql: Sql, limit: number): Promise<GivenUpJob[]> {
  const { rows } = await query<GivenUpJob>`
    select jobs.id::text, tasks.identifier as task, jobs.run_at - exp(least(jobs.attempts, 10)) * interval '1 second' as at,
      split_part(coalesce(jobs.last_error, ''), e'\n', 1) as error
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where ${isGivenUp} order by jobs.id limit ${limit}`.execute(sql);
  return rows;
}

/** Gives a job all its attempts again, from now on. Answers its task; undefined where no such job was given up. */
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
