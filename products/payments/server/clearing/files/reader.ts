/**
 * Reads a file from outside in a process with limits on memory and time, so that no file can stop the server or fill its memory. A file that
 * exceeds a limit is refused like any other bad file. One at a time: files queue.
 */
import { randomBytes } from 'node:crypto';
import { TaskKilled, TaskStopped, workerTask } from '@calmly/platform/jobs/worker-task.ts';
import { Problem } from '@calmly/platform/problem.ts';
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

/** How often a reader was killed while it read, by its file. */
const kills = new Map<string, number>();
/** Once may be chance; after ten times the file is the reason. */
const mostKills = 10;

/**
 * What the file says, or why it is refused. A file that took too long is read once more: the machine may have been busy. Undefined if it could
 * not be read now: there was no process for it, or its reader was killed, fewer than ten times so far.
 */
export async function readInProcess(path: string, isAgain = false): Promise<Reading | undefined> {
  try {
    const reading = await read('rail', path);
    kills.delete(path);
    return reading;
  } catch (error) {
    if (error instanceof Problem && error.code === 'overloaded') {
      if (!(error.cause instanceof TaskKilled)) return undefined;
      const times = (kills.get(path) ?? 0) + 1;
      kills.set(path, times);
      if (times < mostKills) return undefined;
      return refused(path, `its reader was killed ${times} times, as a system short of memory does`);
    }
    if (!(error instanceof TaskStopped)) throw error;
    if (error.limit === 'time' && !isAgain) return readInProcess(path, true);
    const { limitMs, heapMb } = bounds;
    return refused(path, `takes more than ${limitMs / 1000} seconds or ${heapMb} MB to read`);
  }
}

/** The hash of a file that was not read to its end is not known; this one tells it from others. */
function refused(path: string, refusal: string): Reading {
  kills.delete(path);
  return { ok: false, hash: randomBytes(32), refusal };
}
