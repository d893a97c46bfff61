/**
 * B1: the database is killed, ends every session, or is down for a while, under load. The server stays up, answers only success or 503
 * with Retry-After, is ready soon after its database, and loses and duplicates nothing: every acknowledged payment exists
 * once and is settled by its jobs. Controls: the same count finds a duplicate payment and a missing one;
 * a server that retries its database only after five seconds is not ready soon.
 */

import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createCall, type TestApp } from '../support/app.ts';
import { isFull, record, sized } from '../support/campaign.ts';
import { chanceOfRun } from '../support/chance.ts';
import { at } from '../support/clients/ledger.ts';
import { addPayee, createPayer, openAnotherAccount, type Payer } from '../support/clients/payments.ts';
import { endSessions, isUp, killDatabase } from '../support/processes/outage.ts';
import {
  type ServerProcess,
  sandbox,
  startServerProcess,
  temporaryDirectory,
  until,
} from '../support/processes/process.ts';

const chance = chanceOfRun('database outage');
const kills = sized(4, 50);
const storms = sized(3, 50);
const outagesMs = isFull ? [1_000, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000] : [1_500];
const callers = 12;
/** On an idle machine, in the full form only. */
const readyMs = sized(Number.POSITIVE_INFINITY, 2_000);
const pauseMs = 20;
/** The same on any machine: this many answers of the database to new clients, with pauses between them. */
const mostAnswers = 50;

const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

interface Bank {
  readonly server: ServerProcess;
  readonly address: string;
  readonly url: string;
  readonly database: Database;
  readonly directory: string;
  readonly payers: readonly Payer[];
  readonly payees: readonly string[];
}

/** A server with a new database, and a few funded clients. */
async function startBank(
  env: Record<string, string>,
  directory: string,
  urlOf: () => Promise<string>,
): Promise<Bank> {
  const server = startServerProcess({
    ...sandbox,
    RATE_LIMIT_ANONYMOUS: '0',
    RATE_LIMIT_CLIENT: '0',
    SANDBOX_PAYMENTS_PER_HOUR: '0',
    SANDBOX_RAIL_DELAY_MS: '50',
    DATA_DIR: directory,
    ...env,
  });
  closing.push(async () => {
    server.kill('SIGTERM');
    await server.ended;
  });
  const address = await server.ready;
  const url = await urlOf();
  const database = openDatabase(url, { poolSize: 2 });
  closing.push(database.close);
  const beside = { database, url: address, call: createCall(address) } as TestApp;
  const payers = [];
  const payees = [];
  for (let count = 0; count < 3; count += 1) {
    const payer = await createPayer(beside, { fundedMinor: 100_000_000n });
    payers.push(payer);
    payees.push((await addPayee(beside, payer.clientId, { trusted: true })).id);
    await openAnotherAccount(beside, payer.clientId);
  }
  return { server, address, url, database, directory, payers, payees };
}

/** Endless callers: each payment has its own reference and key, and is repeated until it is acknowledged. */
function startLoad(bank: Bank) {
  const acknowledged: string[] = [];
  const refused = new Map<string, number>();
  let unavailable = 0;
  let going = true;

  async function payOnce(payer: Payer, beneficiaryId: string, reference: string): Promise<boolean> {
    try {
      const answer = await payer.pay(
        { beneficiaryId, amount: '1.00', reference },
        { idempotencyKey: reference },
      );
      if (answer.status === 201 || answer.status === 202) return true;
      if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) unavailable += 1;
      else note(`${answer.status} ${(answer.body as { code?: string })?.code}`);
    } catch (error) {
      note(`no answer: ${String((error as Error).cause ?? error)}`);
    }
    return false;
  }
  const note = (what: string) => refused.set(what, (refused.get(what) ?? 0) + 1);

  async function call(index: number): Promise<void> {
    const which = index % bank.payers.length;
    while (going) {
      const reference = `load-${newId()}`;
      while (going && !(await payOnce(at(bank.payers, which), at(bank.payees, which), reference)))
        await new Promise((resolve) => setTimeout(resolve, 50));
      if (going) acknowledged.push(reference);
    }
  }
  const ended = Promise.all(Array.from({ length: callers }, (_, index) => call(index)));
  async function stop(): Promise<void> {
    going = false;
    await ended;
  }
  closing.push(stop);
  return { acknowledged, refused, unavailable: () => unavailable, stop };
}
type Load = ReturnType<typeof startLoad>;

/** Until some more calls have been acknowledged, then a random moment, so that outages happen at any point. */
async function untilUnderLoad(load: Load): Promise<void> {
  const before = load.acknowledged.length;
  await until(() => load.refused.size > 0 || load.acknowledged.length >= before + 25);
  expect([...load.refused]).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, chance.below(100)));
}

/** From the database's first answer to that of /readyz. */
interface Delay {
  readonly ms: number;
  /** The database's answers to new clients in that time, one after the other: on a busy machine they wait longer as well. */
  readonly answers: number;
}

