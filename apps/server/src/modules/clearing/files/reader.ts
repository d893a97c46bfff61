/**
 * Reads a file from outside in a process with limits on memory and time, so that no file can stop the server or fill its memory. A file that
 * exceeds a limit is refused like any other bad file. One at a time: files queue.
 */
import { randomBytes } from 'node:crypto';
import { TaskStopped, workerTask } from '../../../platform/jobs/worker-task.ts';
import { Problem } from '../../../platform/problem.ts';
import type { InboxMessage } from './message.ts';

/** `hash`: the SHA-256 of the bytes. */
export type Reading =
  | { readonly ok: true; readonly hash: Uint8Array; readonly message: InboxMessage }
  | { readonly ok: false; readonly hash: Uint8Array; readonly refusal: string };

const bounds = { limitMs: 10_000, heapMb: 64 };

const read = workerTask<string, Reading>({
  file: new URL('./reader-worker.ts', import.meta.url),
  isolated: true,
  ...bounds,
});

/** How often a reader was ended from outside, by its file. */
const ended = new Map<string, number>();
/** By the system's own want of memory again and again, it is the file's after all. */
const mostEnded = 10;

/**
 * What the file says, or why it is refused. What took too long is read once more: the machine may have been busy. Undefined where the reader
 * was ended from outside, which says nothing of the file, unless it happens ten times.
 */
export async function readInProcess(path: string, isAgain = false): Promise<Reading | undefined> {
  try {
    const reading = await read('rail', path);
    ended.delete(path);
    return reading;
  } catch (error) {
    const isEnded = error instanceof Problem && error.code === 'overloaded';
    if (!isEnded && !(error instanceof TaskStopped)) throw error;
    if (error instanceof TaskStopped && error.limit === 'time' && !isAgain) return readInProcess(path, true);
    const times = (ended.get(path) ?? 0) + 1;
    if (isEnded && times < mostEnded) {
      ended.set(path, times);
      return undefined;
    }
    ended.delete(path);
    const { limitMs, heapMb } = bounds;
    const refusal = isEnded
      ? `its reader was ended by the system ${times} times`
      : `takes more than ${limitMs / 1000} seconds or ${heapMb} MB to read`;
    // Of a file that was not read to its end the hash is not known; this one tells it from others.
    return { ok: false, hash: randomBytes(32), refusal };
  }
}
