/**
 * The postmaster: PostgreSQL's first process, which owns a data directory by its `postmaster.pid` (`postmaster-lock.ts`).
 * It is started outside our process group, so that Ctrl-C reaches it only through us, after the last request. It survives a `kill -9` of its parent;
 * the next start finds it by its file and takes it over. Just after a kill the file may name a process that is still ending; the start waits for it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../refusal.ts';
import { chownTo, type PostgresUser } from './postgres-user.ts';
import {
  holdsLock,
  isPostmaster,
  type Postmaster,
  readPostmaster,
  releaseStaleLock,
  socketIn,
} from './postmaster-lock.ts';

export interface StartOptions {
  readonly binaries: string;
  readonly cluster: string;
  readonly user: PostgresUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** The socket's directory, for a start that must keep the address; chosen by default. */
  readonly socketDirectory?: string;
  /** How long a start may take; by default longer than any crash recovery. */
  readonly readyMs?: number;
}

const pollMs = 10;
const lockedMs = 10_000;
/** Longer than any crash recovery that `max_wal_size` allows. */
const readyMs = 120_000;
const fastStopMs = 20_000;
const lastActMs = 1_000;
/** `sun_path` is 108 bytes on Linux and 104 on macOS, including its terminator. */
const longestSocketPath = 103;
const longestLog = 1_000_000;

/** The running postmaster of this directory, or a new one. If the lock belongs to a process that is ending, the start is retried for ten seconds. */
export async function runPostmaster(options: StartOptions): Promise<Postmaster> {
  const deadline = Date.now() + lockedMs;
  for (;;) {
    const running = await readPostmaster(options.cluster);
    if (running) return running;
    await releaseStaleLock(options.cluster);
    const failure = await start(options);
    if (typeof failure !== 'string') return failure;
    const locked = /postmaster\.pid|pre-existing shared memory|socket lock file/.test(failure);
    if (!locked || Date.now() > deadline) {
      const log = join(options.cluster, 'server.log');
      throw new Refusal(`The embedded database did not start: ${failure} (more in ${log})`);
    }
    await sleep(100);
  }
}

/** Tells it to end at once, without waiting. */
export function killPostmaster(cluster: string, { pid }: Postmaster): void {
  if (isPostmaster(pid, cluster)) process.kill(pid, 'SIGQUIT');
}

/** Stops it cleanly (committed data is on disk either way) and waits until its lock is gone. */
export async function stopPostmaster(cluster: string, postmaster: Postmaster): Promise<void> {
  await signalUntilGone(cluster, postmaster, 'SIGINT', fastStopMs);
  await signalUntilGone(cluster, postmaster, 'SIGQUIT', fastStopMs);
  if (postmaster.socketDirectory !== cluster)
    await rm(postmaster.socketDirectory, { recursive: true, force: true });
}

/** The new postmaster, or the line of PostgreSQL's log that explains the failure. */
async function start(options: StartOptions): Promise<Postmaster | string> {
  const { binaries, cluster, user, settings } = options;
  const socketDirectory = options.socketDirectory ?? (await socketDirectoryFor(cluster, user));
  const logPath = join(cluster, 'server.log');
  const log = await open(logPath, 'a');
  await chownTo(logPath, user);
  if ((await log.stat()).size > longestLog) await log.truncate();
  const logStart = (await log.stat()).size;
  const all = { ...settings, unix_socket_directories: socketDirectory };
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A clean environment: the database must not see our secrets.
    { ...user, cwd: cluster, detached: true, stdio: ['ignore', log.fd, log.fd], env: { LC_ALL: 'C' } },
  );
  child.unref();
  try {
    if (await isReady(child, cluster, options.readyMs ?? readyMs))
      return { pid: child.pid ?? 0, socketDirectory };
    if (socketDirectory !== cluster && options.socketDirectory === undefined)
      await rm(socketDirectory, { recursive: true, force: true });
    const text = await readFile(logPath, 'utf8');
    const lines = text.slice(logStart).split('\n');
    return (
      lines.find((line) => /FATAL|PANIC/.test(line))?.replace(/^.*?(FATAL|PANIC): +/, '') ?? 'no reason given'
    );
  } finally {
    await log.close();
  }
}

async function isReady(child: ChildProcess, cluster: string, waitMs: number): Promise<boolean> {
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  for (const deadline = Date.now() + waitMs; Date.now() < deadline && !ended; await sleep(pollMs)) {
    if ((await readPostmaster(cluster))?.pid === child.pid) return true;
  }
  child.kill('SIGQUIT');
  return false;
}

/** The data directory itself, closed to other users; a short private one if the path is too long for a socket. */
async function socketDirectoryFor(cluster: string, user: PostgresUser | undefined): Promise<string> {
  if (Buffer.byteLength(socketIn(cluster)) <= longestSocketPath) return cluster;
  const directory = await mkdtemp(join(tmpdir(), 'calmly-'));
  await chownTo(directory, user);
  return directory;
}

async function signalUntilGone(
  cluster: string,
  { pid }: Postmaster,
  signal: NodeJS.Signals,
  waitMs: number,
): Promise<void> {
  if (!(await holdsLock(cluster)) || !isPostmaster(pid, cluster)) return;
  process.kill(pid, signal);
  let deadline = Date.now() + waitMs;
  for (let held = true; isPostmaster(pid, cluster) && Date.now() < deadline; await sleep(pollMs)) {
    // It removes the lock file last.
    if (held && !(await holdsLock(cluster))) {
      held = false;
      deadline = Date.now() + lastActMs;
    }
  }
}
