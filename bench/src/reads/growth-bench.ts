/**
 * P6: operations whose cost must not depend on the amount of data. One client's history grows tenfold and a hundredfold: payments,
 * and the entries of one account. At each size these are measured: a browser's first calls, a page of a rare status, the list of
 * another client without payments, the posting of a group and a start; the rows compare the largest size with the
 * smallest, and `--json` shows the curve.
 * `BENCH_PAYMENTS=10000000` adds ten million payments (entries stay at a million): half an hour and 16 GB of disk.
 * Payments are inserted directly into their table, because only their number matters; entries by the ledger's own verb.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { bankAccount, post } from '@calmly/products/ledger/server/index.ts';
import { type BenchPayer, fillHistory, preparePayers } from '../support/payments-fixture.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, type RunningServer, startServer } from '../support/server-process.ts';

/** Payments, and entries of the account, at once, ten and a hundred times the data. */
const usualSizes = [10_000, 100_000, 1_000_000];
const most = Number(process.env.BENCH_PAYMENTS ?? 0);
const sizes = most > 1_000_000 ? [...usualSizes, most] : usualSizes;
const mostEntries = 1_000_000;
const calls = 300;
const warmUpCalls = 100;
const postedGroups = 60;
const groupSize = 64;
const historyMs = 2 * 365 * 86_400_000;

interface Point {
  readonly firstPageP99Ms: number;
  readonly rarePageP99Ms: number;
  readonly smallClientP99Ms: number;
  readonly accountsMs: number;
  readonly summaryMs: number;
  readonly postingMs: number;
  readonly startSeconds: number;
}

/** Restarts its server several times at each size. */
export async function benchGrowth(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  const database = openDatabase(postgres.url, { poolSize: 2 });
  const start = () => startServer(directory, { ...bankUnderLoad, DATABASE_URL: postgres.url });
  let server = await start();
  try {
    const [payer, small] = await preparePayers(postgres.url, server.url, { payers: 2, accountsEach: 4 });
    if (!payer || !small) throw new Error('the benchmark needs a client');
    const points: Point[] = [];
    let filled = 0;
    for (const size of sizes) {
      await fillHistory(postgres.url, payer, filled, size);
      await fillEntries(database, payer, Math.min(size, mostEntries) - Math.min(filled, mostEntries));
      filled = size;
      const reads = await measureReads(server, payer.token, small.token);
      const postingMs = await measurePosting(database, payer);
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await server.stop();
        server = await start();
        times.push(server.startSeconds);
      }
      points.push({ ...reads, postingMs, startSeconds: median(times) });
    }
    return resultsOf(points);
  } finally {
    await server.stop();
    await database.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

function resultsOf(points: readonly Point[]): BenchResult[] {
  const curve = (name: keyof Point, digits: number) =>
    points.map((point) => Number(point[name].toFixed(digits)));
  const last = points.at(-1);
  const growth = (id: string, what: string, name: keyof Point, digits: number): BenchResult => ({
    id,
    what: `${what}, a hundred times the history against once`,
    value: (last?.[name] ?? Number.NaN) / (points[0]?.[name] ?? Number.NaN),
    unit: '×',
    must: 2,
    aim: 1.2,
    better: 'lower',
    details: { sizes, [name]: curve(name, digits) },
  });
  return [
    {
      id: 'P6a',
      what: `first page of 50 out of ${sizes.at(-1)} payments, p99`,
      value: last?.firstPageP99Ms ?? Number.NaN,
      unit: 'ms',
      must: 20,
      aim: 5,
      better: 'lower',
      details: { sizes, firstPageP99Ms: curve('firstPageP99Ms', 1) },
    },
    {
      id: 'P6f',
      what: `page of a status that no payment has, out of ${sizes.at(-1)}, p99`,
      value: last?.rarePageP99Ms ?? Number.NaN,
      unit: 'ms',
      must: 20,
      aim: 10,
      better: 'lower',
      details: { sizes, rarePageP99Ms: curve('rarePageP99Ms', 1) },
    },
    {
      id: 'P6g',
      what: `list of a client without payments beside ${sizes.at(-1)} of another, p99`,
      value: last?.smallClientP99Ms ?? Number.NaN,
      unit: 'ms',
      must: 20,
      aim: 5,
      better: 'lower',
      details: { sizes, smallClientP99Ms: curve('smallClientP99Ms', 1) },
    },
    growth('P6b', 'accounts with balances', 'accountsMs', 2),
    growth('P6c', 'summary with its line and bars', 'summaryMs', 2),
    growth('P6d', `posting ${groupSize} transfers`, 'postingMs', 2),
    growth('P6e', 'start', 'startSeconds', 2),
  ];
}

/** Credits to the client's first account, spread evenly over two years that end now. */
async function fillEntries(database: Database, payer: BenchPayer, count: number): Promise<void> {
  const nostro = await bankAccount(database.sql, 'nostro', 'EUR');
  const listSize = 1_000;
  const from = Date.now() - historyMs;
  for (let done = 0; done < count; done += listSize)
    await post(
      database.sql,
      Array.from({ length: Math.min(listSize, count - done) }, (_, index) =>
        transfer(nostro, payer, new Date(from + ((done + index) / count) * historyMs)),
      ),
    );
  await database.pool.query('vacuum analyze ledger.entries, ledger.transfers');
}

const transfer = (debitAccountId: string, payer: BenchPayer, at: Date) => ({
  id: newId(),
  debitAccountId,
  creditAccountId: payer.accounts[0]?.id ?? '',
  amountMinor: 100n,
  code: 'bench',
  at,
});

async function measureReads(
  server: RunningServer,
  token: string,
  smallToken: string,
): Promise<Omit<Point, 'postingMs' | 'startSeconds'>> {
  const timesOf = async (path: string, bearer = token): Promise<number[]> => {
    const times: number[] = [];
    for (let call = 0; call < warmUpCalls + calls; call += 1) {
      const startedAtMs = performance.now();
      const answer = await fetch(`${server.url}/api${path}`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
      if (call >= warmUpCalls) times.push(performance.now() - startedAtMs);
    }
    return times.sort((a, b) => a - b);
  };
  const p99 = (times: readonly number[]) => times[Math.floor((times.length - 1) * 0.99)] ?? Number.NaN;
  return {
    firstPageP99Ms: p99(await timesOf('/transactions?limit=50')),
    rarePageP99Ms: p99(await timesOf('/transactions?limit=50&status=HOLD_OTHER')),
    smallClientP99Ms: p99(await timesOf('/transactions?limit=50', smallToken)),
    accountsMs: median(await timesOf('/clientaccounts')),
    summaryMs: median(await timesOf('/clientaccounts/summary')),
  };
}

async function measurePosting(database: Database, payer: BenchPayer): Promise<number> {
  const nostro = await bankAccount(database.sql, 'nostro', 'EUR');
  const times: number[] = [];
  for (let group = 0; group < postedGroups; group += 1) {
    const list = Array.from({ length: groupSize }, () => transfer(nostro, payer, new Date()));
    const startedAtMs = performance.now();
    await post(database.sql, list);
    times.push(performance.now() - startedAtMs);
  }
  return median(times);
}
