/**
 * B4: one client uploads 24 files of 14 MB at a time, while another client's calls are still answered. The server runs in its own
 * process. Control: reading the same bodies on the thread that answers calls blocks it longer than any pause seen.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { listAccounts } from '@calmly/contract';
import { requestHash } from '@calmly/platform/http/calls/idempotency.ts';
import { afterAll, beforeAll, expect, test as it } from 'vitest';
import { createCall, startBeside, testSecretKeys } from '../../support/app.ts';
import type { BurstOrder } from '../../support/attackers/upload-burst.ts';
import { isFull, record, sized } from '../../support/campaign.ts';
import { newPerson } from '../../support/clients/clients.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { pageObjects, pdfOf } from '../../support/files/files.ts';
import { signIn } from '../../support/processes/browser.ts';
import {
  type ServerProcess,
  startServerProcess,
  temporaryDirectory,
} from '../../support/processes/process.ts';

const metricsToken = 'metrics-token-of-this-test-0123456789';
const atOnce = 24;
const controlBodies = sized(1, atOnce);

let bank: TestDatabase;
let server: ServerProcess;
let url: string;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let tokens: string[];

beforeAll(async () => {
  bank = await createTestDatabase();
  directory = await temporaryDirectory();
  const doorway = await startBeside(bank as never);
  tokens = [];
  for (let client = 0; client <= atOnce / 2; client += 1) {
    const { login } = await newPerson(bank);
    tokens.push((await signIn(doorway.url, login)).token);
  }
  await doorway.close();
  server = startServerProcess({
    DATABASE_URL: bank.url,
    DATA_DIR: directory.path,
    SECRET_KEY: testSecretKeys.map((key) => key.toString('base64')).join(','),
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'info',
  });
  url = await server.ready;
});
afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await bank?.close();
  await directory?.remove();
});

/** A clean PDF of almost 10 MB: spaces between its objects. */
function largeBody(): Buffer {
  const pdf = pdfOf([...pageObjects(), `<< /Padding () >>${' '.repeat(10 * 1024 * 1024 - 2_000)}`]);
  return Buffer.from(JSON.stringify({ FileName: 'bill.pdf', FileBody: pdf.toString('base64') }));
}

async function rssBytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** The longest pause of the server's main thread since the last call, in milliseconds. */
async function longestPauseMs(): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await answer.text())?.[1]) * 1000;
}

interface Seen {
  readonly uploads: readonly number[];
  readonly statuses: ReadonlySet<number>;
  readonly p99Ms: number;
  readonly pauseMs: number;
  readonly grownMb: number;
}

/** Another client's view during the burst. */
async function watchBurst(burstTokens: readonly string[], rounds: number, body: Buffer): Promise<Seen> {
  const call = createCall(url);
  const other = { token: tokens.at(-1) as string };
  await call(listAccounts, {}, other);
  const before = await rssBytes();
  await longestPauseMs();
  const order: BurstOrder = { url, tokens: burstTokens, rounds, body };
  const burst = new Worker(new URL('../../support/attackers/upload-burst.ts', import.meta.url), {
    workerData: order,
  });
  let uploads: number[] | undefined;
  const done = once(burst, 'message').then(([answers]) => {
    uploads = answers as number[];
  });
  const statuses = new Set<number>();
  const took: number[] = [];
  let most = before;
  while (uploads === undefined) {
    const started = performance.now();
    statuses.add((await call(listAccounts, {}, other)).status);
    took.push(performance.now() - started);
    most = Math.max(most, await rssBytes());
  }
  await done;
  took.sort((left, right) => left - right);
  return {
    uploads,
    statuses,
    p99Ms: took[Math.floor(took.length * 0.99)] ?? 0,
    pauseMs: await longestPauseMs(),
    grownMb: (most - before) / 1024 / 1024,
  };
}

/** The total time that this thread is blocked when it reads the bodies itself. */
function timeOfReadingHere(body: Buffer, bodies: number): number {
  const started = performance.now();
  for (let count = 0; count < bodies; count += 1) {
    const parsed = JSON.parse(body.toString()) as { FileBody: string };
    requestHash({ endpointId: 'x', clientId: 'x', principal: 'x', params: {}, query: {}, body: parsed });
    Buffer.from(parsed.FileBody, 'base64');
  }
  return performance.now() - started;
}

const bursts: ReadonlyArray<readonly [who: string, tokens: () => string[]]> = [
  ['one client', () => Array.from({ length: atOnce }, () => tokens[0] as string)],
  [
    'twelve clients of one address',
    () => Array.from({ length: atOnce }, (_, at) => tokens[at % 12] as string),
  ],
];

it.each(bursts.slice(0, sized(1, 2)))(
  'answers another client during uploads of %s, 24 files of 14 MB at a time',
  async (who, burstTokens) => {
    const body = largeBody();
    expect(body.length).toBeGreaterThan(13.9 * 1000 * 1000);
    const seen = await watchBurst(burstTokens(), sized(1, 6), body);
    expect(seen.statuses).toEqual(new Set([200]));
    const outcomes = Map.groupBy(seen.uploads, (status) => status);
    expect([...outcomes.keys()].filter((status) => ![201, 429, 503, 0].includes(status))).toEqual([]);
    expect(outcomes.get(201)?.length).toBeGreaterThan(0);
    const control = timeOfReadingHere(body, controlBodies);
    if (isFull) {
      expect(seen.p99Ms).toBeLessThan(1_000);
      expect(seen.grownMb).toBeLessThan(512);
      expect(seen.pauseMs).toBeLessThan(control);
    }
    record({
      id: 'B4',
      what: `${seen.uploads.length} uploads of 14 MB, 24 at a time, by ${who}`,
      figure: `others p99 ${seen.p99Ms.toFixed(0)} ms, longest pause ${seen.pauseMs.toFixed(0)} ms, memory +${seen.grownMb.toFixed(0)} MB, ${outcomes.get(201)?.length} taken`,
      control: `${controlBodies} bodies read on the main thread take ${control.toFixed(0)} ms of it`,
    });
  },
);
