/**
 * P2, P5, P6: whole payments per second through HTTP against TPC-B on the same PostgreSQL in the same round, how far the
 * slowest are from the usual ones, and whether the first page of a list stays as fast when the list grows a hundredfold.
 *
 * A payment is whole: signed in, idempotent, a fee, money reserved, its events and answer stored, screened (by name and
 * amount: at this pace every client would be over the hourly limit) and settled by jobs meanwhile. Server, load generator and database are processes of their own.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@calmly/server/src/platform/embedded-postgres.ts';
import { type BenchPayer, fillHistory, preparePayers } from './payments-fixture.ts';
import { prepareTpcb } from './pgbench.ts';
import { type BenchResult, median } from './result.ts';

export type { BenchPayer } from './payments-fixture.ts';

/** What the load generator prints. */
export interface PaymentsLoad {
  readonly paymentsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const port = 3160;
const url = `http://127.0.0.1:${port}`;
const connections = 128;
const loadSeconds = 5;
/** Payments in the listed history: once, ten and a hundred times the data. */
const historySizes = [10_000, 100_000, 1_000_000];
const pagesRead = 200;

const run = promisify(execFile);
const scriptOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export async function benchPayments(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  try {
    const stop = await startBank(postgres.url);
    try {
      const payers = await preparePayers(postgres.url, url);
      const file = join(directory, 'payers.json');
      await writeFile(file, JSON.stringify(payers));
      const tpcb = await prepareTpcb(postgres.url, loadSeconds);
      const taken: Array<PaymentsLoad & { tpcb: number }> = [];
      for (let round = 0; round < rounds; round += 1)
        taken.push({ tpcb: await tpcb(), ...(await measureLoad(file)) });
      return [...loadResults(taken), await benchFirstPage(postgres.url, payers)];
    } finally {
      await stop();
    }
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Runs the server on the cluster; answers how to stop it. */
async function startBank(databaseUrl: string): Promise<() => Promise<void>> {
  const main = fileURLToPath(import.meta.resolve('@calmly/server/src/main.ts'));
  const server = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
      RATE_LIMIT_ANONYMOUS: '0',
      RATE_LIMIT_CLIENT: '0',
      SANDBOX_RAIL_DELAY_MS: '3000',
      SANDBOX_PAYMENTS_PER_HOUR: '0',
    },
  });
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (server.exitCode !== null) throw new Error(`the server ended with exit code ${server.exitCode}`);
    await sleep(50);
  }
  return async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
}

async function measureLoad(payersFile: string): Promise<PaymentsLoad> {
  const { stdout } = await run(process.execPath, [
    scriptOf('payments-load.ts'),
    String(port),
    String(connections),
    String(loadSeconds),
    payersFile,
  ]);
  return JSON.parse(stdout);
}

function loadResults(taken: ReadonlyArray<PaymentsLoad & { tpcb: number }>): BenchResult[] {
  return [
    {
      id: 'P2',
      what: `whole payments/s through HTTP, ${connections} connections, against TPC-B`,
      value: median(taken.map(({ paymentsPerSecond, tpcb }) => paymentsPerSecond / tpcb)),
      unit: '×',
      must: 1,
      aim: 2,
      better: 'higher',
      details: {
        payments: taken.map(({ paymentsPerSecond }) => Math.round(paymentsPerSecond)),
        tpcb: taken.map(({ tpcb }) => Math.round(tpcb)),
      },
    },
    {
      id: 'P5',
      what: `p99 of payments against p50, ${connections} connections`,
      value: median(taken.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms)),
      unit: '×',
      must: 3,
      aim: 2,
      better: 'lower',
      details: {
        p50Ms: taken.map(({ p50Ms }) => Math.round(p50Ms)),
        p99Ms: taken.map(({ p99Ms }) => Math.round(p99Ms)),
      },
    },
  ];
}

/** The first page of 50 as a client with a growing history reads it, one call after the other. */
async function benchFirstPage(databaseUrl: string, payers: readonly BenchPayer[]): Promise<BenchResult> {
  const [payer] = payers;
  if (!payer) throw new Error('the benchmark needs a client');
  const p99s: number[] = [];
  let filled = 0;
  for (const size of historySizes) {
    await fillHistory(databaseUrl, payer, filled, size);
    filled = size;
    p99s.push(await firstPageP99Ms(payer.token));
  }
  return {
    id: 'P6',
    what: `first page of 50 out of ${historySizes.at(-1)} payments, p99`,
    value: p99s.at(-1) ?? Number.NaN,
    unit: 'ms',
    must: 20,
    aim: 5,
    better: 'lower',
    details: { sizes: historySizes, p99Ms: p99s.map((ms) => Math.round(ms * 10) / 10) },
  };
}

async function firstPageP99Ms(token: string): Promise<number> {
  const latencies: number[] = [];
  for (let call = 0; call < pagesRead * 1.25; call += 1) {
    const started = performance.now();
    const answer = await fetch(`${url}/api/transactions?limit=50`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the list was answered ${answer.status}`);
    if (call >= pagesRead * 0.25) latencies.push(performance.now() - started);
  }
  latencies.sort((a, b) => a - b);
  return latencies[Math.floor((latencies.length - 1) * 0.99)] ?? Number.NaN;
}
