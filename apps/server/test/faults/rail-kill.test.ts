/**
 * `kill -9` of a server while ISO 20022 files leave and arrive: every order leaves once, every credit is booked once, and the other side
 * never sees half a file. The process is killed at random moments under load. The one moment that random kills rarely hit, between the
 * rename and its record in the database, is tested separately.
 * Negative control of the first test, tried once: batches formed by two servers concurrently, without the lock in `formBatches`, left
 * with the same 40 instructions in two files, and were caught. The second test has its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '@calmly/platform/ids.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { verifySuspense } from '@calmly/products/payments/server/clearing/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chanceOfRun } from '../support/chance.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { notification } from '../support/files/bank-files.ts';
import { readPain001 } from '../support/files/pain001-read.ts';
import { until } from '../support/processes/process.ts';

const chance = chanceOfRun('rail kill');
const kills = 2;
const filesPerRound = 3;
const creditsPerFile = 40;
const ordersBeforeKill = 60;

let bank: TestDatabase;
let root: string;
let outbox: string;
let inbox: string;
/** The bank's bank puts fetched files here. */
let fetched: string;
let last: ChildProcess | undefined;

beforeAll(async () => {
  bank = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'calmly-rail-kill-'));
  [outbox, inbox, fetched] = [join(root, 'out'), join(root, 'in'), join(root, 'fetched')];
  for (const directory of [outbox, inbox, fetched]) await mkdir(directory);
});
afterAll(async () => {
  // A failed test has left its server running.
  last?.kill('SIGKILL');
  await bank.close();
  await rm(root, { recursive: true, force: true });
});

const doneFiles = async () => (await readdir(join(inbox, 'done')).catch((): string[] => [])).length;

function startServer(): ChildProcess {
  const script = fileURLToPath(new URL('./rail-load.ts', import.meta.url));
  last = spawn(process.execPath, [script, bank.url, join(root, 'ordered'), outbox, inbox], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return last;
}

async function kill(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

const ordered = async () =>
  (await readFile(join(root, 'ordered'), 'utf8').catch(() => '')).split('\n').slice(0, -1);

/** The bank's bank fetches whole files only. */
async function fetchAll(): Promise<void> {
  for (const name of await readdir(outbox))
    if (!name.startsWith('.')) await rename(join(outbox, name), join(fetched, `${newId()}-${name}`));
}

async function paid(): Promise<string[]> {
  const files = await readdir(fetched);
  const read = await Promise.all(files.map(async (name) => readPain001(await readFile(join(fetched, name)))));
  return read
    .flatMap(({ payments }) => payments.flatMap(({ transfers }) => transfers))
    .map((each) => each.endToEndId);
}

/** The bank's bank writes a file of credits for unknown accounts: they are booked in suspense. */
async function send(): Promise<void> {
  const name = `${newId()}.xml`;
  const entries = Array.from({ length: creditsPerFile }, () => ({ reference: newId(), amount: '1.00' }));
  await writeFile(join(inbox, `.${name}`), notification(newId().slice(0, 35), entries));
  await rename(join(inbox, `.${name}`), join(inbox, name));
}

test('a server killed under load orders nothing twice, loses nothing, and books each credit once', async () => {
  let sent = 0;
  let settled: string[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const server = startServer();
    const before = (await ordered()).length;
    for (let file = 0; file < filesPerRound; file += 1) await send();
    sent += filesPerRound;
    await until(async () => {
      await fetchAll();
      return (await ordered()).length >= before + ordersBeforeKill;
    });
    await sleep(chance.below(100));
    if (round === kills) {
      // The last one lives until everything ordered so far is done.
      const wanted = await ordered();
      await until(async () => {
        await fetchAll();
        const { rows } = await query<{ open: number }>`
          select count(*)::integer as open from clearing.instruction i left join clearing.batch b on b.id = i.batch_id
          where b.written_at is null and i.payment_id = any(${wanted}::uuid[])`.execute(bank.database.sql);
        return rows[0]?.open === 0 && (await doneFiles()) === sent;
      });
      settled = wanted;
    }
    await kill(server);
  }
  await fetchAll();

  const left = await paid();
  expect(new Set(left).size).toBe(left.length);
  const wanted = settled.map((id) => id.replaceAll('-', '').toUpperCase());
  const gone = new Set(left);
  expect(wanted.filter((id) => !gone.has(id))).toEqual([]);

  const { rows } = await query<{ count: number; sum: string }>`
    select count(*)::integer as count, sum(amount_minor)::text as sum from clearing.suspense`.execute(
    bank.database.sql,
  );
  expect(rows[0]).toEqual({ count: sent * creditsPerFile, sum: String(sent * creditsPerFile * 100) });
  expect(await verifySuspense(bank.database.sql)).toEqual([]);
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
});

test('killed between the rename and its record, a file that was fetched meanwhile is not written again', async () => {
  const { sql } = bank.database;
  const { rows } = await query<{ id: string }>`
    update clearing.batch set written_at = null where id = (select id from clearing.batch where written_at is not null order by id limit 1)
    returning id`.execute(sql);
  const id = rows[0]?.id ?? '';
  const again = async () => {
    await addJobs(sql, [{ task: 'rail_files_write', payload: id }]);
    await until(async () => {
      const found = await query<{ done: boolean }>`
        select written_at is not null as done from clearing.batch where id = ${id}`.execute(sql);
      return found.rows[0]?.done === true;
    });
    return (await readdir(outbox)).filter((name) => name === `${id.replaceAll('-', '').toUpperCase()}.xml`);
  };
  const server = startServer();
  expect(await again()).toEqual([]);
  // Negative control: had the database not recorded that the bytes were prepared, the file would exist a second time.
  await query`update clearing.batch set prepared_at = null, written_at = null where id = ${id}`.execute(sql);
  expect(await again()).toHaveLength(1);
  await kill(server);
});
