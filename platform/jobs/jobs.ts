/**
 * Jobs: work after a commit, stored in the database by the transaction that requests it, so that it happens if and only if that transaction
 * committed.
 * A job runs at least once: if a server dies between a handler's commit and the queue's record, the job runs again, so a handler first checks whether
 * its work is done. Each run has its own transaction (`outside`: none). A throw rolls it back, and the job is retried at growing intervals (seconds
 * at first, 25 times, about four days). A job that failed because the database was away is retried as soon as it is back.
 */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Log } from '../log.ts';
import { watch } from '../metrics.ts';
import { tellAfterCommit, wakeUp } from '../notify/push.ts';
import { watchQueue } from '../observe/database-figures.ts';
import { traceparent } from '../observe/tracing.ts';
import type { Sql } from '../work.ts';
import { restartNewerBackfills } from './backfills/versions.ts';
import { countGivenUp } from './given-up.ts';
import { type JobHandler, type NewJob, traceFlag } from './job-kinds.ts';
import { releaseDeadJobs, releaseInterrupted } from './job-leases.ts';
import { startRunner } from './job-runner.ts';
import { lanesOf } from './tasks.ts';

export type { JobHandler, NewJob, OutsideJobHandler, SingleJobHandler } from './job-kinds.ts';

export interface JobRunner {
  /** Waits for running jobs and takes no new ones. */
  stop(): Promise<void>;
}

export interface JobRunnerOptions {
  readonly url: string;
  readonly database: Database;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly log: Log;
  /** Name of this version's newest migration; undefined: older and newer servers do not matter. */
  readonly newestMigration?: string;
  /** Maximum number of connections for fetching and recording jobs; their work uses `database`. */
  readonly connections?: number | undefined;
  /** Polling interval for jobs with a start time. */
  readonly pollMs?: number | undefined;
  /** Pause after the database had few jobs, so that those arriving behind a job are taken together. */
  readonly gatherMs?: number | undefined;
}

const leaseSweepMs = 5_000;
/** Interval of the sweep after a job could not reach the database. */
const awaySweepMs = 500;
/** A busy database may delay the record of a failure, so jobs that lost the database are looked for this long. */
const lateNoteMs = 30_000;
const restartMs = 500;

/** Adds jobs to the open transaction with at most two statements, regardless of their number. Runners are notified when it commits. */
export async function addJobs(database: Sql, jobs: readonly NewJob[]): Promise<void> {
  const trace = traceparent();
  const { plain = [], keyed = [] } = Object.groupBy(jobs, ({ key }) =>
    key === undefined && trace === undefined ? 'plain' : 'keyed',
  );
  await Promise.all([addPlain(database, plain), addKeyed(database, keyed, trace)]);
}

async function addPlain(database: Sql, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`select platform.add_jobs(
    ${jobs.map(({ task }) => task)}::text[],
    ${JSON.stringify(jobs.map(({ payload }) => payload))}::json,
    ${jobs.map(({ runAt }) => runAt?.toISOString() ?? null)}::timestamptz[])`.execute(database);
  // Jobs with a later start time are found by polling.
  const due = jobs.filter(({ runAt }) => runAt === undefined || runAt.getTime() <= Date.now());
  if (due.length > 0) await tellAfterCommit(database, [wakeUp(due.length)]);
}

/** The queue's own function replaces a waiting job with the same key, and stores the trace. */
async function addKeyed(database: Sql, jobs: readonly NewJob[], trace: string | undefined): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ task, payload, runAt, key }) => ({
    identifier: task,
    payload,
    run_at: runAt,
    job_key: key,
    flags: trace === undefined ? undefined : [traceFlag(trace)],
  }));
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`.execute(
    database,
  );
}

/**
 * Runs the jobs of these tasks until stopped. A runner that loses the database is replaced, any number of times; jobs held by a dead server are taken
 * over within seconds.
 */
export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { database, log } = options;
  watch('calmly_jobs_given_up', 'Jobs that failed for the last time and wait for staff', () =>
    countGivenUp(database.sql),
  );
  let stopping = false;
  const { url, connections, handlers, newestMigration, pollMs, gatherMs } = options;
  watchQueue(database.sql, handlers);
  /** When to stop looking for jobs that failed because the database was away. */
  let lookUntil = 0;
  let soon: NodeJS.Timeout | undefined;
  const keepLooking = () => {
    lookUntil = Date.now() + lateNoteMs;
  };
  const onAway = () => {
    keepLooking();
    soon ??= setTimeout(look, awaySweepMs);
  };
  keepLooking();
  const start = async () => {
    const started = await startRunner({
      url,
      connections,
      lanes: lanesOf(handlers, { database, log, putOn: addJobs, onAway }),
      log,
      newestMigration,
      pollMs,
      gatherMs,
    });
    // Also after a lost connection, with which its lock was lost.
    if (newestMigration !== undefined)
      await restartNewerBackfills(database.sql, newestMigration)
        .then((jobs) => addJobs(database.sql, jobs))
        .catch(async (error: unknown) => {
          await started.stop();
          throw error;
        });
    return started;
  };
  let runner = await start();
  async function sweep(): Promise<void> {
    const dead = await releaseDeadJobs(database.sql);
    if (dead > 0) log.warn({ runners: dead }, 'took over the jobs of a dead server');
    if (Date.now() < lookUntil) await releaseInterrupted(database.sql);
  }
  function look(): void {
    soon = undefined;
    sweep().catch((error) => {
      keepLooking();
      log.warn({ err: error }, 'could not look for jobs that were interrupted');
    });
  }
  const sweeps = setInterval(look, leaseSweepMs);

  async function supervise(): Promise<void> {
    while (!stopping) {
      await runner.ended;
      if (stopping) return;
      log.warn('the job runner stopped; starting it again');
      await new Promise((resolve) => setTimeout(resolve, restartMs));
      runner = await start().catch((error: unknown) => {
        log.warn({ err: error }, 'the job runner cannot start yet');
        return { ended: Promise.resolve(), stop: async () => undefined };
      });
    }
    await runner.stop();
  }
  const supervised = supervise();

  return {
    async stop() {
      stopping = true;
      clearInterval(sweeps);
      clearTimeout(soon);
      await runner.stop();
      await supervised;
    },
  };
}
