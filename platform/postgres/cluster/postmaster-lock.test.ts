/** Which process a `postmaster.pid` refers to after a kill that left it behind. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { killDatabase } from '@calmly/server/test/support/processes/outage.ts';
import { temporaryDirectory, until } from '@calmly/server/test/support/processes/process.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { findCluster } from './cluster-directory.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isPostmaster, readPostmaster, releaseStaleLock } from './postmaster-lock.ts';

/** A directory with a database that has run once, because creating one takes longer than the rest of a test. */
let template: { path: string; remove: () => Promise<void> };
let directory: { path: string; remove: () => Promise<void> };
let cluster: string;
let postgres: EmbeddedPostgres | undefined;
let others: ChildProcess[] = [];

beforeAll(async () => {
  template = await temporaryDirectory();
  await (await startEmbeddedPostgres({ dataDirectory: template.path })).stop();
});
afterAll(() => template.remove());

beforeEach(async () => {
  directory = await temporaryDirectory();
  await promisify(execFile)('cp', ['-a', `${template.path}/.`, directory.path]);
  postgres = await startEmbeddedPostgres({ dataDirectory: directory.path });
  cluster = (await findCluster(directory.path)) ?? '';
});
afterEach(async () => {
  await postgres?.stop();
  for (const other of others) other.kill('SIGKILL');
  others = [];
  await directory.remove();
});

const lock = () => join(cluster, 'postmaster.pid');

/** Kills the database so that its lock file stays, and writes another process id into it. */
async function leaveLockOf(pid: number): Promise<void> {
  const text = await readFile(lock(), 'utf8');
  await killDatabase(directory.path);
  // Otherwise it would be restarted.
  postgres?.stopAtOnce();
  const old = Number.parseInt(text, 10);
  await until(() => !isPostmaster(old, cluster));
  postgres = undefined;
  await writeFile(lock(), text.replace(/^\d+/, String(pid)), { mode: 0o600 });
}

/** A process of the database's own user, which PostgreSQL would take for a postmaster. */
async function startOther(command: string, args: readonly string[]): Promise<ChildProcess> {
  const { uid, gid } = await stat(cluster);
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  const other = spawn(command, args, { ...user, cwd: cluster, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(other, 'spawn');
  others.push(other);
  return other;
}

test('a running postmaster is trusted, and its lock is left alone', async () => {
  const before = await readFile(lock(), 'utf8');
  const postmaster = await readPostmaster(cluster);
  expect(isPostmaster(postmaster?.pid ?? 0, cluster)).toBe(true);
  await releaseStaleLock(cluster);
  expect(await readFile(lock(), 'utf8')).toBe(before);
});

test('another program with the old process id does not prevent the start', async () => {
  const other = await startOther('sleep', ['60']);
  await leaveLockOf(other.pid ?? 0);
  postgres = await startEmbeddedPostgres({ dataDirectory: directory.path });
  expect(await readPostmaster(cluster)).toBeDefined();
  expect(other.exitCode).toBeNull();
});

test('neither does a zombie', async () => {
  // The shell is replaced by a program that never waits for its child, and the child ends only after that; the shell itself would have reaped it.
  const child = 'while [ "$(cat /proc/$PPID/comm)" != sleep ]; do :; done';
  const parent = await startOther('sh', ['-c', `sh -c '${child}' & echo $!; exec sleep 60`]);
  const [text] = (await once(parent.stdout ?? parent, 'data')) as [Buffer];
  const zombie = Number(String(text));
  await until(async () => / Z /.test(await readFile(`/proc/${zombie}/stat`, 'utf8')));
  await leaveLockOf(zombie);
  postgres = await startEmbeddedPostgres({ dataDirectory: directory.path });
  expect(await readPostmaster(cluster)).toBeDefined();
});

test('control: a process that works there as postgres is trusted, and keeps its lock', async () => {
  const program = join(directory.path, 'postgres-like', 'postgres');
  await mkdir(join(directory.path, 'postgres-like'));
  await copyFile('/bin/sleep', program);
  await chmod(program, 0o755);
  const other = await startOther(program, ['60']);
  await leaveLockOf(other.pid ?? 0);
  await until(() => isPostmaster(other.pid ?? 0, cluster));
  await releaseStaleLock(cluster);
  expect(Number.parseInt(await readFile(lock(), 'utf8'), 10)).toBe(other.pid);
});

test('without /proc a process is identified by its whole data directory', async () => {
  // Only the command line counts. The shell keeps its own while it waits.
  const other = await startOther('/bin/sh', ['-c', 'sleep 60; :', 'postgres', '-D', `${cluster}2`]);
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  expect(isPostmaster(other.pid ?? 0, `${cluster}2`)).toBe(true);
  expect(isPostmaster(other.pid ?? 0, cluster)).toBe(false);
});
