/**
 * P1 and P4: clients' transfers between their own accounts, by `POST /transactions` as the portal sends it, against TPC-B on the
 * same PostgreSQL in the same round; a hot account against uniform load; 1 % refusals against none. Server, load generator and database are
 * separate processes.
 */

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@calmly/platform/database.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { idToCome, postRequest, send } from '../support/load.ts';
import { type BenchPayer, emptyAccount, preparePayers } from '../support/payments-fixture.ts';
import { prepareTpcb } from '../support/pgbench.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, benchPort, startServer } from '../support/server-process.ts';

/** The transfers of a load: evenly spread; half of all with one account; one in a hundred without funds. */
type Mix = 'uniform' | 'hot' | 'refused';

/** The loads of a round: their mix, and the number of connections. */
const loads = {
  uniform128: ['uniform', 128],
  hot: ['hot', 128],
  refused: ['refused', 128],
  uniform512: ['uniform', 512],
} as const satisfies Record<string, readonly [Mix, number]>;
type LoadName = keyof typeof loads;
const loadNames = Object.keys(loads) as LoadName[];

/** Transfers per second of each load, transactions per second of TPC-B. */
type Round = Record<LoadName | 'tpcb', number>;

const payerCount = 32;
const accountsEach = 32;
const loadSeconds = 5;
const warmUpSeconds = 10;

/** Runs the loads of a round in a different order each time. */
export async function benchTransfers(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  try {
    const server = await startServer(directory, { ...bankUnderLoad, DATABASE_URL: postgres.url });
    try {
      const payers = await preparePayers(postgres.url, server.url, { payers: payerCount, accountsEach });
      const requests = await requestsOf(postgres.url, payers);
      const tpcb = await prepareTpcb(postgres.url, loadSeconds);
      await send({ port: benchPort, connections: 128, seconds: warmUpSeconds, requests: requests.uniform });
      const taken: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const figures: Partial<Round> = { tpcb: await tpcb() };
        for (const name of turned(loadNames, round)) {
          const [mix, connections] = loads[name];
          figures[name] = await transfersPerSecond(postgres.url, mix, connections, requests[mix]);
        }
        taken.push(figures as Round);
      }
      return resultsOf(taken);
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The list rotated: a different load follows TPC-B's writes in each round. */
const turned = <Item>(list: readonly Item[], by: number): Item[] => [...list.slice(by), ...list.slice(0, by)];

function resultsOf(taken: readonly Round[]): BenchResult[] {
  const figures = (name: keyof Round) => taken.map((round) => Math.round(round[name]));
  const ratio = (of: (round: Round) => number) => median(taken.map(of));
  const base = { unit: '×', better: 'higher' } as const;
  return [
    {
      ...base,
      id: 'P1',
      what: 'transfers/s between own accounts by POST /transactions, best of 128 and 512 connections, against TPC-B',
      value: ratio((round) => Math.max(round.uniform128, round.uniform512) / round.tpcb),
      must: 1,
      aim: 1.5,
      details: {
        connections128: figures('uniform128'),
        connections512: figures('uniform512'),
        tpcb: figures('tpcb'),
      },
    },
    {
      ...base,
      id: 'P4a',
      what: 'half of all transfers on one account, against uniform',
      value: ratio((round) => round.hot / round.uniform128),
      must: 0.9,
      aim: 1,
      details: { hot: figures('hot'), uniform: figures('uniform128') },
    },
    {
      ...base,
      id: 'P4b',
      what: '1 % of transfers refused for want of funds, against none',
      value: ratio((round) => round.refused / round.uniform128),
      must: 0.8,
      aim: 0.95,
      details: { refused: figures('refused'), uniform: figures('uniform128') },
    },
  ];
}

/** The requests of each mix; the connections take them at random. */
async function requestsOf(
  databaseUrl: string,
  [hot, poor, ...others]: readonly BenchPayer[],
): Promise<Record<Mix, readonly string[]>> {
  if (!hot || !poor) throw new Error('the load needs more payers');
  const poorId = poor.accounts[0]?.id ?? '';
  await emptyAccount(databaseUrl, poorId);
  const transfer = ({ token, accounts }: BenchPayer, from: number, to: number) =>
    postRequest(
      '/api/transactions',
      { Authorization: `Bearer ${token}`, 'Idempotency-Key': idToCome },
      {
        AccountFrom: accounts[from]?.number,
        ToAccount: accounts[to]?.number,
        Amount: '0.01',
        Details: 'Savings',
      },
    );
  const uniform = others.flatMap((payer) =>
    payer.accounts.map((_, place) => transfer(payer, place, (place + 1) % accountsEach)),
  );
  /** As many as the others, in both directions. */
  const onOne = uniform.map((_, place) => {
    const other = 1 + (Math.floor(place / 2) % (accountsEach - 1));
    return place % 2 === 0 ? transfer(hot, 0, other) : transfer(hot, other, 0);
  });
  const withoutFunds = Array<string>(Math.round(uniform.length / 99)).fill(transfer(poor, 0, 1));
  return { uniform, hot: [...uniform, ...onOne], refused: [...uniform, ...withoutFunds] };
}

/** Requests answered per second, refusals included. */
async function transfersPerSecond(
  databaseUrl: string,
  mix: Mix,
  connections: number,
  requests: readonly string[],
): Promise<number> {
  const before = await countTransfers(databaseUrl);
  const load = await send({
    port: benchPort,
    connections,
    seconds: loadSeconds,
    requests,
    mayRefuse: mix === 'refused',
  });
  const posted = (await countTransfers(databaseUrl)) - before;
  // One in a hundred may be refused; requests cut off at the end of the warm-up or of the load may have been posted too.
  const [fewest, most] = mix === 'refused' ? [0.98, 0.995] : [1, 1];
  if (posted < fewest * load.sent || posted > most * load.sent + 2 * connections)
    throw new Error(`${load.sent} ${mix} requests posted ${posted} transfers`);
  return load.requests / load.seconds;
}

/** Counts once the previous load has ended: no new transfer for two seconds, because a group can wait for the disk longer than half a second. */
async function countTransfers(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  const count = async (): Promise<number> =>
    (await database.pool.query('select count(*)::integer as count from ledger.transfers')).rows[0].count;
  try {
    for (let before = await count(); ; ) {
      await sleep(2_000);
      const now = await count();
      if (now === before) return now;
      before = now;
    }
  } finally {
    await database.close();
  }
}
