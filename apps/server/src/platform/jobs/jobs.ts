/**
 * Jobs: work after a commit, stored in the database by the transaction that requests it, so that it happens if and only if that
 * transaction committed.
 *
 * A job runs at least once: if a server dies between a handler's commit and the queue's record, the job runs again, so a handler first
 * checks whether its work is done. Each run has its own transaction (`outside`: none). A throw rolls it back, and the job is retried at
 * growing intervals (seconds at first, 25 times, about four days).
 */
import type { TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import { type Database, isUnavailable } from '../database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { observeJob, watch } from '../metrics.ts';
import { tellAfterCommit } from '../notify/after-commit.ts';
import type { Sql, Work } from '../work.ts';
import { countGivenUp } from './given-up.ts';
import { grouped } from './group.ts';
import { releaseDeadJobs } from './job-leases.ts';
import { concurrency, startRunner } from './job-runner.ts';
import { wakeUp } from './wake-up.ts';

/** Does one job inside `work.sql`, an open transaction. The payload is what `addJobs` was given, through JSON. */
export type SingleJobHandler = (work: Work, payload: unknown) => Promise<void>;

/**
 * Does several jobs of its task in one transaction, one group after the other: what they lock they do not fight over. A payload that is a
 * list may come in parts.
 */
interface GroupedJobHandler {
  readonly together: (work: Work, payloads: readonly unknown[]) => Promise<void>;
}

/** Talks to the outside world, so no transaction waits with it: each statement of `work.sql` commits for itself. */
export interface OutsideJobHandler {
  readonly outside: SingleJobHandler;
}

export type JobHandler = SingleJobHandler | GroupedJobHandler | OutsideJobHandler;

export interface NewJob {
  readonly task: string;
  /** Ids and codes; never a secret, it is stored as it is. */
  readonly payload: unknown;
  /** Not before; undefined: as soon as this transaction commits. */
  readonly runAt?: Date;
  /** A waiting job of the same key is replaced. */
  readonly key?: string;
}

export interface JobRunner {
  /** Waits for the jobs that are running and takes no new ones. */
  stop(): Promise<void>;
}

export interface JobRunnerOptions {
  readonly url: string;
  readonly database: Database;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly log: Log;
  /** How often the runner looks for jobs with a time of their own. */
  readonly pollMs?: number | undefined;
  /** How long it leaves the database alone after it had few jobs, so that those behind a job are taken together. */
  readonly gatherMs?: number | undefined;
}

const leaseSweepMs = 5_000;
const restartMs = 500;

/** Adds jobs to the open transaction: at most two statements, regardless of their number. Runners are notified when it commits. */
export async function addJobs(database: Sql, jobs: readonly NewJob[]): Promise<void> {
  const { plain = [], keyed = [] } = Object.groupBy(jobs, ({ key }) =>
    key === undefined ? 'plain' : 'keyed',
  );
  await Promise.all([addPlain(database, plain), addKeyed(database, keyed)]);
}

async function addPlain(database: Sql, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`select platform.add_jobs(
    ${jobs.map(({ task }) => task)}::text[],
    ${JSON.stringify(jobs.map(({ payload }) => payload))}::json,
    ${jobs.map(({ runAt }) => runAt?.toISOString() ?? null)}::timestamptz[])`.execute(database);
  // Those of later are found by looking.
  const due = jobs.filter(({ runAt }) => runAt === undefined || runAt.getTime() <= Date.now());
  if (due.length > 0) await tellAfterCommit(database, [wakeUp(due.length)]);
}

/** A waiting job of a key is replaced by the queue's own function. */
async function addKeyed(database: Sql, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ task, payload, runAt, key }) => ({
    identifier: task,
    payload,
    run_at: runAt,
    job_key: key,
  }));
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`.execute(
    database,
  );
}

/**
 * Runs the jobs of these tasks until stopped. A runner that loses the database is replaced, as often as it takes; jobs held by
 * a server that died are taken over within seconds.
 */
export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { database, log } = options;
  watch('calmly_jobs_given_up', 'Jobs that failed for the last time and wait for staff', () =>
    countGivenUp(database.sql),
  );
  let stopping = false;
  const { url, handlers, pollMs, gatherMs } = options;
  const start = () => startRunner({ url, tasks: tasksOf(handlers, database, log), log, pollMs, gatherMs });
  let runner = await start();
  const sweep = setInterval(() => {
    releaseDeadJobs(database.sql).then(
      (dead) => dead > 0 && log.warn({ runners: dead }, 'took over the jobs of a dead server'),
      (error) => log.warn({ err: error }, 'could not look for jobs of dead servers'),
    );
  }, leaseSweepMs);

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
      clearInterval(sweep);
      await runner.stop();
      await supervised;
    },
  };
}

function tasksOf(handlers: JobRunnerOptions['handlers'], database: Database, log: Log): TaskList {
  const workOf = (task: string, db: Sql): Work => ({
    sql: db,
    now: new Date(),
    actor: { kind: 'system', name: task },
    newId,
    log,
  });
  const run = (task: string, handle: (work: Work) => Promise<void>) =>
    measured(task, () => database.inTransaction((transaction) => handle(workOf(task, transaction))));
  return Object.fromEntries(
    Object.entries(handlers).map(([task, handler]) => {
      if (typeof handler === 'function')
        return [task, (payload: unknown) => run(task, (work) => handler(work, payload))];
      if ('outside' in handler)
        return [
          task,
          (payload: unknown) => measured(task, () => handler.outside(workOf(task, database.sql), payload)),
        ];
      return [task, inGroups(task, (payloads) => run(task, (work) => handler.together(work, payloads)))];
    }),
  );
}

/**
 * What is taken while a group is at work is the next one. A group that fails is done again one by one, and so is what a job lists in its
 * payload: only the culprit waits. Its job is tried again as a whole, which finds the others done.
 */
function inGroups(task: string, run: (payloads: readonly unknown[]) => Promise<void>) {
  const attempt = (payload: unknown) => run([payload]).then(() => undefined, errorOf);
  async function apart(payload: unknown): Promise<Error | undefined> {
    let failure = await attempt(payload);
    if (!failure || isUnavailable(failure) || !Array.isArray(payload) || payload.length < 2) return failure;
    failure = undefined;
    for (const each of payload) failure = (await attempt([each])) ?? failure;
    return failure;
  }
  return grouped<unknown, void>(
    async (payloads) => {
      if (payloads.length > 1)
        try {
          await run(payloads);
          return payloads.map(() => undefined);
        } catch {
          // Told below by the job whose fault it is.
        }
      const outcomes: Array<Error | undefined> = [];
      for (const payload of payloads) outcomes.push(await apart(payload));
      return outcomes;
    },
    { name: task, limit: concurrency, queueLimit: concurrency },
  );
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function measured(task: string, run: () => Promise<void>): Promise<void> {
  const startedAtMs = performance.now();
  let outcome: 'done' | 'failed' = 'failed';
  try {
    await run();
    outcome = 'done';
  } finally {
    observeJob(task, outcome, (performance.now() - startedAtMs) / 1000);
  }
}
