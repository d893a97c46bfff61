/**
 * `postmaster.pid`: the process that holds a data directory.
 * After a `kill -9` the file stays, and its process id may now belong to another program or a zombie. PostgreSQL only checks whether the id exists
 * and would refuse to start until it is gone. So we trust the id only with evidence: a `postgres` process that runs in this directory. Otherwise we
 * replace the id in the file by our own: PostgreSQL treats a lock of its parent as stale and then makes its own checks (shared memory still in use)
 * before it replaces the file. We never delete the file.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
}

const socketName = '.s.PGSQL.5432';
const answerMs = 2_000;

/** The socket of a postmaster in this directory. */
export const socketIn = (directory: string) => join(directory, socketName);

/** The `postmaster.pid` of a postmaster that accepts connections; undefined if there is none (yet). */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const [pid, , , , socketDirectory, , , status] = (await readLock(cluster)).split('\n');
  if (!pid || !socketDirectory || status?.trim() !== 'ready') return undefined;
  return (await answers(socketDirectory)) ? { pid: Number(pid), socketDirectory } : undefined;
}

/** The postmaster that works in this directory, ready or not; undefined if there is none. Of one in another container, the process id says nothing here. */
export async function findPostmaster(cluster: string): Promise<Pick<Postmaster, 'pid'> | undefined> {
  const pid = Number.parseInt(await readLock(cluster), 10);
  return pid > 0 && isPostmaster(pid, cluster) ? { pid } : readPostmaster(cluster);
}

/** Ensures that a lock left by a dead postmaster does not prevent a new one from starting. */
export async function releaseStaleLock(cluster: string): Promise<void> {
  const lines = (await readLock(cluster)).split('\n');
  const pid = Number(lines[0]);
  const socketDirectory = lines[4];
  if (!Number.isInteger(pid) || pid <= 0 || !exists(pid) || isPostmaster(pid, cluster)) return;
  // The process is not visible to us, but the socket of this directory answers: a postmaster in another container.
  if (socketDirectory && (await answers(socketDirectory))) return;
  lines[0] = String(process.pid);
  const file = lockFile(cluster);
  const draft = `${file}.calmly-${process.pid}`;
  const { uid, gid } = await stat(file);
  await writeFile(draft, lines.join('\n'), { mode: 0o600 });
  if (process.getuid?.() === 0) await chown(draft, uid, gid);
  await rename(draft, file);
}

/** Whether this process is a postmaster of this directory and not a zombie. */
export function isPostmaster(pid: number, cluster: string): boolean {
  try {
    if (process.platform !== 'linux') return isPostmasterByList(pid, cluster);
    const [, name = '', state] = /^\d+ \((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return name.startsWith('postgres') && state !== 'Z' && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    // No such process, or another user's; we could see our own postmaster.
    return false;
  }
}

/** Whether the lock file exists, whichever process wrote it; false if it cannot be read. */
export const holdsLock = (cluster: string): Promise<boolean> =>
  stat(lockFile(cluster)).then(
    () => true,
    () => false,
  );

/** Without /proc, by the process list: a postmaster keeps the command line that it was started with. */
function isPostmasterByList(pid: number, cluster: string): boolean {
  const line = execFileSync('ps', ['-ww', '-o', 'stat=,args=', '-p', String(pid)], {
    encoding: 'utf8',
  }).trim();
  return !line.startsWith('Z') && line.includes('postgres') && `${line} `.includes(`-D ${cluster} `);
}

const lockFile = (cluster: string) => join(cluster, 'postmaster.pid');

function readLock(cluster: string): Promise<string> {
  return readFile(lockFile(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/** Whether anything accepts connections on the socket. Only a postmaster listens in a directory that is closed to others. */
function answers(socketDirectory: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketIn(socketDirectory));
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(answerMs, () => end(false));
    socket.once('connect', () => end(true));
    // EAGAIN: too many callers are already waiting.
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'EAGAIN'));
  });
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
