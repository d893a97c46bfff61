/**
 * Which uploaded files are accepted. Only the content decides, not the name or the browser's type. A file that is also something else (a page, a
 * script, an archive) is refused even if it could be cleaned. Takes the file; returns its type and the bytes to store, or the field problem. Limits:
 * 10 MB, 25 megapixels, 2 s for a PDF.
 * Bytes are checked in a separate process, and pictures are decoded in their library's threads. Both take turns by client.
 */
import { type DocumentType, documentMaxBytes, type FieldProblemCode } from '@calmly/contract';
import { inHeavyLane, TaskStopped, workerTask } from '@calmly/platform/jobs/worker-task.ts';
import type { CheckedFile } from './check-file-worker.ts';

export type FileVerdict =
  | { readonly ok: true; readonly mediaType: DocumentType; readonly file: Buffer }
  | { readonly ok: false; readonly code: FieldProblemCode };

const checkApart = workerTask<Uint8Array, CheckedFile>({
  file: new URL('./check-file-worker.ts', import.meta.url),
  limitMs: 2_000,
  isolated: true,
});

/** Checks a client's file by its bytes. */
export async function checkFile(clientId: string, bytes: Uint8Array): Promise<FileVerdict> {
  if (bytes.length > documentMaxBytes) return { ok: false, code: 'file_size' };
  const checked = await checkBytes(clientId, bytes);
  if (!checked.ok) return checked;
  const { mediaType, file } = checked;
  if (mediaType === 'application/pdf') return { ok: true, mediaType, file: asBuffer(file) };
  // Loaded with the first picture, so that the start does not wait for the decoder.
  const { rewritePicture } = await import('./picture.ts');
  const picture = await inHeavyLane(clientId, () => rewritePicture(asBuffer(file), mediaType));
  return picture.ok ? { ok: true, mediaType, file: picture.file } : picture;
}

async function checkBytes(clientId: string, bytes: Uint8Array): Promise<CheckedFile> {
  try {
    return await checkApart(clientId, bytes);
  } catch (error) {
    // Legitimate files never take that much time or memory.
    if (error instanceof TaskStopped) return { ok: false, code: 'file_damaged' };
    throw error;
  }
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
