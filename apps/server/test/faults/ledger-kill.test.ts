/**
 * L2 and L3: `kill -9` under load, of the server and of the database with all its processes. Every acknowledged payment is in the books,
 * once, and the books are correct. The test compares acknowledged ids, because sums stay right even when payments are lost. The negative
 * control is a server that answers before it commits; it must be caught.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { findCluster } from '@calmly/platform/postgres/cluster/cluster-directory.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { readPostmaster } from '@calmly/platform/postgres/cluster/postmaster-lock.ts';
import { migrate } from '@calmly/platform/postgres/migrate.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationFolders } from '../../src/migrations.ts';
import { chanceOfRun } from '../support/chance.ts';
import { openClientAccounts } from '../support/clients/ledger.ts';
import { until } from '../support/until.ts';

const chance = chanceOfRun('ledger kill');
const serverKills = 10;
const databaseKills = 15;
/** The control loses nothing in kills between two commits; it gets this many chances to be hit within one. */
const controlKills = 10;
const acknowledgedBeforeKill = 50;

let directory: string;
let postgres: EmbeddedPostgres;
let database: Database;
let accounts: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'calmly-kill-'));
  await chmod(directory, 0o755);
  postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  await migrate(postgres.url, migrationFolders);
  database = openDatabase(postgres.url, { poolSize: 2 });
  accounts = await openClientAccounts(database.sql, 20, 1_000_000n);
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

const acknowledgements = (name: string) => join(directory, `${name}.ids`);

function startLoad(name: string, mode: 'honest' | 'ack-before-commit'): ChildProcess {
  const script = fileURLToPath(new URL('./ledger-load.ts', import.meta.url));
  return spawn(process.execPath, [script, postgres.url, acknowledgements(name), mode, ...accounts], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The acknowledged ids so far; a line cut short by a kill does not count. */
async function acknowledged(name: string): Promise<string[]> {
  const text = await readFile(acknowledgements(name), 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1);
}

/** Waits until some more calls have been acknowledged, then for a random moment, so that kills happen at any point. */
async function untilUnderLoad(name: string): Promise<void> {
  const count = async () => (await acknowledged(name)).length;
  const before = await count();
  await until(count, (now) => now >= before + acknowledgedBeforeKill);
  await sleep(chance.below(100));
}

async function killLoad(load: ChildProcess): Promise<void> {
  const gone = once(load, 'exit');
  load.kill('SIGKILL');
  await gone;
}

/** SIGKILL for the postmaster and all its processes at once, like a power cut. */
async function killDatabase(): Promise<void> {
  const postmaster = await readPostmaster((await findCluster(directory)) ?? '');
  if (!postmaster) throw new Error('there is no postmaster to kill');
  const children = await childrenOf(postmaster.pid);
  process.kill(postmaster.pid, 'SIGKILL');
  for (const pid of children) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in between.
    }
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => Number(stats[index]?.split(') ').at(-1)?.split(' ')[1]) === parent);
}

/** The number of acknowledged transfers missing from the books. Waits for a database that is starting again. */
async function lost(name: string): Promise<number> {
  const ids = await acknowledged(name);
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      const { rows } = await query<{ found: bigint }>`
        select count(*) as found from ledger.transfers where id = any(${ids}::uuid[])`.execute(database.sql);
      return new Set(ids).size - Number(rows[0]?.found);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function expectEverythingKept(name: string): Promise<void> {
  expect(await lost(name)).toBe(0);
  const ids = await acknowledged(name);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await verifyBooks(database.sql)).breaches).toEqual([]);
}

test('a server killed under load loses and duplicates nothing that it acknowledged', async () => {
  for (let kill = 0; kill < serverKills; kill += 1) {
    const load = startLoad('server', 'honest');
    await untilUnderLoad('server');
    await killLoad(load);
    await expectEverythingKept('server');
  }
});

test('a database killed under load loses and duplicates nothing that was acknowledged, and restarts automatically', async () => {
  const load = startLoad('database', 'honest');
  for (let kill = 0; kill < databaseKills; kill += 1) {
    await untilUnderLoad('database');
    await killDatabase();
    await expectEverythingKept('database');
  }
  await killLoad(load);
  await expectEverythingKept('database');
});

test.each(['server', 'database'] as const)(
  'negative control: a server that answers before it commits is caught when the %s is killed',
  async (victim) => {
    const name = `control-${victim}`;
    let load = startLoad(name, 'ack-before-commit');
    let caught = 0;
    for (let kill = 0; kill < controlKills && caught === 0; kill += 1) {
      await untilUnderLoad(name);
      if (victim === 'database') await killDatabase();
      await killLoad(load);
      caught = await lost(name);
      load = startLoad(name, 'ack-before-commit');
    }
    await killLoad(load);
    expect(caught).toBeGreaterThan(0);
  },
  60_000,
);
