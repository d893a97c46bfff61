/**
 * Heavy work outside the thread that answers calls. A task is a file that calls `serveTask` and answers once, or `serveStream` and answers in parts,
 * with limits on memory and on time, counted from the moment it is ready. A task that exceeds either is ended. Threads and processes are reused, but
 * not for long, so that what a library caches about a file does not grow for ever.
 * Code that reads untrusted files runs in a process (`isolated`), because a thread that allocates a lot of memory at once takes down the whole
 * server, regardless of its limit. Lanes are fair by client (`fair-lanes.ts`). Errors: `overloaded`, `TaskStopped`; for a stream also `TaskKilled`.
 */
import { ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { Problem } from '../problem.ts';
import { createFairLanes, type FairLanes } from './fair-lanes.ts';
import type { StreamRequest, TaskReply } from './worker-thread.ts';

export interface TaskOptions {
  /** The file to run. */
  readonly file: URL;
  /** For a stream: the total for all pieces, without the consumer's own time. */
  readonly limitMs: number;
  /**
   * For a background stream: the limit applies to each piece, so that it may run as long as it makes progress. The number is how many run
   * concurrently, in separate lanes, because they would block those of other tasks for minutes.
   */
  readonly background?: number;
  /** Runs in a separate process. Data is copied, not moved. */
  readonly isolated?: boolean;
  /** Memory for objects, in MB. */
  readonly heapMb?: number;
  /** Half of the memory for new objects, in MB. A small value keeps memory low while a lot of data passes through. */
  readonly youngMb?: number;
}

/** The task exceeded its time or memory and was ended. */
export class TaskStopped extends Error {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory', message: string) {
    super(message);
    this.limit = limit;
  }
}

/** The process was ended from outside, by a system short of memory or by a person. This says nothing about the task. */
export class TaskKilled extends Error {}

const usualHeapMb = 256;
/** A runner whose heap is larger than this after a task is not reused. */
const keptHeapBytes = 64 * 1024 * 1024;
/** Nor is a process that has grown by more than this, because processes seldom return freed memory to the system. */
const keptGrowthBytes = 40 * 1024 * 1024;
const tasksEach = 200;
/** Time limit for loading its code on a machine that may be busy. */
const startLimitMs = 30_000;
const keptIdle = 2;

/** One client's work takes one lane; the other one is left for everyone else. */
const fair = { lanesPerClient: 1, queue: 64, queuePerClient: 8 };
const lanes = createFairLanes({ lanes: Math.max(2, availableParallelism() - 1), ...fair });

/** Takes a turn in the lanes for heavy work that already runs elsewhere, such as in a library's own threads. */
export const inHeavyLane = lanes.run;

interface Runner {
  readonly events: Worker | ChildProcess;
  readonly post: (input: unknown, transfer: TransferListItem[]) => void;
  readonly end: () => void;
  readonly hasEnded: () => boolean;
  /** Sets whether the server waits for it before it exits. */
  readonly hold: (waits: boolean) => void;
  tasksLeft: number;
}

/** A function that runs the task for a client; buffers named by `transfer` are moved to the thread, not copied. */
export function workerTask<Input, Output>(options: TaskOptions) {
  const runners = runnersOf(options);
  return (client: string, input: Input, transfer: TransferListItem[] = []): Promise<Output> =>
    lanes.run(client, async () => {
      const runner = await runners.take();
      const reply = await ask(runner, options.limitMs, () => runner.post(input, transfer)).catch(
        orOverloaded,
      );
      runners.giveBack(runner, reply);
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.output as Output;
    });
}

/** A caller may ask again and a job is retried. The cause distinguishes this from a lack of lanes. */
function orOverloaded(error: unknown): never {
  throw error instanceof TaskKilled
    ? new Problem('overloaded', { retryAfterSeconds: 2, cause: error })
    : error;
}

const fedNothing: AsyncIterable<never> = { async *[Symbol.asyncIterator]() {} };

/**
 * A function that runs the task for a client and yields its pieces. A piece is made on request, so neither side holds more than one and the next
 * batch. With `feed`, each request for a piece carries the next batch, and undefined at the end. The lane is held until the last piece; a consumer
 * that stops early ends the task.
 */
export function workerStream<Input, Piece, Batch = never>(options: TaskOptions) {
  const runners = runnersOf(options);
  const { background } = options;
  const ownLanes = background === undefined ? lanes : createFairLanes({ lanes: background, ...fair });
  return async function* (
    client: string,
    input: Input,
    feed: AsyncIterable<Batch> = fedNothing,
  ): AsyncGenerator<Piece, void, undefined> {
    const leaveLane = await enterLane(ownLanes, client);
    const batches = feed[Symbol.asyncIterator]();
    // The next batch is prepared while the runner works on this one.
    const ahead = () => {
      const next = nextOf(batches);
      // A consumer that stops early does not wait for it.
      next.catch(() => undefined);
      return next;
    };
    let runner: Runner | undefined;
    try {
      runner = await runners.take();
      const { post } = runner;
      let request: StreamRequest<Input, Batch | undefined> = { input };
      for (let leftMs = options.limitMs; ; ) {
        const asked = performance.now();
        const answered = ask(runner, leftMs, () => post(request, []));
        const upcoming = ahead();
        const reply = await answered;
        if (background === undefined) leftMs -= performance.now() - asked;
        if ('failure' in reply) throw new Error(reply.failure);
        if (reply.isLast) {
          runners.giveBack(runner, reply);
          runner = undefined;
          return;
        }
        yield reply.output as Piece;
        request = { next: await upcoming };
      }
    } finally {
      runner?.end();
      leaveLane();
      await batches.return?.();
    }
  };
}

