/**
 * The directory of the tests' databases: in memory, if the machine has a memory disk with room (`/dev/shm` of Linux), otherwise in the
 * directory for temporary files. PostgreSQL has production settings either way and syncs each commit, which costs nothing in memory.
 * Crash tests keep their own database on disk (`ledger-kill.test`).
 */
import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Twice the size of a whole run, including its write-ahead log. A container's default of 64 MB is too little. */
const roomBytes = 4 * 2 ** 30;

/** A new, empty directory that every user may enter; the caller removes it. */
export async function makeFastDirectory(prefix: string): Promise<string> {
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const path = await mkdtemp(join(room >= roomBytes ? inMemory : tmpdir(), prefix));
  await chmod(path, 0o755);
  return path;
}
