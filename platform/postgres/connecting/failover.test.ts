/**
 * A bank whose database has two hosts: it follows the promotion of the standby with its calls, jobs, live hints and the market. Controls in
 * controls/reliability/failover.json.
 */
import { getPayment, listAccounts, placeOrder } from '@calmly/contract';
import { createApp } from '@calmly/server/src/app.ts';
import { migrationFolders } from '@calmly/server/src/migrations.ts';
import {
  createCall,
  createRawCall,
  startTestJobs,
  type TestApp,
  testConfig,
} from '@calmly/server/test/support/app.ts';
import { addPayee, createPayer } from '@calmly/server/test/support/clients/payments.ts';
import { freePort, sandbox, startServerProcess } from '@calmly/server/test/support/processes/process.ts';
import { type Pair, startPair } from '@calmly/server/test/support/processes/standby.ts';
import { newTrader, orderBody } from '@calmly/server/test/support/trading.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../database.ts';
import { newId } from '../../ids.ts';
import { migrate } from '../migrate.ts';

const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

async function newPair(): Promise<Pair> {
  const pair = await startPair();
  closing.push(pair.close);
  return pair;
}

async function startBank({ url: databaseUrl }: Pair): Promise<TestApp> {
  await migrate(databaseUrl, migrationFolders);
  const database = openDatabase(databaseUrl);
  closing.push(database.close);
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const app = await createApp({ database, log, config: testConfig });
  const jobs = await startTestJobs({ url: databaseUrl, database, handlers: app.jobs, log });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(async () => {
    await app.close();
    await jobs.stop();
  });
  return {
    app,
    database,
    log,
    url,
    call: createCall(url),
    callRaw: createRawCall(url),
    close: async () => undefined,
  };
}

test.each([
  ['is killed', 'SIGKILL'],
  ['no longer answers', 'SIGSTOP'],
] as const)(
  'a bank follows its database to the promoted standby when the primary %s',
  async (_what, signal) => {
    const pair = await newPair();
    const bank = await startBank(pair);
    const payer = await createPayer(bank);
    const payee = (await addPayee(bank, payer.clientId, { trusted: true })).id;
    const trader = await newTrader(bank, { EPI: '1000', BTC: '0' });
    const heard: string[] = [];
    await bank.database.listen('failover', (payload) => heard.push(payload));
    const pay = (idempotencyKey: string) =>
      payer.pay({ beneficiaryId: payee, amount: '10.00', reference: idempotencyKey }, { idempotencyKey });
    expect((await pay(newId())).status).toBe(201);

    await pair.promote(() => pair.primary.signal(signal));
    const idempotencyKey = newId();
    const statuses: number[] = [];
    const answer = await until(
      async () => {
        const answer = await pay(idempotencyKey);
        statuses.push(answer.status);
        return answer;
      },
      ({ status }) => status === 201,
    );
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
    // Jobs settle it, hints arrive, and the market's writer matches orders.
    const payment = { params: { id: answer.output.id } };
    await until(
      async () => (await bank.call(getPayment, payment, { token: payer.token })).output.status,
      (status) => status === 'EXECUTED',
    );
    await until(
      async () => {
        await sql`select pg_notify('failover', 'heard')`.execute(bank.database.sql);
        return heard.length;
      },
      (count) => count > 0,
    );
    const order = orderBody({ operation: 'BUY', amount: '0.01', price: '40000' });
    const placed = await bank.call(
      placeOrder,
      { body: order },
      { token: trader.token, idempotencyKey: newId() },
    );
    expect(placed.status).toBe(201);
    const { rows } = await sql<{ host: string }>`select inet_server_port()::text as host`.execute(
      bank.database.sql,
    );
    expect(pair.standby.place.endsWith(`:${rows[0]?.host}`)).toBe(true);
  },
);

test('a bank leaves a primary that was set to read-only once another host accepts writes', async () => {
  const pair = await newPair();
  const bank = await startBank(pair);
  const payer = await createPayer(bank);
  const payee = (await addPayee(bank, payer.clientId, { trusted: true })).id;
  await pair.promote(async () => {
    await pair.primary.query('alter system set default_transaction_read_only = on');
    await pair.primary.query('select pg_reload_conf()');
  });
  await until(
    async () => (await payer.pay({ beneficiaryId: payee, amount: '10.00' })).status,
    (status) => status === 201,
  );
  const read = await bank.call(listAccounts, { query: {} }, { token: payer.token });
  expect(read.status).toBe(200);
});

test('a start on a standby waits for its promotion, says so, and takes no call before', async () => {
  const pair = await newPair();
  const port = await freePort();
  const server = startServerProcess({ ...sandbox, PORT: String(port), DATABASE_URL: pair.standby.url });
  closing.push(async () => {
    server.kill('SIGTERM');
    await server.ended;
  });
  const readiness = async () =>
    (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.status;
  await until(readiness, (status) => status === 503);
  await until(
    () => server.printed(),
    (text) =>
      text.includes('the database accepts no writes yet; the start waits for it') &&
      text.includes(`${pair.standby.place}: a standby`),
  );
  await pair.promote(() => pair.primary.signal('SIGKILL'));
  await server.ready;
  expect(await readiness()).toBe(200);
});

test('a start that waits for a standby ends at once on a signal', async () => {
  const pair = await newPair();
  const server = startServerProcess({ ...sandbox, DATABASE_URL: pair.standby.url });
  await until(
    () => server.printed(),
    (text) => text.includes('accepts no writes yet'),
  );
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});

test('a start without any of its hosts is refused, with the reason for each', async () => {
  const [one, two] = [await freePort(), await freePort()];
  const server = startServerProcess({
    ...sandbox,
    DATABASE_URL: `postgres://calmly:secret@127.0.0.1:${one},127.0.0.1:${two}/postgres`,
  });
  const { code, stderr } = await server.ended;
  expect([code, stderr]).toEqual([
    1,
    `The database cannot be reached: 127.0.0.1:${one}: nothing listens there (ECONNREFUSED); 127.0.0.1:${two}: nothing listens there (ECONNREFUSED).\n`,
  ]);
});