const nextOf = async <Batch>(batches: AsyncIterator<Batch>): Promise<Batch | undefined> => {
  const { value, done } = await batches.next();
  return done ? undefined : value;
};

/** Waits for a lane; returns the function that leaves it. */
function enterLane(own: FairLanes, client: string): Promise<() => void> {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  return new Promise((resolve, reject) => {
    own
      .run(client, () => {
        resolve(leave);
        return left;
      })
      .catch(reject);
  });
}

/** Threads or processes of one task; idle ones are reused. */
function runnersOf({ file, isolated = false, heapMb = usualHeapMb, youngMb }: TaskOptions) {
  const idle: Runner[] = [];
  const takeIdle = () => {
    let runner = idle.pop();
    while (runner?.hasEnded()) runner = idle.pop();
    return runner;
  };
  return {
    async take(): Promise<Runner> {
      const runner =
        takeIdle() ??
        (await start(isolated ? newProcess(file, heapMb, youngMb) : newThread(file, heapMb, youngMb)));
      runner.hold(true);
      return runner;
    },
    giveBack(runner: Runner, { heapBytes, grownBytes }: TaskReply): void {
      runner.tasksLeft -= 1;
      const isSmall = heapBytes < keptHeapBytes && grownBytes < keptGrowthBytes;
      if (runner.tasksLeft > 0 && isSmall && idle.length < keptIdle) {
        runner.hold(false);
        idle.push(runner);
      } else runner.end();
    },
  };
}

// No environment: code that reads strangers' files must not see the bank's secrets.
function newThread(file: URL, heapMb: number, youngMb: number | undefined): Runner {
  const worker = new Worker(file, {
    env: {},
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: 2 * youngMb }),
    },
  });
  return {
    events: worker,
    post: (input, transfer) => worker.postMessage(input, transfer),
    end: () => void worker.terminate(),
    hasEnded: () => worker.threadId === -1,
    hold: (waits) => (waits ? worker.ref() : worker.unref()),
    tasksLeft: tasksEach,
  };
}

function newProcess(file: URL, heapMb: number, youngMb: number | undefined): Runner {
  const child = fork(fileURLToPath(file), {
    env: {},
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      ...(youngMb === undefined ? [] : [`--max-semi-space-size=${youngMb}`]),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    events: child,
    post: (input) => void child.send(input as object),
    end: () => void child.kill('SIGKILL'),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || !child.connected,
    hold: (waits) => {
      if (waits) child.ref();
      else child.unref();
      if (waits) child.channel?.ref();
      else child.channel?.unref();
    },
    tasksLeft: tasksEach,
  };
}

async function start(runner: Runner): Promise<Runner> {
  // `ask` reports failures. One that occurs while the runner ends has no other listener and must not end the server.
  runner.events.on('error', () => undefined);
  try {
    await ask(runner, startLimitMs);
  } catch (error) {
    // The task was not started, so nothing is known about it.
    const cause = new Error('the process did not start', { cause: error });
    throw new Problem('overloaded', { retryAfterSeconds: 2, cause });
  }
  return runner;
}

/** The signals by which V8 ends a process that has run out of memory. */
const selfInflicted: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
]);

/** The runner's next message. Ends the runner if none arrives in time. */
function ask({ events, end }: Runner, limitMs: number, send?: () => void): Promise<TaskReply> {
  return new Promise((resolve, reject) => {
    const stop = (error: Error) => {
      settle();
      end();
      reject(error);
    };
    const onMessage = (reply: TaskReply) => {
      settle();
      resolve(reply);
    };
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') stop(new TaskStopped('memory', error.message));
      else if (!(events instanceof ChildProcess) || error.code !== 'ERR_IPC_CHANNEL_CLOSED') stop(error);
      // It ended before it was asked; the reason is known now, or with its exit.
      else if (events.exitCode !== null || events.signalCode !== null)
        onExit(events.exitCode, events.signalCode);
    };
    const onExit = (code: number | null, signal?: NodeJS.Signals | null) =>
      stop(
        signal && !selfInflicted.has(signal)
          ? new TaskKilled(`ended by ${signal}`)
          : signal || code === 134
            ? new TaskStopped('memory', 'no memory left')
            : new Error(`ended with ${code}`),
      );
    const timer = setTimeout(
      () => stop(new TaskStopped('time', `no result after ${Math.round(limitMs)} ms`)),
      limitMs,
    );
    const settle = () => {
      clearTimeout(timer);
      events.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    events.on('message', onMessage).on('error', onError).on('exit', onExit);
    send?.();
  });
}
