/**
 * P2, P2f, P2s, P2c, P5: whole payments per second through HTTP against TPC-B and against the floor on the same PostgreSQL in the same round, the
 * processor time of a payment, and how much slower the slowest are than the median.
 * A payment is complete: signed in, idempotent, with a fee, money reserved, its events and answer stored, screened (by name and
 * amount: at this pace every client would be over the hourly limit) and handed to the rail by jobs in the meantime. The rail
 * reports after the round is over, as other banks do in their own time; P2s is the same with a rail that settles during the
 * round, including its bookings. A round begins when everything of the previous one is settled, the first one when the server is warm. Server, load
 * generator and database are
 * separate processes.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@calmly/platform/database.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { startFloor } from '../support/floor.ts';
import { idToCome, type LoadCounts, postRequest, send } from '../support/load.ts';
import { type BenchPayer, preparePayers } from '../support/payments-fixture.ts';
import { prepareTpcb } from '../support/pgbench.ts';
import { idleSeconds, parentOf, processorSeconds } from '../support/processor.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, benchPort, type RunningServer, startServer } from '../support/server-process.ts';

const connections = 128;
const loadSeconds = 5;
/** A bank runs for days; after the first thirty thousand payments Node has compiled all hot code. */
const warmUpSeconds = 10;
/** Longer than a round with its warm-up. */
const railAfterRoundMs = 10_000;
const railDuringRoundMs = 1_000;

interface Load extends Pick<LoadCounts, 'p50Ms' | 'p99Ms'> {
  readonly paymentsPerSecond: number;
  /** Microseconds of the processor for a payment. */
  readonly serverUs: number;
  readonly databaseUs: number;
  /** Of both cores, while the load ran. */
  readonly idleShare: number;
}

interface Round extends Load {
  readonly tpcb: number;
  readonly floor: number;
}

/** P2, P2s and P5. Throws if the answered requests and the written payments disagree. */
export async function benchPayments(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  try {
    const onBank = async <Result>(
      railDelayMs: number,
      measure: (server: RunningServer) => Promise<Result>,
    ) => {
      const rail = { SANDBOX_RAIL_DELAY_MS: String(railDelayMs) };
      const server = await startServer(directory, { ...bankUnderLoad, ...rail, DATABASE_URL: postgres.url });
      return measure(server).finally(() => server.stop());
    };
    const payers = await onBank(0, ({ url }) =>
      preparePayers(postgres.url, url, { payers: 32, accountsEach: 32 }),
    );
    const requests = payers.flatMap(requestsOf);
    const tpcb = await prepareTpcb(postgres.url, loadSeconds);
    const measureRounds = async ({ process: { pid = 0 } }: RunningServer) => {
      const processes = { server: pid, database: await postmasterOf(postgres.url) };
      const taken: Round[] = [];
      await floor.measure({ connections, seconds: warmUpSeconds });
      await send({ port: benchPort, connections, seconds: warmUpSeconds, requests });
      await settled(postgres.url);
      for (let round = 0; round < rounds; round += 1) {
        taken.push({
          tpcb: await tpcb(),
          floor: await floor.measure({ connections, seconds: loadSeconds }),
          ...(await measureLoad(postgres.url, requests, processes)),
        });
        await settled(postgres.url);
      }
      return taken;
    };
    const floor = await startFloor(postgres.url);
    const ordered = await onBank(railAfterRoundMs, measureRounds);
    const settledToo = await onBank(railDuringRoundMs, measureRounds);
    await floor.stop();
    return [
      throughput('P2', 'against TPC-B', ordered, { must: 1.2, aim: 2 }),
      throughput('P2s', 'settled meanwhile, against TPC-B', settledToo, { must: 0.8, aim: 1 }),
      againstFloor(ordered),
      ...processorTime(ordered),
      slowest(ordered),
    ];
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Waits for the jobs of a load, so that TPC-B does not run at the same time. */
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

async function measureLoad(
  databaseUrl: string,
  requests: readonly string[],
  processes: Readonly<Record<'server' | 'database', number>>,
): Promise<Load> {
  const look = async () => ({
    payments: await countPayments(databaseUrl),
    server: await processorSeconds(processes.server),
    database: await processorSeconds(processes.database),
    idle: await idleSeconds(),
    at: performance.now() / 1000,
  });
  const before = await look();
  const load = await send({ port: benchPort, connections, seconds: loadSeconds, requests });
  const after = await look();
  const written = after.payments - before.payments;
  // Requests cut off at an end may have been written too.
  if (written < load.sent || written > load.sent + 2 * connections)
    throw new Error(`${load.sent} requests wrote ${written} payments`);
  const perPayment = (what: 'server' | 'database') => ((after[what] - before[what]) / written) * 1e6;
  return {
    paymentsPerSecond: load.requests / load.seconds,
    p50Ms: load.p50Ms,
    p99Ms: load.p99Ms,
    serverUs: perPayment('server'),
    databaseUs: perPayment('database'),
    idleShare: (after.idle - before.idle) / ((after.at - before.at) * availableParallelism()),
  };
}

/** The parent of PostgreSQL's connection processes. */
async function postmasterOf(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const { rows } = await database.pool.query('select pg_backend_pid() as pid');
    return await parentOf(rows[0].pid);
  } finally {
    await database.close();
  }
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

function againstFloor(taken: readonly Round[]): BenchResult {
  return {
    id: 'P2f',
    what: `the same against the floor: a bare server that commits payments without sign-in, rules and jobs`,
    value: median(taken.map(({ paymentsPerSecond, floor }) => paymentsPerSecond / floor)),
    unit: '×',
    must: 0.4,
    aim: 0.55,
    better: 'higher',
    details: {
      payments: taken.map(({ paymentsPerSecond }) => Math.round(paymentsPerSecond)),
      floor: taken.map(({ floor }) => Math.round(floor)),
    },
  };
}

function processorTime(taken: readonly Round[]): BenchResult[] {
  const base = { better: 'lower' } as const;
  return [
    {
      ...base,
      id: 'P2c',
      what: 'processor time of a payment, Node and PostgreSQL together',
      value: median(taken.map(({ serverUs, databaseUs }) => serverUs + databaseUs)),
      unit: 'µs',
      must: 170,
      aim: 120,
      details: {
        server: taken.map(({ serverUs }) => Math.round(serverUs)),
        database: taken.map(({ databaseUs }) => Math.round(databaseUs)),
      },
    },
    {
      ...base,
      id: 'P2i',
      what: 'share of the cores that has nothing to do meanwhile',
      value: 100 * median(taken.map(({ idleShare }) => idleShare)),
      unit: '%',
      must: 10,
      aim: 5,
      details: { rounds: taken.map(({ idleShare }) => Math.round(100 * idleShare)) },
    },
  ];
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
