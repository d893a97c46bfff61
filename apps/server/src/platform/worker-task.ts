/**
 * Heavy work in worker threads, so that it delays no other call: a task is a file that calls `serveTask`, with a limit of time from
 * the moment its thread is ready, and a limit of memory. A thread that exceeds either is ended. Threads are used again, but not for
 * long: what a library remembers of one file must not grow for ever.
 *
 * Lanes are fair by client (`fair-lanes.ts`). Errors: `overloaded`, `TaskStopped`.
 */
import { availableParallelism } from 'node:os';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { createFairLanes } from './fair-lanes.ts';
import { Problem } from './problem.ts';
import type { TaskReply } from './worker-thread.ts';

export interface TaskOptions {
  /** The file that the thread runs. */
  readonly file: URL;
  readonly limitMs: number;
}

/** The thread was ended: the task took too long or too much memory. */
export class TaskStopped extends Error {}

const heapMb = 256;
/** A thread whose heap is larger after a task is not used again. */
const keptHeapBytes = 64 * 1024 * 1024;
const tasksPerThread = 200;
/** Loading its code: on a machine that is busy with other things. */
const startLimitMs = 30_000;
const keptThreads = 2;

/** One client's work takes one lane; the other one is left to the rest. */
const lanes = createFairLanes({
  lanes: Math.max(2, availableParallelism() - 1),
  lanesPerClient: 1,
  queue: 64,
  queuePerClient: 8,
});

/** Heavy work that runs elsewhere already, such as in a library's own threads, takes its turn with all other. */
export const inHeavyLane = lanes.run;

interface Thread {
  readonly worker: Worker;
  tasksLeft: number;
}

/** A function that runs the task for a client; what `transfer` names is moved to the thread, not copied. */
export function workerTask<Input, Output>({ file, limitMs }: TaskOptions) {
  const idle: Thread[] = [];
  /** `threadId` of a thread that has ended is -1. */
  const takeIdle = () => {
    let thread = idle.pop();
    while (thread?.worker.threadId === -1) thread = idle.pop();
    return thread;
  };
  return (client: string, input: Input, transfer: TransferListItem[] = []): Promise<Output> =>
    lanes.run(client, async () => {
      const thread = takeIdle() ?? (await startThread(file));
      thread.worker.ref();
      const reply = await ask(thread.worker, limitMs, () => thread.worker.postMessage(input, transfer));
      thread.tasksLeft -= 1;
      if (thread.tasksLeft > 0 && reply.heapBytes < keptHeapBytes && idle.length < keptThreads) {
        thread.worker.unref();
        idle.push(thread);
      } else void thread.worker.terminate();
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.output as Output;
    });
}

async function startThread(file: URL): Promise<Thread> {
  // No environment: code that reads untrusted files has no use for the bank's secrets.
  const worker = new Worker(file, {
    env: {},
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // `ask` reports a failure. One that happens while the thread ends has no other listener and must not end the server.
  worker.on('error', () => undefined);
  await ask(worker, startLimitMs).catch((error: Error) => {
    throw new Problem('overloaded', { retryAfterSeconds: 2, cause: error });
  });
  return { worker, tasksLeft: tasksPerThread };
}

/** The thread's next message. Ends the thread where none arrives in time. */
function ask(worker: Worker, limitMs: number, send?: () => void): Promise<TaskReply> {
  return new Promise((resolve, reject) => {
    const stop = (error: Error) => {
      settle();
      void worker.terminate();
      reject(error);
    };
    const onMessage = (reply: TaskReply) => {
      settle();
      resolve(reply);
    };
    const onError = (error: NodeJS.ErrnoException) =>
      stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskStopped(error.message) : error);
    const onExit = () => stop(new Error('the thread ended'));
    const timer = setTimeout(() => stop(new TaskStopped(`no result after ${limitMs} ms`)), limitMs);
    const settle = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    send?.();
  });
}
