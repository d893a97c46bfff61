/** PostgreSQL refuses to run as root. If root starts Calmly, the database runs as the user `nobody`, which needs access to its files. */
import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Refusal } from '../../refusal.ts';

export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);
const unprivileged = 'nobody';

/** The user to switch to; undefined if this process is not root's and keeps its user. */
export async function findPostgresUser(): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const passwd = await readFile('/etc/passwd', 'utf8');
  const line = passwd.split('\n').find((entry) => entry.startsWith(`${unprivileged}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid)
    throw new Refusal(
      `The embedded database cannot run as root and there is no user "${unprivileged}"; start Calmly as an ordinary user or set DATABASE_URL.`,
    );
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether the user may enter the directory, including its parents. Asks the kernel instead of reading mode bits. */
export async function canEnter(directory: string, user: PostgresUser | undefined): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...user, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

/** Refuses another user's files before touching any of them: a command run by root would make them unusable for their owner. */
export async function requireOwned(directory: string, user: PostgresUser | undefined): Promise<void> {
  const { uid } = await stat(directory);
  if (uid !== (user?.uid ?? process.getuid?.()))
    throw new Refusal(
      `The database in ${directory} belongs to another user (id ${uid}). Run Calmly and its commands as that user.`,
    );
}

/** Changes a file's owner to the user, if there is one to switch to. */
export async function chownTo(path: string, user: PostgresUser | undefined): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}
