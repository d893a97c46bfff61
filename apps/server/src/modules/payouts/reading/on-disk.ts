/** An uploaded file as the reader wants it: at a path, for as long as it is read. */
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '../../../platform/work.ts';
import { readParts } from '../file-store.ts';

const prefix = 'calmly-payout-';

/**
 * In a directory of its own, readable by this user only, deleted after `use` even if it throws. An upload
 * without parts gives an empty file.
 */
export async function onDisk(
  sql: Sql,
  uploadId: string,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
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

/** Deletes what servers left that were killed while they read: salaries, for instance. */
export async function removeLeftFiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^calmly-payout-(\d+)-/.exec(name) ?? [];
    // Another user's stays: it is not ours to judge.
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
