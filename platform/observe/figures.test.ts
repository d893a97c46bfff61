/** What /metrics says of the queue, the websockets, the books and the server itself. */
import { PassThrough } from 'node:stream';
import { endpoint } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { startTestEdge, type TestEdge } from '@calmly/server/test/support/attackers/edge.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import { urlOfDatabase } from '@calmly/server/test/support/database.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../database.ts';
import { addJobs } from '../jobs/jobs.ts';
import { createLog } from '../log.ts';
import { watchEventLoop } from '../metrics.ts';
import { noteVerification } from './database-figures.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());

const print = async (url = bank.url) => (await fetch(`${url}/metrics`)).text();
/** The value of a figure with its labels, as printed. */
const figure = async (name: string, url = bank.url) => {
  const line = (await print(url)).split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
};

function logLines() {
  const output = new PassThrough();
  const lines: Record<string, unknown>[] = [];
  output.on('data', (chunk) => {
    for (const line of String(chunk).split('\n').filter(Boolean)) lines.push(JSON.parse(line));
  });
  return { log: createLog('info', output), lines };
}

test('jobs that are due are counted by lane, with the age of the oldest; those of later and those given up are not', async () => {
  const { sql } = bank.database;
  const empty = await Promise.all(
    ['money', 'codes', 'messages', 'files'].map((lane) => figure(`calmly_jobs_waiting{lane="${lane}"}`)),
  );
  expect(empty).toEqual([0, 0, 0, 0]);
  // A task that no server knows stays where it is.
  await addJobs(sql, [
    { task: 'of another version', payload: {}, runAt: new Date(Date.now() - 90_000) },
    { task: 'of another version', payload: {} },
    { task: 'of another version', payload: {}, runAt: new Date(Date.now() + 3_600_000) },
  ]);
  expect(await figure('calmly_jobs_waiting{lane="unknown"}')).toBe(2);
  expect(await figure('calmly_jobs_oldest_seconds{lane="unknown"}')).toBeGreaterThanOrEqual(90);
  await query`update graphile_worker._private_jobs set attempts = max_attempts`.execute(sql);
  expect(await figure('calmly_jobs_waiting{lane="unknown"}')).toBe(undefined);
});

test('open websockets are counted', async () => {
  const page = await openPage(bank, await newClient(bank));
  expect(await figure('calmly_live_sockets{path="/api/live"}')).toBe(1);
  page.close();
  await until(
    () => figure('calmly_live_sockets{path="/api/live"}'),
    (count) => count === 0,
  );
});

test('one server says that it matches the orders of the exchange', async () => {
  await until(
    () => figure('calmly_market_writer'),
    (isWriter) => isWriter === 1,
  );
});

