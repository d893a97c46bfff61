/**
 * Where the tests keep their databases: in memory, if the machine has a memory disk with room (`/dev/shm` of Linux), else in the
 * directory for temporary files. PostgreSQL has production settings either way and syncs each commit; only a sync costs nothing there.
 * Crash tests keep their own database on disk (`ledger-kill.test`).
 */
import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** What a whole run needs, its write-ahead log included, and as much again. A container's default of 64 MB is too little. */
const roomBytes = 4 * 2 ** 30;

/** A new, empty directory that every user may enter; its creator removes it. */
export async function makeFastDirectory(prefix: string): Promise<string> {
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const path = await mkdtemp(join(room >= roomBytes ? inMemory : tmpdir(), prefix));
  await chmod(path, 0o755);
  return path;
}
