/**
 * Leases: which holders of jobs are still alive. The queue itself waits four hours before it takes a job from a dead worker, which is
 * too long for money. Every runner holds a session lock under each name that its jobs are held by, which PostgreSQL releases with the
 * connection. If the lock is free, the holder's jobs can be returned at once.
 */
import { sql } from 'kysely';
import { newClient } from '../postgres/connecting/connections.ts';
import type { Sql } from '../work.ts';
import { takeVersionLock } from './backfills/versions.ts';

/** A runner looks dead for a moment, between taking its first job and acquiring its locks. */
const graceSeconds = 5;

/** Holds a runner's lease, and the lock of its version, until the returned function is called or the connection is lost. */
export async function holdLease(
  url: string,
  holders: readonly string[],
  onLost: () => void,
  newestMigration?: string,
): Promise<() => Promise<void>> {
  const client = newClient(url, { application_name: 'calmly job lease' });
  // 'end' reports the loss; without an error listener, the process would end.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    'select pg_advisory_lock(hashtextextended(holder, 0)) from unnest($1::text[]) as holder',
    [holders],
  );
  if (newestMigration !== undefined) await client.query(takeVersionLock(newestMigration));
  client.once('end', onLost);
  return async () => {
    client.off('end', onLost);
    await client.end();
  };
}

/** How often a job is taken over at once. A job that each time kills its server or its connection then waits longer and longer, up to an hour. */
const promptTakeovers = 10;
const secondsToWait = sql`least(power(2, greatest(attempts - ${sql.lit(promptTakeovers)}, 0)) - 1, 3600) * interval '1 second'`;

/** The prefix of the error that the queue stores for a job that failed because the database was away. */
export const awayMark = 'the database was away';

/**
 * Makes jobs due that failed because the database was away; the queue would wait longer after each outage, hours after the ninth. The wait counts
 * from now, because the queue does not store when a job failed.
 */
export async function releaseInterrupted(database: Sql): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
    set attempts = least(attempts, max_attempts - 1), run_at = now() + ${secondsToWait}
    where locked_by is null and last_error like ${`${awayMark}%`} and run_at > now() + ${secondsToWait}`.execute(
    database,
  );
}

/**
 * Returns the jobs of dead runners to the queue, and the number of dead runners. A job whose server died has not failed, so it keeps at least one
 * attempt, however often that happens.
 */
export async function releaseDeadJobs(database: Sql): Promise<number> {
  const { rows } = await sql<{ dead: string[] | null }>`
    with holders as (
      select distinct locked_by as holder from graphile_worker._private_jobs
      where locked_by is not null and locked_at < now() - make_interval(secs => ${graceSeconds})
    ), dead as materialized (
      select holder from holders where pg_try_advisory_xact_lock(hashtextextended(holder, 0))
    )
    select array_agg(holder) as dead from dead`.execute(database);
  const dead = rows[0]?.dead ?? [];
  if (dead.length === 0) return 0;
  await sql`
    update graphile_worker._private_jobs
    set attempts = least(attempts, max_attempts - 1),
      run_at = now() + ${secondsToWait}
    where locked_by = any(${dead}::text[])`.execute(database);
  await sql`select graphile_worker.force_unlock_workers(${dead})`.execute(database);
  return dead.length;
}
