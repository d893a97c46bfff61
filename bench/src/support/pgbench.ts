/**
 * The peer of the money benchmarks: TPC-B by pgbench, on the same PostgreSQL and in the same round as the measurement.
 * The best of a few and of many clients counts.
 */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@calmly/platform/database.ts';

const run = promisify(execFile);
const scale = 32;
const clientCounts = [8, 32];

/** Fills a TPC-B database on the cluster; returns a function that measures its best transactions per second. */
export async function prepareTpcb(url: string, seconds: number): Promise<() => Promise<number>> {
  const { username, searchParams } = new URL(url);
  const pgbench = await findPgbench();
  const at = ['-h', searchParams.get('host') ?? '', '-U', username];
  const database = openDatabase(url, { poolSize: 1 });
  await database.pool.query('create database tpcb');
  await database.close();
  await run(pgbench, [...at, '-q', '-i', '-s', String(scale), 'tpcb']);
  return async () => {
    let best = 0;
    for (const clients of clientCounts) {
      const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
      const { stdout } = await run(pgbench, [...at, ...options, 'tpcb']);
      best = Math.max(best, Number(/tps = ([\d.]+)/.exec(stdout)?.[1]));
    }
    if (!(best > 0)) throw new Error('pgbench gave no figure');
    return best;
  };
}

/** pgbench of the machine's PostgreSQL; the embedded package has none. */
async function findPgbench(): Promise<string> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  for (const path of ['pgbench', ...versions.map((version) => join(debian, version, 'bin', 'pgbench'))]) {
    const works = run(path, ['--version']).then(
      () => true,
      () => false,
    );
    if (await works) return path;
  }
  throw new Error('This benchmark compares with pgbench; install PostgreSQL (Debian: postgresql).');
}