async function readyAfter(bank: Bank): Promise<Delay> {
  await until(() => isUp(bank.url));
  const startedAtMs = performance.now();
  let isReady = false;
  const counted = (async () => {
    let answers = 0;
    while (!isReady) {
      if (await isUp(bank.url)) answers += 1;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return answers;
  })();
  try {
    await until(async () => (await readiness(bank)) === 200);
  } finally {
    isReady = true;
  }
  const ms = performance.now() - startedAtMs;
  return { ms, answers: await counted };
}

const slower = (a: Delay, b: Delay): Delay => ({
  ms: Math.max(a.ms, b.ms),
  answers: Math.max(a.answers, b.answers),
});

function expectReadySoon({ ms, answers }: Delay): void {
  expect(answers).toBeLessThanOrEqual(mostAnswers);
  expect(ms).toBeLessThan(readyMs);
}

/** The status of /readyz; if the server has ended, an error with its last output. */
async function readiness({ server, address }: Bank): Promise<number> {
  try {
    return (await fetch(`${address}/readyz`)).status;
  } catch {
    const { stdout, stderr } = await server.ended;
    const fatal = stdout.split('\n').filter((line) => line.includes('"level":"fatal"'));
    throw new Error(`the server ended: ${fatal.join('\n')}${stderr}`);
  }
}

/** The payments that the bank does not have exactly once. */
async function lostOrDoubled(bank: Bank, references: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string; count: bigint }>`
    select reference, count(*) as count from transactions.transaction
    where direction = 'DEBIT' and reference = any(${references}) group by reference`.execute(
    bank.database.sql,
  );
  const counts = new Map(rows.map(({ reference, count }) => [reference, count]));
  return references.filter((reference) => counts.get(reference) !== 1n);
}

async function expectNothingLostOrDoubled(bank: Bank, load: Load): Promise<void> {
  await load.stop();
  expect([...load.refused]).toEqual([]);
  expect(await lostOrDoubled(bank, load.acknowledged)).toEqual([]);
  // Other servers take over interrupted jobs within seconds.
  const open = sql`select from transactions.transaction
    where direction = 'DEBIT' and reference like 'load-%' and status <> 'EXECUTED'`;
  await until(async () => (await open.execute(bank.database.sql)).rows.length === 0);
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
}

const control = 'a payment made twice, one never made';

async function startEmbeddedBank(): Promise<Bank> {
  const directory = await temporaryDirectory();
  closing.push(directory.remove);
  return startBank({}, directory.path, async () => (await findRunningPostgres(directory.path)) ?? '');
}

async function startBankBeside(postgres: EmbeddedPostgres): Promise<Bank> {
  const directory = await temporaryDirectory();
  closing.push(directory.remove);
  return startBank({ DATABASE_URL: postgres.url }, directory.path, async () => postgres.url);
}

const figureOf = (load: Load, { ms, answers }: Delay) =>
  `${load.acknowledged.length} payments, ${load.unavailable()} answers 503, ready after ${Math.round(ms)} ms and ${answers} answers of the database at most`;

test(`the server survives ${kills} kills of its database and ${storms} storms that end all its sessions, under load`, async () => {
  const bank = await startEmbeddedBank();
  const load = startLoad(bank);
  let slowest: Delay = { ms: 0, answers: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    await untilUnderLoad(load);
    await killDatabase(bank.directory);
    slowest = slower(slowest, await readyAfter(bank));
  }
  let ended = 0;
  for (let storm = 0; storm < storms; storm += 1) {
    await untilUnderLoad(load);
    for (let gust = 0; gust < 5; gust += 1) ended += await endSessions(bank.url);
    slowest = slower(slowest, await readyAfter(bank));
  }
  expect(ended).toBeGreaterThan(storms);
  await untilUnderLoad(load);
  await expectNothingLostOrDoubled(bank, load);
  expectReadySoon(slowest);

  const [again = ''] = load.acknowledged;
  const [payer] = bank.payers;
  const order = { beneficiaryId: at(bank.payees, 0), amount: '1.00', reference: again };
  expect((await payer?.pay(order, { idempotencyKey: newId() }))?.status).toBe(201);
  const never = `load-${newId()}`;
  expect(await lostOrDoubled(bank, [again, at(load.acknowledged, 1), never])).toEqual([again, never]);
  record({
    id: 'B1',
    what: 'database killed and sessions ended under load',
    figure: `${kills} kills, ${storms} storms with ${ended} sessions, ${figureOf(load, slowest)}`,
    control,
  });
});

test(`the server survives a database that is away for ${outagesMs.join(', ')} ms under load`, async () => {
  const directory = await temporaryDirectory();
  closing.push(directory.remove);
  let postgres = await startEmbeddedPostgres({ dataDirectory: directory.path });
  closing.push(() => postgres.stop());
  const bank = await startBankBeside(postgres);
  const load = startLoad(bank);
  let slowest: Delay = { ms: 0, answers: 0 };
  for (const awayMs of outagesMs) {
    await untilUnderLoad(load);
    await postgres.stop();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    postgres = await startEmbeddedPostgres({ dataDirectory: directory.path });
    slowest = slower(slowest, await readyAfter(bank));
  }
  await untilUnderLoad(load);
  expect(load.unavailable()).toBeGreaterThan(0);
  await expectNothingLostOrDoubled(bank, load);
  expectReadySoon(slowest);
  record({
    id: 'B1',
    what: 'database away under load',
    figure: `${outagesMs.length} outages of up to ${Math.max(...outagesMs) / 1000} s, ${figureOf(load, slowest)}`,
    control,
  });
});
