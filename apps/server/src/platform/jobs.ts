/**
 * Jobs: what must happen after a commit, kept in the database by the transaction that wants it, so that it happens if and
 * only if that transaction committed.
 *
 * A job runs at least once: a server that dies between a handler's commit and the queue's own note of it runs the job again, so a
 * handler first looks whether its work is done. Each run has a transaction of its own (`outside`: none); a throw rolls it back and the job is
 * tried again with growing pauses (seconds at first, 25 times, about four days).
 */
import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger as Log } from 'pino';
import { type Message, tellAfterCommit } from './after-commit.ts';
import { type Database, isUnavailable } from './database.ts';
import { grouped } from './group.ts';
import { newId } from './ids.ts';
import { holdLease, releaseDeadJobs } from './job-leases.ts';
import { observeJob } from './metrics.ts';
import type { Sql, Work } from './work.ts';

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
interface OutsideJobHandler {
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
}

/** Jobs taken at the same time, and the most connections of the runner; it opens no more than it needs. */
const concurrency = 8;
/** Jobs taken from the database by one statement at most, and how long it is left alone after it had fewer. */
const localQueueSize = 16;
const gatherMs = 40;
/** How long the queue gathers notes of what is done and what failed before it writes them. */
const noteMs = 5;
/** Jobs are announced by NOTIFY; only those with a time of their own are found by looking. */
const pollMs = 250;
const leaseSweepMs = 5_000;
const restartMs = 500;

/** Adds jobs to the open transaction: at most two statements, whatever their number. Runners are told once it has committed. */
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

/** The queue's own message for its runners. */
const wakeUp = (count: number): Message => ({ channel: 'jobs:insert', payload: JSON.stringify({ count }) });

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
  let stopping = false;
  let runner = await startRunner(options);
  const sweep = setInterval(() => {
    releaseDeadJobs(database.sql).then(
      (dead) => dead > 0 && log.warn({ runners: dead }, 'took over the jobs of a server that died'),
      (error) => log.warn({ err: error }, 'could not look for jobs of dead servers'),
    );
  }, leaseSweepMs);

  async function supervise(): Promise<void> {
    while (!stopping) {
      await runner.ended;
      if (stopping) return;
      log.warn('the job runner stopped; starting it again');
      await new Promise((resolve) => setTimeout(resolve, restartMs));
      runner = await startRunner(options).catch((error: unknown) => {
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

interface RunningRunner {
  /** Settles when the runner has ended for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

async function startRunner({ url, database, handlers, log }: JobRunnerOptions): Promise<RunningRunner> {
  const pool = new pg.Pool({ connectionString: url, application_name: 'calmly jobs', max: concurrency });
  const onError = (error: Error) => log.warn({ reason: error.message }, 'job connection lost');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));

  const events: WorkerEvents = new EventEmitter();
  events.on('job:error', ({ job, error }) =>
    log.warn({ task: job.task_identifier, jobId: job.id, attempt: job.attempts, err: error }, 'job failed'),
  );
  events.on('job:failed', ({ job }) =>
    log.error({ task: job.task_identifier, jobId: job.id }, 'job given up after its last attempt'),
  );
  const created = Promise.withResolvers<string>();
  events.once('pool:create', ({ workerPool }) => created.resolve(workerPool.id));

  let runner: Runner;
  try {
    runner = await run({
      pgPool: pool,
      events,
      logger: new Logger(() => (level, message, meta) => {
        // A job's failure was told above, in our fields.
        if (meta?.failure || (level !== 'error' && level !== 'warning')) return;
        log.warn({ reason: message }, 'job runner');
      }),
      noHandleSignals: true,
      parsedCronItems: [],
      taskList: tasksOf(handlers, database, log),
      preset: {
        worker: {
          concurrentJobs: concurrency,
          pollInterval: pollMs,
          // One round trip fetches, and one ends, what would else be a commit per job.
          localQueue: {
            size: localQueueSize,
            // A job that comes alone is taken at once; those behind it are taken, and done, together.
            refetchDelay: {
              durationMs: gatherMs,
              threshold: localQueueSize - 1,
              maxAbortThreshold: Number.POSITIVE_INFINITY,
            },
          },
          completeJobBatchDelay: noteMs,
          // Without a delay the queue does not wait for its own note of a failed job: when the database is away that is a rejection
          // that nothing handles, and it ends the process. A batch that cannot be written stops the runner, which is replaced.
          failJobBatchDelay: noteMs,
        },
      },
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const ended = runner.promise.catch(() => undefined);
  const end = async () => {
    await runner.stop().catch(() => undefined);
    await ended;
    await pool.end();
  };
  // Without its lease a runner's jobs could be given to others while it still works on them.
  const release = await holdLease(url, await created.promise, () => void stop()).catch(async (error) => {
    await end();
    throw error;
  });
  const stop = once(() => end().then(release));
  return { ended: ended.then(stop), stop };
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

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
