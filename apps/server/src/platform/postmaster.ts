/**
 * The postmaster: PostgreSQL's first process, which owns a data directory by its `postmaster.pid`.
 *
 * It is started apart from our process group, so that Ctrl-C reaches it through us, after the last request. It outlives a
 * `kill -9` of its starter; the next start finds it by its file and takes it over. The file is PostgreSQL's own lock and is
 * never removed here: just after a kill it may name a process that is still leaving, which is waited for.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chownTo, type PostgresUser } from './postgres-user.ts';
import { Refusal } from './refusal.ts';

export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
}

export interface StartOptions {
  readonly binaries: string;
  readonly cluster: string;
  readonly user: PostgresUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

const pollMs = 10;
const lockedMs = 10_000;
/** Longer than any crash recovery that `max_wal_size` allows. */
const readyMs = 120_000;
const fastStopMs = 20_000;
const lastActMs = 1_000;
/** `sun_path` is 108 bytes on Linux and 104 on macOS, with its end mark. */
const longestSocketPath = 103;
const longestLog = 1_000_000;

/** What `postmaster.pid` says of a postmaster that accepts connections; undefined: there is none (yet). */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [pid, , , , socketDirectory, , , status] = text.split('\n');
  if (!pid || !socketDirectory || status?.trim() !== 'ready' || !isAlive(Number(pid))) return undefined;
  return { pid: Number(pid), socketDirectory };
}

/**
 * The running postmaster of this directory, or a new one. A start that meets the lock of a process that is leaving is repeated
 * for ten seconds.
 */
export async function runPostmaster(options: StartOptions): Promise<Postmaster> {
  const deadline = Date.now() + lockedMs;
  for (;;) {
    const running = await readPostmaster(options.cluster);
    if (running) return running;
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

/** Stops it in order (what is committed is on disk either way) and waits until its lock is gone. */
export async function stopPostmaster(cluster: string, postmaster: Postmaster): Promise<void> {
  await signalUntilGone(cluster, postmaster, 'SIGINT', fastStopMs);
  await signalUntilGone(cluster, postmaster, 'SIGQUIT', fastStopMs);
  if (postmaster.socketDirectory !== cluster)
    await rm(postmaster.socketDirectory, { recursive: true, force: true });
}

/** A line of PostgreSQL's log that says why, or the new postmaster. */
async function start({ binaries, cluster, user, settings }: StartOptions): Promise<Postmaster | string> {
  const socketDirectory = await socketDirectoryFor(cluster, user);
  const logPath = join(cluster, 'server.log');
  const log = await open(logPath, 'a');
  await chownTo(logPath, user);
  if ((await log.stat()).size > longestLog) await log.truncate();
  const logStart = (await log.stat()).size;
  const all = { ...settings, unix_socket_directories: socketDirectory };
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A clean environment: the database has no business with our secrets.
    { ...user, cwd: cluster, detached: true, stdio: ['ignore', log.fd, log.fd], env: { LC_ALL: 'C' } },
  );
  child.unref();
  try {
    if (await isReady(child, cluster)) return { pid: child.pid ?? 0, socketDirectory };
    if (socketDirectory !== cluster) await rm(socketDirectory, { recursive: true, force: true });
    const text = await readFile(logPath, 'utf8');
    const lines = text.slice(logStart).split('\n');
    return (
      lines.find((line) => /FATAL|PANIC/.test(line))?.replace(/^.*?(FATAL|PANIC): +/, '') ?? 'no reason given'
    );
  } finally {
    await log.close();
  }
}

async function isReady(child: ChildProcess, cluster: string): Promise<boolean> {
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  for (const deadline = Date.now() + readyMs; Date.now() < deadline && !ended; await sleep(pollMs)) {
    if ((await readPostmaster(cluster))?.pid === child.pid) return true;
  }
  child.kill('SIGQUIT');
  return false;
}

/** The data directory itself, which nobody else may enter; a short private one if the path is too long for a socket. */
async function socketDirectoryFor(cluster: string, user: PostgresUser | undefined): Promise<string> {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= longestSocketPath) return cluster;
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
  if (!(await holdsLock(cluster)) || !isAlive(pid)) return;
  process.kill(pid, signal);
  let deadline = Date.now() + waitMs;
  for (let held = true; isAlive(pid) && Date.now() < deadline; await sleep(pollMs)) {
    // The lock file is its last act. A postmaster that nobody reaps stays a zombie, which is not waited for.
    if (held && !(await holdsLock(cluster))) {
      held = false;
      deadline = Date.now() + lastActMs;
    }
  }
}

const holdsLock = (cluster: string) =>
  stat(join(cluster, 'postmaster.pid')).then(
    () => true,
    () => false,
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
