/** An uploaded file as the reader wants it: at a path, for as long as it is read. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '../../../platform/work.ts';
import { readParts } from '../file-store.ts';

/**
 * In a directory of its own, readable by this user only, deleted after `use` even if it throws. An upload
 * without parts gives an empty file.
 */
export async function onDisk(
  sql: Sql,
  uploadId: string,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-payout-'));
  try {
    const path = join(directory, 'file');
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const bytes of readParts(sql, uploadId)) await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await use(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
