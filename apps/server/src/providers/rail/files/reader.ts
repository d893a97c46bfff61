/**
 * Reads a file from outside in a thread of its own with bounds on memory and time, so that no file, however it was made, can stop or
 * swell the server. What breaks a bound is refused like any other bad file.
 */
import { Worker } from 'node:worker_threads';
import type { InboxMessage } from './message.ts';

export type Reading =
  | { readonly ok: true; readonly message: InboxMessage }
  | { readonly ok: false; readonly refusal: string };

const bounds = { timeMs: 10_000, memoryMb: 256 };

export function readInThread(bytes: Uint8Array, timeMs = bounds.timeMs): Promise<Reading> {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb },
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve({ ok: false, refusal: `not read within ${timeMs / 1000} seconds` });
      void worker.terminate();
    }, timeMs);
    worker.once('message', resolve);
    worker.once('error', (error) => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isFull) resolve({ ok: false, refusal: `takes more than ${bounds.memoryMb} MB to read` });
      else reject(error);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the reader ended without a word'));
    });
  });
}
