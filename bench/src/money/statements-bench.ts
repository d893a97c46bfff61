/**
 * P17: the statement of an account with 100,000 entries in each format, from the call to the last byte, and the server's memory above
 * idle. Every second entry has a transaction with names, accounts and a reference, like payments.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StatementFormat, statementFormats } from '@calmly/contract';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { bankAccount, post } from '@calmly/products/ledger/server/index.ts';
import { type BenchPayer, fillHistory, preparePayers } from '../support/payments-fixture.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, startServer } from '../support/server-process.ts';
import { watchMemory } from './payouts-bench.ts';

const entries = 100_000;
const settleMs = 2_000;
const yearMs = 365 * 86_400_000;

/** P17a and P17b for each format: `P17a CSV`. */
export async function benchStatements(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  const database = openDatabase(postgres.url, { poolSize: 2 });
  const server = await startServer(directory, { ...bankUnderLoad, DATABASE_URL: postgres.url });
  try {
    const [payer] = await preparePayers(postgres.url, server.url, { payers: 1, accountsEach: 1 });
    if (!payer) throw new Error('the benchmark needs a client');
    await fillHistory(postgres.url, payer, 0, entries / 2);
    await fillEntries(database, payer);
    const results: BenchResult[] = [];
    for (const format of statementFormats) {
      const seconds: number[] = [];
      const megabytes: number[] = [];
      let bytes = 0;
      for (let round = 0; round < rounds; round += 1) {
        await sleep(settleMs);
        const memory = await watchMemory(server.process.pid ?? 0);
        const startedMs = performance.now();
        bytes = await download(server.url, payer, format);
        seconds.push((performance.now() - startedMs) / 1000);
        megabytes.push(await memory());
      }
      results.push(...resultsOf(format, seconds, megabytes, bytes));
    }
    return results;
  } finally {
    await server.stop();
    await database.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

const resultsOf = (
  format: StatementFormat,
  seconds: readonly number[],
  megabytes: readonly number[],
  bytes: number,
): BenchResult[] => [
  {
    id: `P17a ${format.toUpperCase()}`,
    what: `statement of ${entries} entries, ${format}`,
    value: median(seconds),
    unit: 's',
    must: 5,
    aim: 2,
    better: 'lower',
    details: { rounds: seconds, bytes },
  },
  {
    id: `P17b ${format.toUpperCase()}`,
    what: `memory for it above idle, ${format}`,
    value: median(megabytes),
    unit: 'MB',
    must: 100,
    aim: 50,
    better: 'lower',
    details: { rounds: megabytes },
  },
];

/** Credits over a year that ends now; every second one belongs to a transaction of the client. */
async function fillEntries(database: Database, payer: BenchPayer): Promise<void> {
  const nostro = await bankAccount(database.sql, 'nostro', 'EUR');
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from transactions.transaction where client_id = $1 limit $2',
    [payer.clientId, entries / 2],
  );
  const listSize = 1_000;
  const from = Date.now() - yearMs;
  for (let done = 0; done < entries; done += listSize)
    await post(
      database.sql,
      Array.from({ length: listSize }, (_, index) => ({
        id: (index % 2 === 0 && rows[(done + index) / 2]?.id) || newId(),
        debitAccountId: nostro,
        creditAccountId: payer.accounts[0]?.id ?? '',
        amountMinor: 100n,
        code: 'bench',
        at: new Date(from + ((done + index) / entries) * yearMs),
      })),
    );
  await database.pool.query('vacuum analyze ledger.entries, ledger.transfers');
}

/** Bytes of the file; throws if it is cut off. */
async function download(url: string, { token, accounts }: BenchPayer, format: string): Promise<number> {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [from, to] = [dayOf(Date.now() - 2 * yearMs), dayOf(Date.now())];
  const query = new URLSearchParams({ from, to, timeZone: 'UTC', format, locale: 'en' });
  const answer = await fetch(`${url}/api/statements/file/${accounts[0]?.id}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`the statement was answered ${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const part of answer.body ?? []) bytes += part.length;
  return bytes;
}
