/**
 * Reads a file from outside in a thread with limits on memory and time, so that no file can stop the server or fill its memory. A file that
 * exceeds a limit is refused like any other bad file. One thread at a time: files queue.
 */
import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { InboxMessage } from './message.ts';

/** `hash`: the SHA-256 of the bytes. */
export type Reading =
  | { readonly ok: true; readonly hash: Uint8Array; readonly message: InboxMessage }
  | { readonly ok: false; readonly hash: Uint8Array; readonly refusal: string };

const bounds = { timeMs: 10_000, memoryMb: 64, youngMb: 2 };

let last: Promise<unknown> = Promise.resolve();

export function readInThread(path: string, timeMs = bounds.timeMs): Promise<Reading> {
  const reading = last.then(() => read(path, timeMs));
  last = reading.catch(() => undefined);
  return reading;
}

function read(path: string, timeMs: number): Promise<Reading> {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb, maxYoungGenerationSizeMb: bounds.youngMb },
  });
  // Of a file that was not read to its end the hash is not known; this one tells it from others.
  const refused = (refusal: string): Reading => ({ ok: false, hash: randomBytes(32), refusal });
  return new Promise((resolve, reject) => {
    let reading: Reading | undefined;
    let failure: unknown = new Error('the reader ended without a result');
    const timer = setTimeout(() => {
      reading ??= refused(`not read within ${timeMs / 1000} seconds`);
      void worker.terminate();
    }, timeMs);
    worker.once('message', (message: Reading) => {
      reading ??= message;
    });
    worker.once('error', (error) => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isFull) reading ??= refused(`takes more than ${bounds.memoryMb} MB to read`);
      failure = error;
    });
    // Not before its memory is free again: the next thread starts then.
    worker.once('exit', () => {
      clearTimeout(timer);
      if (reading) resolve(reading);
      else reject(failure);
    });
  });
}
