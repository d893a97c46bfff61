/** The shell command that PostgreSQL archives its log with, run as PostgreSQL runs it: in the cluster, for one segment. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { temporaryDirectory } from '@calmly/server/test/support/processes/process.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveSettings, droppedSegments } from './wal-archive.ts';

const name = '000000010000000000000007';
/** More than any disk has free: as if it were nearly full. */
const nearlyFull = Number.MAX_SAFE_INTEGER;
let directory: { path: string; remove: () => Promise<void> };
let cluster: string;
let archive: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  cluster = join(directory.path, 'cluster');
  archive = join(directory.path, "the bank's 100% archive");
  await mkdir(join(cluster, 'pg_wal'), { recursive: true });
  await mkdir(archive);
  await writeFile(join(cluster, 'pg_wal', name), 'the log');
});
afterEach(() => directory.remove());

/** Its exit code. PostgreSQL replaces %p, %f and %%. */
function archiveOne(leastKb?: number): Promise<number> {
  const values: Readonly<Record<string, string>> = { p: `pg_wal/${name}`, f: name, '%': '%' };
  const command = archiveSettings(archive, leastKb).archive_command?.replace(
    /%(.)/g,
    (_, letter) => values[letter] ?? '',
  );
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command ?? 'exit 99'], { cwd: cluster }, (error) =>
      resolve(Number(error?.code ?? 0)),
    );
  });
}

test('a segment is archived under its name, and once more after a crash', async () => {
  expect(await archiveOne()).toBe(0);
  expect(await readdir(archive)).toEqual([`${name}.gz`]);
  expect(gunzipSync(await readFile(join(archive, `${name}.gz`))).toString()).toBe('the log');
  expect(await archiveOne()).toBe(0);
});

test('what a crash left half written is replaced', async () => {
  await writeFile(join(archive, `.${name}.part`), 'the l');
  expect(await archiveOne()).toBe(0);
  expect(await readdir(archive)).toEqual([`${name}.gz`]);
});

test('other bytes of the same name are an error, and stay', async () => {
  await archiveOne();
  await writeFile(join(cluster, 'pg_wal', name), 'another log');
  expect(await archiveOne()).not.toBe(0);
  expect(await archiveOne(nearlyFull)).not.toBe(0);
  expect(gunzipSync(await readFile(join(archive, `${name}.gz`))).toString()).toBe('the log');
  expect(await droppedSegments(cluster)).toEqual([]);
});

test('an archive that is away fails, and leaves nothing half', async () => {
  await rename(archive, `${archive} away`);
  expect(await archiveOne()).not.toBe(0);
  expect(await droppedSegments(cluster)).toEqual([]);
  await rename(`${archive} away`, archive);
  expect(await archiveOne()).toBe(0);
});

test('when the database’s own disk is nearly full, a segment that cannot be archived is dropped and noted', async () => {
  await rm(archive, { recursive: true });
  expect(await archiveOne(nearlyFull)).toBe(0);
  expect(await droppedSegments(cluster)).toEqual([name]);
  // Control: one that can be archived is not dropped.
  await mkdir(archive);
  expect(await archiveOne(nearlyFull)).toBe(0);
  expect((await stat(join(archive, `${name}.gz`))).size).toBeGreaterThan(0);
  expect(await droppedSegments(cluster)).toEqual([name]);
});
