/**
 * One runner of the job queue (graphile-worker), with its own pool and lease. It ends when it cannot record the results of its jobs;
 * `jobs.ts` then starts another one.
 *
 * Two weaknesses of the queue when the database goes away under load are handled here:
 *  - It leaves rejected promises unhandled, which would end the process: its record of a failed job, unless records are batched
 *    (`failJobBatchDelay`); its return of fetched but unstarted jobs, which is done here instead; and its second release of a broken
 *    listening connection (`QueuePool`).
 *  - After a failed batch of records it may never finish stopping, so it is abandoned as soon as its jobs have ended.
 * Jobs without a recorded end run again, because the lease of their runner ends with it.
 */
import { EventEmitter } from 'node:events';
import {
  type Job,
  Logger,
  type Runner,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../log.ts';
import { liveConnection } from '../postgres/liveness.ts';
import { holdLease } from './job-leases.ts';

/** Jobs taken at the same time, and the most connections of the runner; it opens no more than it needs. */
export const concurrency = 8;
/** Jobs taken from the database by one statement at most, and how long it is left alone after it had fewer. */
const localQueueSize = 16;
const defaultGatherMs = 40;
/** How long the queue gathers notes of what is done and what failed before it writes them. */
const noteMs = 5;
/** Jobs are announced by NOTIFY; only those with a time of their own are found by looking. */
const defaultPollMs = 250;

export interface RunnerOptions {
  readonly url: string;
  readonly tasks: TaskList;
  readonly log: Log;
  /** How often it looks for jobs with a time of their own; not less than `gatherMs`. */
  readonly pollMs?: number | undefined;
  /** How long it leaves the database alone after it had few jobs. */
  readonly gatherMs?: number | undefined;
}

interface RunningRunner {
  /** Settles when the runner has ended for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Throws when the database is unreachable. `ended` settles after the runner has stopped and its lease is
 * released, for whatever reason.
 */
export async function startRunner({
  url,
  tasks,
  log,
  pollMs = defaultPollMs,
  gatherMs = defaultGatherMs,
}: RunnerOptions): Promise<RunningRunner> {
  const pool = new QueuePool({
    connectionString: url,
    application_name: 'calmly jobs',
    max: concurrency,
    ...liveConnection(),
  });
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
  const broken = Promise.withResolvers<void>();
  events.once('pool:fatalError', () => broken.resolve());
  const returned = giveBackUnbegun(events, pool, log);
  const { watched, idle } = watchTasks(tasks);

  let runner: Runner;
  try {
    runner = await run({
      pgPool: pool,
      events,
      logger: new Logger(() => (level, message, meta) => {
        // A job's failure was logged above, in our fields.
        if (meta?.failure || (level !== 'error' && level !== 'warning')) return;
        log.warn({ reason: message }, 'job runner');
      }),
      noHandleSignals: true,
      parsedCronItems: [],
      taskList: watched,
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
    const stopped = runner.stop().then(
      () => ended,
      () => ended,
    );
    await Promise.race([stopped, broken.promise.then(idle)]);
    await returned();
    await pool.end();
  };
  // Without its lease a runner's jobs could be given to others while it still works on them.
  const release = await holdLease(url, await created.promise, () => void stop()).catch(async (error) => {
    await end();
    throw error;
  });
  const stop = once(() =>
    end()
      .then(release)
      .catch((error: unknown) => log.warn({ err: error }, 'a job runner did not stop cleanly')),
  );
  return { ended: Promise.race([ended, broken.promise]).then(stop), stop };
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/** A pool whose connections may be released twice by a caller with a callback, which is how the queue listens. */
class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    super.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client, (reason) => {
        if (!isReleased) release(reason);
        isReleased = true;
      });
    });
    return undefined;
  }
}

/** The same tasks, and how to wait until none of them runs. */
function watchTasks(tasks: TaskList): { readonly watched: TaskList; readonly idle: () => Promise<void> } {
  const running = new Set<Promise<unknown>>();
  const watched = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      const job = (async () => task?.(payload, helpers))();
      running.add(job);
      try {
        await job;
      } finally {
        running.delete(job);
      }
    },
  ]);
  return {
    watched: Object.fromEntries(watched),
    async idle() {
      await Promise.allSettled(running);
    },
  };
}

/**
 * Gives jobs back that the runner took and did not begin, in the queue's place: that one forgets to wait for it when it stops. What cannot
 * be given back is taken over when the lease ends. Returns how to wait until all is given back.
 */
function giveBackUnbegun(events: WorkerEvents, pool: pg.Pool, log: Log): () => Promise<void> {
  const giving = new Set<Promise<unknown>>();

  function give(jobs: Job[]): void {
    // Taken out of the list that the queue would work on.
    const unbegun = jobs.splice(0);
    if (unbegun.length === 0) return;
    const given = pool
      .query(
        `update graphile_worker._private_jobs set attempts = greatest(0, attempts - 1), locked_by = null, locked_at = null
        where id = any($1::bigint[]) and locked_by = $2`,
        [unbegun.map(({ id }) => id), unbegun[0]?.locked_by],
      )
      .catch((error: unknown) =>
        log.warn({ err: error }, 'jobs were not released; another server will take them over'),
      )
      .finally(() => giving.delete(given));
    giving.add(given);
  }

  events.on('localQueue:setMode', ({ localQueue, newMode }) => {
    if (newMode === 'RELEASED') give(localQueue.jobQueue);
  });
  events.on('localQueue:returnJobs', ({ jobs }) => give(jobs));
  return async () => void (await Promise.all(giving));
}

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
