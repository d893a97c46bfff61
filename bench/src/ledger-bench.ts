/**
 * P1 and P4: durable transfers per second through HTTP, against TPC-B on the same PostgreSQL in the same round; a hot account
 * against uniform load; 1 % refusals against none. Server, load generator and database are processes of their own.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bankAccount, openAccounts, post } from '@calmly/server/src/modules/ledger/index.ts';
import { openDatabase } from '@calmly/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '@calmly/server/src/platform/embedded-postgres.ts';
import { newId } from '@calmly/server/src/platform/ids.ts';
import { migrate } from '@calmly/server/src/platform/migrate.ts';
import { prepareTpcb } from './pgbench.ts';
import { type BenchResult, median, rounds } from './result.ts';
import { benchPort as port } from './server-process.ts';

/** Which transfers a load sends: evenly spread; half of all with one account; one of a hundred without funds. */
export type LedgerLoadMix = 'uniform' | 'hot' | 'refused';

export interface LedgerLoadCounts {
  posted: number;
  refused: number;
  seconds: number;
}

/** The loads of a round: what they send, over how many connections. */
const loads = {
  uniform128: ['uniform', 128],
  hot: ['hot', 128],
  refused: ['refused', 128],
  uniform512: ['uniform', 512],
} as const satisfies Record<string, readonly [LedgerLoadMix, number]>;
type LoadName = keyof typeof loads;
const loadNames = Object.keys(loads) as LoadName[];

/** Transfers per second of each load, transactions per second of TPC-B. */
type Round = Record<LoadName | 'tpcb', number>;

const clientCount = 10_000;
const loadSeconds = 5;

const run = promisify(execFile);
const scriptOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export async function benchLedger(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  try {
    const accounts = join(directory, 'accounts.json');
    await prepareBooks(postgres.url, accounts);
    const tpcb = await prepareTpcb(postgres.url, loadSeconds);
    const server = spawn(process.execPath, [scriptOf('ledger-server.ts'), postgres.url, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(server.stdout, 'data');
      const taken: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const figures: Partial<Round> = { tpcb: await tpcb() };
        for (const name of turned(loadNames, round)) {
          const [mix, connections] = loads[name];
          figures[name] = await transfersPerSecond(mix, connections, accounts);
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
async function prepareBooks(url: string, file: string): Promise<void> {
  await migrate(url);
  const database = openDatabase(url, { poolSize: 2 });
  try {
    const nostro = await bankAccount(database.sql, 'nostro', 'EUR');
    const ids = Array.from({ length: clientCount + 2 }, () => newId());
    await openAccounts(
      database.sql,
      ids.map((id) => ({ id, kind: 'client', currency: 'EUR', clientId: newId(), allowNegative: false })),
    );
    const [empty, ...funded] = ids;
    await post(
      database.sql,
      funded.map((creditAccountId) => ({
        id: newId(),
        debitAccountId: nostro,
        creditAccountId,
        amountMinor: 1_000_000_000n,
        code: 'funding',
        at: new Date(),
      })),
    );
    const [hot, ...clients] = funded;
    await writeFile(file, JSON.stringify({ clients, hot, empty }));
  } finally {
    await database.close();
  }
}

/** Requests answered per second, refusals included. */
async function transfersPerSecond(
  mix: LedgerLoadMix,
  connections: number,
  accounts: string,
): Promise<number> {
  const { stdout } = await run(process.execPath, [
    scriptOf('ledger-load.ts'),
    String(port),
    String(connections),
    String(loadSeconds),
    mix,
    accounts,
  ]);
  const counts: LedgerLoadCounts = JSON.parse(stdout);
  if (counts.refused > 0 !== (mix === 'refused')) throw new Error(`unexpected refusals: ${stdout}`);
  return (counts.posted + counts.refused) / counts.seconds;
}
