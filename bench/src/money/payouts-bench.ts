/**
 * P13: a payout file of 100,000 rows, from the first byte of the upload to all faults in the summary, and its memory above idle: the
 * server's processes together, without the database. Half a percent of the rows is wrong. The details have the longest wait of another call in that
 * time.
 */
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { composeIban } from '@calmly/domain';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { type BenchPayer, preparePayers } from '../support/payments-fixture.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, startServer } from '../support/server-process.ts';

const rowCount = 100_000;
const wrongEvery = 200;
const settleMs = 2_000;

/** P13a and P13b, after a file of 1,000 rows to warm up. Memory is measured by `/proc`. */
export async function benchPayouts(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  const env = { ...bankUnderLoad, DATABASE_URL: postgres.url, PAYOUTS: 'on' };
  const server = await startServer(directory, env);
  try {
    const [payer] = await preparePayers(postgres.url, server.url, { payers: 1, accountsEach: 1 });
    if (!payer) throw new Error('the benchmark needs a client');
    const call = callerOf(server.url, payer);
    await check(call, fileOf(1_000, 0));
    const seconds: number[] = [];
    const megabytes: number[] = [];
    const waitsMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await sleep(settleMs);
      const file = fileOf(rowCount, round + 1);
      const memory = await watchMemory(server.process.pid ?? 0);
      const waits = watchWaits(call);
      seconds.push(await check(call, file));
      waitsMs.push(await waits());
      megabytes.push(await memory());
    }
    const shared = { must: 0, aim: 0, better: 'lower' as const };
    return [
      {
        ...shared,
        id: 'P13a',
        what: `file of ${rowCount} rows, from the upload to all faults`,
        value: median(seconds),
        unit: 's',
        must: 5,
        aim: 2,
        details: { rounds: seconds, longestWaitMs: waitsMs },
      },
      {
        ...shared,
        id: 'P13b',
        what: 'memory for it above idle',
        value: median(megabytes),
        unit: 'MB',
        must: 200,
        aim: 100,
        details: { rounds: megabytes },
      },
    ];
  } finally {
    await server.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

export type Call = (
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers?: Readonly<Record<string, string>>,
) => Promise<Record<string, unknown>>;

/**
 * Calls as a client, each with its own Idempotency-Key. Text is sent as JSON, bytes unchanged. Throws
 * if the call fails.
 */
export const callerOf =
  (url: string, { token }: BenchPayer): Call =>
  async (method, path, body, headers) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
        }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>);
  };

/** Seconds from the upload until the summary has all faults. The payout is then deleted, so that its names are not compared during the next one. */
async function check(call: Call, file: Uint8Array<ArrayBuffer>): Promise<number> {
  const { Id, Version } = await call('POST', '/masspayout', '{}');
  const startedMs = performance.now();
  await call('PUT', `/masspayout/${Id}/file?fileName=salaries.csv&version=${Version}`, file);
  for (;;) {
    const { Status, Summary } = await call('GET', `/masspayout/${Id}`);
    if (Status === 'DRAFT') {
      const seconds = (performance.now() - startedMs) / 1000;
      const { Rows, Faulty } = Summary as { Rows: number; Faulty: number };
      if (Faulty !== Math.ceil(Rows / wrongEvery)) throw new Error(`${Faulty} faulty rows of ${Rows}`);
      await call('DELETE', `/masspayout/${Id}`);
      return seconds;
    }
    if (Status !== 'READING') throw new Error(`the payout is ${Status}`);
    await sleep(50);
  }
}

/** The headings of the template: a file with them needs no mapping. */
export const templateHeadings =
  'Payee ID,Payee name,Payee type,IBAN or account number,BIC,Sort code,Routing number,Bank country,Amount,Currency,Reference,Street,Building number,Postcode,Town,Country,Your reference';

/** A CSV with the headings of the template; every row has a different payee. */
function fileOf(rows: number, round: number): Uint8Array<ArrayBuffer> {
  const lines = [templateHeadings];
  for (let row = 0; row < rows; row += 1) {
    const iban = composeIban('DE', `37040044${String(row).padStart(10, '0')}`);
    const account = row % wrongEvery === 0 ? `${iban.slice(0, -1)}${(Number(iban.at(-1)) + 1) % 10}` : iban;
    lines.push(
      `,Payee number ${row},person,${account},,,,,${1 + (row % 900)}.${String(row % 100).padStart(2, '0')},EUR,Refund ${row},Hauptstrasse,${row % 200},10115,Berlin,DE,R${round}-${row}`,
    );
  }
  return Uint8Array.from(Buffer.from(lines.join('\n')));
}

/** The longest duration of a call of the same client. */
function watchWaits(call: Call): () => Promise<number> {
  let isOver = false;
  let longest = 0;
  const watching = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      await call('GET', '/transactions?limit=20');
      longest = Math.max(longest, performance.now() - startedMs);
      await sleep(50);
    }
  })();
  // The error is reported when it is awaited.
  watching.catch(() => undefined);
  return async () => {
    isOver = true;
    await watching;
    return Math.round(longest);
  };
}

/** The peak memory of the process and its children above the current amount, in MB. */
export async function watchMemory(pid: number): Promise<() => Promise<number>> {
  const idle = await residentMb(pid);
  let most = idle;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await residentMb(pid));
      await sleep(250);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return most - idle;
  };
}

async function residentMb(pid: number): Promise<number> {
  // Empty if the process has ended in the meantime.
  const text = (path: string) => readFile(`/proc/${pid}/${path}`, 'utf8').catch(() => '');
  const ownKilobytes = Number(/VmRSS:\s+(\d+)/.exec(await text('status'))?.[1] ?? 0);
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = await Promise.all(threads.map((thread) => text(`task/${thread}/children`)));
  const started = children.join('').split(' ').filter(Boolean).map(Number);
  const megabytes = await Promise.all(started.map(residentMb));
  return megabytes.reduce((sum, each) => sum + each, ownKilobytes / 1024);
}
