/**
 * P2, P2s, P5: whole payments per second through HTTP against TPC-B on the same PostgreSQL in the same round, and how far the
 * slowest are from the usual ones.
 *
 * A payment is whole: signed in, idempotent, a fee, money reserved, its events and answer stored, screened (by name and
 * amount: at this pace every client would be over the hourly limit) and handed to the rail by jobs meanwhile. The rail
 * reports after the round is over, as other banks do in their own time; P2s is the same with a rail that settles during the
 * round, its bookings included. A round begins when all of the one before is settled, the first one when the server is warm. Server, load generator and database are
 * processes of their own.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@calmly/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '@calmly/server/src/platform/postgres/cluster/embedded-postgres.ts';
import { idToCome, type LoadCounts, postRequest, send } from '../support/load.ts';
import { type BenchPayer, preparePayers } from '../support/payments-fixture.ts';
import { prepareTpcb } from '../support/pgbench.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, benchPort, startServer } from '../support/server-process.ts';

const connections = 128;
const loadSeconds = 5;
/** A bank runs for days; what Node compiles while it runs is compiled after the first thirty thousand payments. */
const warmUpSeconds = 10;
/** Longer than a round with its warm-up, and well within it. */
const railAfterRoundMs = 10_000;
const railDuringRoundMs = 1_000;

interface Round extends Pick<LoadCounts, 'p50Ms' | 'p99Ms'> {
  readonly paymentsPerSecond: number;
  readonly tpcb: number;
}

/** P2, P2s and P5. Throws if the answered requests and the written payments disagree. */
export async function benchPayments(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  try {
    const onBank = async <Result>(railDelayMs: number, measure: (url: string) => Promise<Result>) => {
      const rail = { SANDBOX_RAIL_DELAY_MS: String(railDelayMs) };
      const server = await startServer(directory, { ...bankUnderLoad, ...rail, DATABASE_URL: postgres.url });
      return measure(server.url).finally(() => server.stop());
    };
    const payers = await onBank(0, (url) =>
      preparePayers(postgres.url, url, { payers: 32, accountsEach: 32 }),
    );
    const requests = payers.flatMap(requestsOf);
    const tpcb = await prepareTpcb(postgres.url, loadSeconds);
    const measureRounds = async () => {
      const taken: Round[] = [];
      await send({ port: benchPort, connections, seconds: warmUpSeconds, requests });
      await settled(postgres.url);
      for (let round = 0; round < rounds; round += 1) {
        taken.push({ tpcb: await tpcb(), ...(await measureLoad(postgres.url, requests)) });
        await settled(postgres.url);
      }
      return taken;
    };
    const ordered = await onBank(railAfterRoundMs, measureRounds);
    const settledToo = await onBank(railDuringRoundMs, measureRounds);
    return [
      throughput('P2', 'against TPC-B', ordered, { must: 1.2, aim: 2 }),
      throughput('P2s', 'settled meanwhile, against TPC-B', settledToo, { must: 0.8, aim: 1 }),
      slowest(ordered),
    ];
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Waits for the jobs that a load left behind: TPC-B shall not run beside them. */
export async function settled(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
      const { rowCount } = await database.pool.query(
        `select from graphile_worker.jobs where task_identifier in ('payments_process', 'rail_sandbox_settle') limit 1`,
      );
      if (rowCount === 0) return;
    }
    throw new Error('the payments of a round were not settled within a minute');
  } finally {
    await database.close();
  }
}

/** One to each account's payee; the connections take them at random. */
export function requestsOf({ token, accounts, beneficiaryId }: BenchPayer): string[] {
  return accounts.map(({ number }) =>
    postRequest(
      '/api/transactions',
      { Authorization: `Bearer ${token}`, 'Idempotency-Key': idToCome },
      { AccountFrom: number, BeneficiaryId: beneficiaryId, Amount: '1.00', Details: 'Invoice 7' },
    ),
  );
}

async function measureLoad(databaseUrl: string, requests: readonly string[]): Promise<Omit<Round, 'tpcb'>> {
  const before = await countPayments(databaseUrl);
  const load = await send({ port: benchPort, connections, seconds: loadSeconds, requests });
  const written = (await countPayments(databaseUrl)) - before;
  // What was cut off at an end may have been written too.
  if (written < load.sent || written > load.sent + 2 * connections)
    throw new Error(`${load.sent} requests wrote ${written} payments`);
  return { paymentsPerSecond: load.requests / load.seconds, p50Ms: load.p50Ms, p99Ms: load.p99Ms };
}

async function countPayments(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const { rows } = await database.pool.query(
      'select count(*)::integer as count from transactions.transaction',
    );
    return rows[0].count;
  } finally {
    await database.close();
  }
}

function throughput(
  id: string,
  how: string,
  taken: readonly Round[],
  goal: Pick<BenchResult, 'must' | 'aim'>,
): BenchResult {
  return {
    id,
    what: `whole payments/s through HTTP, ${connections} connections, ${how}`,
    value: median(taken.map(({ paymentsPerSecond, tpcb }) => paymentsPerSecond / tpcb)),
    unit: '×',
    ...goal,
    better: 'higher',
    details: {
      payments: taken.map(({ paymentsPerSecond }) => Math.round(paymentsPerSecond)),
      tpcb: taken.map(({ tpcb }) => Math.round(tpcb)),
    },
  };
}

function slowest(taken: readonly Round[]): BenchResult {
  return {
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
  };
}
