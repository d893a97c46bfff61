/**
 * One runner of the job queue (graphile-worker), with its own pool and lease. It has one worker per lane, which takes only the jobs of its own tasks.
 * It ends if a worker cannot record the results of its jobs; `jobs.ts` then starts another runner.
 * Two weaknesses of the queue when the database goes away under load are handled here:
 * - It leaves rejected promises unhandled, which would end the process: its record of a failed job, unless records are batched (`failJobBatchDelay`);
 *   its return of fetched but unstarted jobs, which is done here instead; and its second release of a broken listening connection (`QueuePool`).
 * - After a failed batch of records it may never finish stopping, so it is abandoned as soon as its jobs have ended.
 * Jobs without a recorded end run again, because the lease of their runner ends with it.
 */
import { EventEmitter } from 'node:events';
import { type Job, Logger, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../log.ts';
import { splitConnections } from '../postgres/connecting/budget.ts';
import { connectionTo } from '../postgres/connecting/connections.ts';
import { insistOnStandby } from '../postgres/transaction.ts';
import { holdLease } from './job-leases.ts';

/** Pause after the database had fewer jobs than a lane fetches at once, which is twice its slots. */
const defaultGatherMs = 40;
/** How long the queue collects results before it writes them. */
const noteMs = 5;
/** NOTIFY announces jobs that are due; only jobs with a later start time are found by polling. */
const defaultPollMs = 250;

/** Tasks that share slots, separate from other lanes. */
export interface LaneOfTasks {
  readonly name: string;
  /** Jobs done concurrently. */
  readonly places: number;
  readonly tasks: TaskList;
}

export interface RunnerOptions {
  readonly url: string;
  /** Maximum number of its connections. Each lane listens on one; the others are used briefly to fetch or record. */
  readonly connections?: number | undefined;
  readonly lanes: readonly LaneOfTasks[];
  readonly log: Log;
  /** Its version announces itself by it (versions.ts). */
  readonly newestMigration?: string | undefined;
  /** Polling interval for jobs with a start time; at least `gatherMs`. */
  readonly pollMs?: number | undefined;
  /** Pause after the database had few jobs. */
  readonly gatherMs?: number | undefined;
}

interface RunningRunner {
  /** Settles when the runner has ended for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Throws if the database is unreachable. `ended` settles after the runner has stopped for any reason and its lease is released. */
export async function startRunner({ url, lanes, ...options }: RunnerOptions): Promise<RunningRunner> {
  const { log, connections = splitConnections().jobs } = options;
  const pool = new QueuePool({
    ...connectionTo(url),
    application_name: 'calmly jobs',
    max: connections,
  });
  const onError = (error: Error) => log.warn({ reason: error.message }, 'job connection lost');
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    insistOnStandby(client);
  });

  const started = await Promise.allSettled(lanes.map((lane) => startLane(lane, pool, options)));
  const running = started.flatMap((lane) => (lane.status === 'fulfilled' ? lane.value : []));
  const end = async () => {
    await Promise.all(running.map((lane) => lane.end()));
    await pool.end();
  };
  const failed = started.find((lane) => lane.status === 'rejected');
  if (failed) {
    await end();
    throw failed.reason;
  }
  // Without its lease, a runner's jobs could be given to others while it still works on them.
  const release = await holdLease(
    url,
    running.map(({ id }) => id),
    () => void stop(),
    options.newestMigration,
  ).catch(async (error) => {
    await end();
    throw error;
  });
  const stop = once(() =>
    end()
      .then(release)
      .catch((error: unknown) => log.warn({ err: error }, 'a job runner did not stop cleanly')),
  );
  return { ended: Promise.race(running.map(({ ended }) => ended)).then(stop), stop };
}

interface RunningLane {
  /** The name under which it holds jobs. */
  readonly id: string;
  /** Settles when it has ended or can no longer record results. */
  readonly ended: Promise<void>;
  /** Settles when none of its jobs is running. */
  end(): Promise<void>;
}

async function startLane(
  { name, places, tasks }: LaneOfTasks,
  pool: pg.Pool,
  {
    log,
    pollMs = defaultPollMs,
    gatherMs = defaultGatherMs,
  }: Omit<RunnerOptions, 'url' | 'lanes' | 'connections'>,
): Promise<RunningLane> {
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

  const runner = await run({
    pgPool: pool,
    events,
    logger: new Logger(() => (level, message, meta) => {
      // A job's failure has been logged above, with our fields.
      if (meta?.failure || (level !== 'error' && level !== 'warning')) return;
      // Most jobs work on connections of the other pool.
      if (message.includes('having maxPoolSize')) return;
      log.warn({ reason: `${name}: ${message}` }, 'job runner');
    }),
    noHandleSignals: true,
    parsedCronItems: [],
    taskList: watched,
    preset: {
      worker: {
        concurrentJobs: places,
        pollInterval: pollMs,
        // One round trip to fetch and one to record, instead of a commit per job.
        localQueue: {
          size: 2 * places,
          // A single job is taken at once; those arriving behind it are taken and done together.
          refetchDelay: {
            durationMs: gatherMs,
            threshold: 2 * places - 1,
            maxAbortThreshold: Number.POSITIVE_INFINITY,
          },
        },
        completeJobBatchDelay: noteMs,
        failJobBatchDelay: noteMs,
      },
    },
  });
  const ended = runner.promise.catch(() => undefined);
  return {
    id: await created.promise,
    ended: Promise.race([ended, broken.promise]),
    async end() {
      const stopped = runner.stop().then(
        () => ended,
        () => ended,
      );
      await Promise.race([stopped, broken.promise.then(idle)]);
      await returned();
    },
  };
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/** A pool that tolerates a second release of a connection, which the queue does after listening. */
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

/** The same tasks, and a function that waits until none of them runs. */
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
 * Returns jobs to the queue that the runner took but did not begin. The queue's own code does not wait for this when it stops. Jobs that cannot be
 * returned are taken over when the lease ends. Returns a function that waits until all are returned.
 */
function giveBackUnbegun(events: WorkerEvents, pool: pg.Pool, log: Log): () => Promise<void> {
  const giving = new Set<Promise<unknown>>();

  function give(jobs: Job[]): void {
    // Removed from the list that the queue would process.
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
