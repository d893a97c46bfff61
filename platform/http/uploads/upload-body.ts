/**
 * The body of an upload: JSON with a file in base64 in its member `FileBody`. A worker thread extracts the file, so that 14 MB of text
 * are not parsed, decoded or hashed on the thread that answers all calls. The remaining small body has the file's SHA-256 in its place
 * and is validated and hashed like any other, so a code or a key is bound to the whole content.
 *
 * Errors: `invalid_request`, `too_large` if the remaining body exceeds the usual limit.
 */

import { TaskStopped, workerTask } from '../../jobs/worker-task.ts';
import { movable } from '../../jobs/worker-thread.ts';
import { badFields, Problem } from '../../problem.ts';
import type { TakenApart } from './upload-body-worker.ts';

const takeApart = workerTask<Uint8Array, TakenApart>({
  file: new URL('./upload-body-worker.ts', import.meta.url),
  limitMs: 10_000,
});

export interface UploadBody {
  /** The JSON without the file. */
  readonly rest: Buffer;
  /** Absent if the body has no file. */
  readonly file?: Uint8Array;
}

/** `client` determines the share of worker threads. `bytes` may be detached: do not read it afterwards. */
export async function readUploadBody(
  client: string,
  bytes: Buffer,
  restLimitBytes: number,
): Promise<UploadBody> {
  const body = movable(bytes);
  const taken = await takeApart(client, body, [body.buffer]).catch((error: unknown) => {
    // JSON with millions of parts needs more memory than the thread has.
    throw error instanceof TaskStopped ? new Problem('invalid_request', { cause: error }) : error;
  });
  if (!taken.ok)
    throw taken.field ? badFields({ field: taken.field, code: 'invalid' }) : new Problem('invalid_request');
  if (taken.rest.length > restLimitBytes) throw new Problem('too_large');
  return { ...taken, rest: Buffer.from(taken.rest.buffer, taken.rest.byteOffset, taken.rest.length) };
}
