/** Provides an uploaded file at a path for as long as it is read. */
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { readParts } from '../file-store.ts';

/** Identifies this process, because in a container the process id is the same after a restart. */
const token = newId().slice(-12);
const prefix = `calmly-payout-${process.pid}-${token}-`;
/** Far longer than reading a file takes. */
const forgottenMs = 24 * 3_600_000;

/**
 * In a directory of its own, readable by this user only, deleted after `use` even if it throws. An upload
 * without parts gives an empty file.
 */
export async function onDisk(
  sql: Sql,
  uploadId: string,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
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

/** Deletes leftovers of servers that were killed while reading, as they may contain salaries. */
export async function removeLeftFiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith('calmly-payout-') || name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    // Another user's files are left alone.
    if (await isLeft(path, name)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeft(path: string, name: string): Promise<boolean> {
  const pid = Number(/^calmly-payout-(\d+)-/.exec(name)?.[1]);
  if (pid === process.pid || (pid > 0 && !isRunning(pid))) return true;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > forgottenMs;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