test('the last verification of the books is shown, and nothing before the first', async () => {
  expect(await figure('calmly_verify_last_timestamp_seconds')).toBe(undefined);
  await noteVerification(bank.database.sql, { faults: 2, seconds: 1.5 });
  expect(await figure('calmly_verify_last_faults')).toBe(2);
  expect(await figure('calmly_verify_last_duration_seconds')).toBe(1.5);
  expect(await figure('calmly_verify_last_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
});

test('messages that wait for their carrier are counted by channel', async () => {
  expect(await figure('calmly_messages_parked{channel="email"}')).toBe(0);
  expect(await figure('calmly_messages_oldest_seconds{channel="sms"}')).toBe(0);
});

test('a slow statement is counted and logged by a fingerprint, without values', async () => {
  const { log, lines } = logLines();
  const { rows } = await query<{ name: string }>`select current_database() as name`.execute(
    bank.database.sql,
  );
  const url = urlOfDatabase(inject('clusterUrl'), rows[0]?.name ?? '');
  const database = openDatabase(url, { log, slowStatementMs: 50 });
  const before = (await figure('calmly_slow_statements_total')) ?? 0;
  const slow = (secret: string) =>
    query`select pg_sleep(0.1), ${secret}::text, 'Anna Tamm', 1234567`.execute(database.sql);
  await slow('EE382200221020145685');
  await slow('LV80BANK0000435195001');
  await query`select ${'quick'}::text`.execute(database.sql);
  await database.close();
  expect(await figure('calmly_slow_statements_total')).toBe(before + 2);
  const found = lines.filter(({ msg }) => msg === 'a statement was slow');
  expect(found).toMatchObject([
    { statement: 'select pg_sleep(?), $1::text, ?, ?' },
    { statement: 'select pg_sleep(?), $1::text, ?, ?' },
  ]);
  expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  expect(JSON.stringify(found)).not.toMatch(/Anna|1234567|EE38|LV80/);
});

const openCall = (id: string) =>
  endpoint({
    id,
    tag: 'Test',
    summary: 'For tests',
    access: 'public',
    presence: 'open',
    method: 'GET',
    path: `/${id}`,
    response: z.strictObject({ done: z.boolean() }),
  });
const spin = openCall('spin');
const hang = openCall('hang');

/** An edge whose call `spin` stops the event loop for a while, and whose call `hang` is answered when the test lets it. */
async function startSpinning() {
  const asked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const edge = await startTestEdge((router) => {
    router.read(spin, async () => {
      const end = performance.now() + 600;
      while (performance.now() < end);
      return { done: true };
    });
    router.read(hang, async () => {
      asked.resolve();
      await letGo.promise;
      return { done: true };
    });
  });
  return { edge, asked: asked.promise, letGo: letGo.resolve };
}

/** Until a stall was logged with the call as its only cause; again if a busy machine let the moment pass in which only that was under way. */
async function stallOfSpin(edge: TestEdge, lines: readonly Record<string, unknown>[]): Promise<void> {
  await until(
    async () => {
      expect((await edge.call(spin)).status).toBe(200);
      return lines.filter(({ route }) => route === 'GET /api/spin').length;
    },
    (count) => count > 0,
  );
}

test('a stall of the event loop is counted and logged with the only route under way', async () => {
  const { log, lines } = logLines();
  const unwatch = watchEventLoop(log);
  const { edge } = await startSpinning();
  await stallOfSpin(edge, lines);
  expect(await figure('calmly_event_loop_stalls_total{during="GET /api/spin"}', edge.url)).toBeGreaterThan(0);
  unwatch();
  await edge.close();
});

// Control: with the ends forgotten after each look, the watch that looks second finds no work.
test('two watches of one process both name the route', async () => {
  const logs = [logLines(), logLines()];
  const unwatch = logs.map(({ log }) => watchEventLoop(log));
  const { edge } = await startSpinning();
  for (const { lines } of logs) await stallOfSpin(edge, lines);
  for (const stop of unwatch) stop();
  await edge.close();
});

test('a call whose client has gone is not under way for ever', async () => {
  const { log, lines } = logLines();
  const unwatch = watchEventLoop(log);
  const { edge, asked, letGo } = await startSpinning();
  const gone = new AbortController();
  const call = fetch(`${edge.url}/api/hang`, { signal: gone.signal });
  await asked;
  gone.abort();
  await expect(call).rejects.toThrow('aborted');
  letGo();
  await stallOfSpin(edge, lines);
  unwatch();
  await edge.close();
});

test('a figure that cannot be read has no value and is counted; the others are there', async () => {
  const { sql } = bank.database;
  await query`alter table platform.verification rename to verification_away`.execute(sql);
  const text = await print();
  await query`alter table platform.verification_away rename to verification`.execute(sql);
  expect(text).not.toMatch(/^calmly_verify_last_faults [\d.]/m);
  // A scrape may print the counter before it has counted.
  expect(await print()).toMatch(/^calmly_metrics_unread_total\{figure="calmly_verify_last_faults"\} 1$/m);
  expect(text).toMatch(/^calmly_jobs_waiting\{lane="money"\} \d/m);
});
