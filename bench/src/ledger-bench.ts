/**
 * P1 and P4: durable transfers per second through HTTP, against TPC-B on the same PostgreSQL in the same round; a hot account
 * against uniform load; 1 % refusals against none. Server, load generator and database are processes of their own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bankAccount, openAccounts, post } from '@calmly/server/src/modules/ledger/index.ts';
import { openDatabase } from '@calmly/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '@calmly/server/src/platform/embedded-postgres.ts';
import { newId } from '@calmly/server/src/platform/ids.ts';
import { migrate } from '@calmly/server/src/platform/migrate.ts';
import { idToCome, postRequest, send } from './load.ts';
import { prepareTpcb } from './pgbench.ts';
import { type BenchResult, median, rounds } from './result.ts';
import { benchPort as port } from './server-process.ts';

/** Which transfers a load sends: evenly spread; half of all with one account; one of a hundred without funds. */
type Mix = 'uniform' | 'hot' | 'refused';

interface Accounts {
  /** Funded. */
  readonly clients: readonly string[];
  readonly hot: string;
  readonly empty: string;
}

/** The loads of a round: what they send, over how many connections. */
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

const clientCount = 10_000;
const loadSeconds = 5;

/** Different transfers of a load. */
const requestCount = 20_000;
const serverScript = fileURLToPath(new URL('ledger-server.ts', import.meta.url));

export async function benchLedger(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  try {
    const accounts = await prepareBooks(postgres.url);
    const tpcb = await prepareTpcb(postgres.url, loadSeconds);
    const server = spawn(process.execPath, [serverScript, postgres.url, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(server.stdout, 'data');
      const taken: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const figures: Partial<Round> = { tpcb: await tpcb() };
        for (const name of turned(loadNames, round)) {
          const [mix, connections] = loads[name];
          figures[name] = await transfersPerSecond(postgres.url, { mix, connections, accounts });
        }
        taken.push(figures as Round);
      }
      return resultsOf(taken);
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The list begun elsewhere: what follows TPC-B's writes is another load in each round. */
const turned = <Item>(list: readonly Item[], by: number): Item[] => [...list.slice(by), ...list.slice(0, by)];

function resultsOf(taken: readonly Round[]): BenchResult[] {
  const figures = (name: keyof Round) => taken.map((round) => Math.round(round[name]));
  const ratio = (of: (round: Round) => number) => median(taken.map(of));
  const base = { unit: '×', better: 'higher' } as const;
  return [
    {
      ...base,
      id: 'P1',
      what: 'durable transfers/s through HTTP, best of 128 and 512 connections, against TPC-B',
      value: ratio((round) => Math.max(round.uniform128, round.uniform512) / round.tpcb),
      must: 2,
      aim: 3,
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

/** Migrated books with funded clients, one hot account and one without funds. */
async function prepareBooks(url: string): Promise<Accounts> {
  await migrate(url);
  const database = openDatabase(url, { poolSize: 2 });
  try {
    const nostro = await bankAccount(database.sql, 'nostro', 'EUR');
    const ids = Array.from({ length: clientCount + 2 }, () => newId());
    await openAccounts(
      database.sql,
      ids.map((id) => ({ id, kind: 'client', currency: 'EUR', clientId: newId(), allowNegative: false })),
    );
    const [empty = '', hot = '', ...clients] = ids;
    await post(
      database.sql,
      [hot, ...clients].map((creditAccountId) => ({
        id: newId(),
        debitAccountId: nostro,
        creditAccountId,
        amountMinor: 1_000_000_000n,
        code: 'funding',
        at: new Date(),
      })),
    );
    return { clients, hot, empty };
  } finally {
    await database.close();
  }
}

/** Requests answered per second, refusals included. */
async function transfersPerSecond(
  databaseUrl: string,
  { mix, connections, accounts }: { mix: Mix; connections: number; accounts: Accounts },
): Promise<number> {
  const requests = Array.from({ length: requestCount }, (_, place) =>
    postRequest('/transfers', {}, { id: idToCome, ...transferOf(mix, accounts, place), amountMinor: '1' }),
  );
  const before = await countTransfers(databaseUrl);
  const load = await send({ port, connections, seconds: loadSeconds, requests });
  const posted = (await countTransfers(databaseUrl)) - before;
  // Of a hundred that may be refused one is; what was cut off at an end may have been posted too.
  const [fewest, most] = mix === 'refused' ? [0.98, 0.995] : [1, 1];
  if (posted < fewest * load.sent || posted > most * load.sent + 2 * connections)
    throw new Error(`${load.sent} ${mix} requests posted ${posted} transfers`);
  return load.requests / load.seconds;
}

/** The transfer at a place of the load; every hundredth of those that may be refused is. */
function transferOf(
  mix: Mix,
  { clients, hot, empty }: Accounts,
  place: number,
): { debit: string; credit: string } {
  const client = () => clients[Math.floor(Math.random() * clients.length)] ?? '';
  const debit = client();
  let credit = client();
  while (credit === debit) credit = client();
  if (mix === 'refused' && place % 100 === 0) return { debit: empty, credit };
  if (mix === 'hot' && Math.random() < 0.5)
    return Math.random() < 0.5 ? { debit, credit: hot } : { debit: hot, credit };
  return { debit, credit };
}

async function countTransfers(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const { rows } = await database.pool.query('select count(*)::integer as count from ledger.transfers');
    return rows[0].count;
  } finally {
    await database.close();
  }
}
