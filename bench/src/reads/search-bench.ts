/**
 * P19: the first search results of the client with the most payments, against the first page of the list of the same
 * payments. Both are called in turn, so that load on the machine affects both. The slowest of the searched texts counts.
 * `BENCH_PAYMENTS=10000000` tries ten million payments: twenty minutes and 12 GB of disk.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { fillHistory, preparePayers } from '../support/payments-fixture.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, startServer } from '../support/server-process.ts';

const payments = Number(process.env.BENCH_PAYMENTS ?? 1_000_000);
const filledAtOnce = 1_000_000;
const calls = 200;
const warmUpCalls = 50;
/** A word of every payment, words of none, an amount, a number. */
const searchedTexts = ['Invoice', 'Quetzalcoatl', 'Quetzalcoatl Tenochtitlan', '120,50', 'PAY-2026-1'];

/** P19 and P19b, with `BENCH_PAYMENTS` payments, by default a million. */
export async function benchSearch(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  const server = await startServer(directory, { ...bankUnderLoad, DATABASE_URL: postgres.url });
  try {
    const [payer] = await preparePayers(postgres.url, server.url, { payers: 1, accountsEach: 4 });
    if (!payer) throw new Error('the benchmark needs a client');
    for (let filled = 0; filled < payments; filled += filledAtOnce)
      await fillHistory(postgres.url, payer, filled, Math.min(filled + filledAtOnce, payments));
    const call = (path: string) => timeOf(`${server.url}/api${path}`, payer.token);
    const taken: Array<{ readonly ratio: number; readonly slowestMs: number }> = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await measure(call));
    return resultsOf(taken);
  } finally {
    await server.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

const resultsOf = (
  taken: ReadonlyArray<{ readonly ratio: number; readonly slowestMs: number }>,
): BenchResult[] => {
  const [ratios, slowest] = [taken.map(({ ratio }) => ratio), taken.map(({ slowestMs }) => slowestMs)];
  return [
    {
      id: 'P19',
      what: `first results of the search out of ${payments} payments, p99, against the list's first page`,
      value: median(ratios),
      unit: '×',
      must: 5,
      aim: 2,
      better: 'lower',
      details: { rounds: ratios },
    },
    {
      id: 'P19b',
      what: 'the same in time, p99',
      value: median(slowest),
      unit: 'ms',
      must: 100,
      aim: 50,
      better: 'lower',
      details: { rounds: slowest },
    },
  ];
};

async function measure(call: (path: string) => Promise<number>) {
  const lists: number[] = [];
  const searches = new Map<string, number[]>(searchedTexts.map((text) => [text, []]));
  for (let turn = 0; turn < warmUpCalls + calls; turn += 1) {
    const listMs = await call('/transactions?limit=50');
    if (turn >= warmUpCalls) lists.push(listMs);
    for (const [text, times] of searches) {
      const searchMs = await call(`/search?q=${encodeURIComponent(text)}`);
      if (turn >= warmUpCalls) times.push(searchMs);
    }
  }
  const slowestMs = Math.max(...[...searches.values()].map(p99));
  return { ratio: slowestMs / p99(lists), slowestMs };
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN;
}

async function timeOf(url: string, token: string): Promise<number> {
  const startedAtMs = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`);
  return performance.now() - startedAtMs;
}
