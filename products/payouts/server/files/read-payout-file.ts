/**
 * Reads a bulk-payout file in a process with limits on memory and time, so that no file can stop the server or fill its memory. Rows arrive in parts;
 * the next part is read when the consumer has processed the previous one.
 * Errors: `overloaded`, `ReadingCut`. A file that cannot be read ends with the event `refused`, which may follow rows that were already sent.
 */
import { TaskKilled, TaskStopped, workerStream } from '@calmly/platform/jobs/worker-task.ts';
import type { FileEvent, ReadOptions } from './payout-file.ts';
import type { ReadOrder } from './read-file.ts';
import { fileLimits } from './refusal.ts';

const read = workerStream<ReadOrder, FileEvent>({
  file: new URL('./reader-worker.ts', import.meta.url),
  isolated: true,
  limitMs: fileLimits.ms,
  heapMb: fileLimits.heapMb,
  youngMb: 2,
});

/** The reading took too long or was ended from outside for the first time; the machine may have been busy. */
export class ReadingCut extends Error {}

/** Events of the file at a path, for a client whose files take turns with those of others. `isAgain`: the reading was interrupted before. */
export async function* readPayoutFile(
  client: string,
  path: string,
  options: ReadOptions = {},
  isAgain = false,
): AsyncGenerator<FileEvent, void, undefined> {
  try {
    yield* read(client, { path, options });
  } catch (error) {
    if (!(error instanceof TaskStopped || error instanceof TaskKilled)) throw error;
    const isTooLarge = error instanceof TaskStopped && error.limit === 'memory';
    if (!isTooLarge && !isAgain) throw new ReadingCut(error.message, { cause: error });
    const isSlow = error instanceof TaskStopped && error.limit === 'time';
    const code = isSlow ? 'took_too_long' : 'took_too_much_memory';
    yield { kind: 'refused', refusal: { code } };
  }
}
