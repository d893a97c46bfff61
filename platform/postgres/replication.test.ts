/** A bank whose database waits for a standby that does not confirm. Control: PostgreSQL itself reports such commits as successful. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMoneyRequest, createQuote, listAccounts, listPayments, placeOrder } from '@calmly/contract';
import { outboxJobs } from '@calmly/products/payments/server/clearing/files/outbox.ts';
import type { RailInstruction } from '@calmly/providers/rail/rail.ts';
import { createApp } from '@calmly/server/src/app.ts';
import { migrationFolders } from '@calmly/server/src/migrations.ts';
import { createCall, createRawCall, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { twoAccountsOf } from '@calmly/server/test/support/clients/connected/connected-bank.ts';
import { connect, registerThirdParty } from '@calmly/server/test/support/clients/connected/third-party.ts';
import { addPayee, createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { makeFastDirectory } from '@calmly/server/test/support/processes/fast-directory.ts';
import { newTrader, orderBody } from '@calmly/server/test/support/trading.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { newId } from '../ids.ts';
import { type JobHandler, startJobs } from '../jobs/jobs.ts';
import { startEmbeddedPostgres } from './cluster/embedded-postgres.ts';
import { migrate } from './migrate.ts';

let bank: TestApp;
let databaseUrl: string;
let operator: pg.Client;
/** Commits to see whether commits wait. */
let prober: pg.Client & { readonly processID?: number };
let payer: Payer;
let payee: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const dataDirectory = await makeFastDirectory('calmly-test-standby-');
  const postgres = await startEmbeddedPostgres({ dataDirectory });
  databaseUrl = postgres.url;
  await migrate(databaseUrl, migrationFolders);
  const database = openDatabase(postgres.url);
  const log = pino({ level: 'silent' });
  const app = await createApp({ database, log, config: testConfig });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  bank = {
    app,
    database,
    log,
    url,
    call: createCall(url),
    callRaw: createRawCall(url),
    close: () => app.close(),
  };
  operator = new pg.Client({ connectionString: postgres.url });
  await operator.connect();
  prober = new pg.Client({ connectionString: postgres.url });
  await prober.connect();
  payer = await createPayer(bank);
  payee = (await addPayee(bank, payer.clientId, { trusted: true })).id;
  close = async () => {
    await app.close();
    await database.close();
    await operator.end();
    await prober.end();
    await postgres.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}, 120_000);
afterAll(() => close());

/** With a name, commits wait for the confirmation of that standby, which does not exist. */
async function waitFor(standby: string): Promise<void> {
  // The operator's own commit does not wait.
  await operator.query(`set synchronous_commit = local`);
  await operator.query(`alter system set synchronous_standby_names = '${standby}'`);
  await operator.query('select pg_reload_conf()');
  await until(
    async () => (await operator.query('show synchronous_standby_names')).rows[0]?.synchronous_standby_names,
    (names) => names === standby,
  );
  // Commits hear of it from the checkpointer, which may read the setting later than everyone else.
  await until(commitWaits, (waits) => waits === (standby !== ''));
}

async function commitWaits(): Promise<boolean> {
  let isOver = false;
  const commit = prober.query(`select pg_logical_emit_message(true, 'probe', '')`).finally(() => {
    isOver = true;
  });
  const waits = await until(
    async () => {
      if (isOver) return false;
      const { rows } = await operator.query('select wait_event from pg_stat_activity where pid = $1', [
        prober.processID,
      ]);
      return rows[0]?.wait_event === 'SyncRep' ? true : undefined;
    },
    (known) => known !== undefined,
  );
  // The commit stands, with a warning.
  if (waits) await operator.query('select pg_cancel_backend($1)', [prober.processID]);
  await commit;
  return waits === true;
}

/** Cancels statements that wait for the standby, as a timeout does, until the call is answered. */
async function cancelWaits<Answer>(call: Promise<Answer>): Promise<Answer> {
  let isAnswered = false;
  const answered = call.finally(() => {
    isAnswered = true;
  });
  answered.catch(() => undefined);
  await until(
    async () => {
      await operator.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query <> ''`,
      );
      return isAnswered;
    },
    (done) => done,
  );
  return answered;
}

test('a payment whose standby did not confirm is not acknowledged, and its repeat waits for the standby too', async () => {
  const idempotencyKey = newId();
  const pay = () =>
    payer.pay({ beneficiaryId: payee, amount: '10.00', reference: 'once' }, { idempotencyKey });
  await waitFor('absent');
  const first = await cancelWaits(pay());
  expect([first.status, (first.body as { code: string }).code]).toEqual([503, 'unavailable']);
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  // The payment is stored, but only here, so its repeat must not report success either.
  const second = await cancelWaits(pay());
  expect(second.status).toBe(503);

  const third = pay();
  await waitFor('');
  const answer = await third;
  expect([answer.status, answer.headers.get('idempotent-replay')]).toEqual([201, 'true']);
  const { Items } = (await bank.call(listPayments, { query: {} }, { token: payer.token })).output;
  expect(Items.filter(({ reference }) => reference === 'once').length).toBe(1);
});

test('a payment whose connection ends while it waits for the standby is not acknowledged, and is made once', async () => {
  const idempotencyKey = newId();
  const pay = () =>
    payer.pay({ beneficiaryId: payee, amount: '10.00', reference: 'ended' }, { idempotencyKey });
  await waitFor('absent');
  const first = pay();
  await until(
    async () =>
      (
        await operator.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query <> ''`,
        )
      ).rowCount,
    (ended) => ended === 1,
  );
  expect((await first).status).toBe(503);
  const second = pay();
  await waitFor('');
  const answer = await second;
  expect([answer.status, answer.headers.get('idempotent-replay')]).toEqual([201, 'true']);
  const { Items } = (await bank.call(listPayments, { query: {} }, { token: payer.token })).output;
  expect(Items.filter(({ reference }) => reference === 'ended').length).toBe(1);
});

test('the repeat of a call that only reads the stored answer waits for the standby too', async () => {
  const idempotencyKey = newId();
  const body = {
    creditorAccount: payer.account.number,
    amount: '5.00',
    payerName: 'Boris Kask',
    details: 'Lunch',
    documentIds: [],
  };
  const ask = () => bank.call(createMoneyRequest, { body }, { token: payer.token, idempotencyKey });
  await waitFor('absent');
  const answers = [await cancelWaits(ask()), await cancelWaits(ask())];
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  await waitFor('');
  const repeated = await ask();
  expect([repeated.status, repeated.headers.get('idempotent-replay')]).toEqual([201, 'true']);
});

test('the repeat of an order on the exchange, which is decided with others, waits for the standby too', async () => {
  const { token } = await newTrader(bank, { EPI: '1000', BTC: '0' });
  const idempotencyKey = newId();
  const body = orderBody({ operation: 'BUY', amount: '0.01', price: '40000' });
  const ask = () => bank.call(placeOrder, { body }, { token, idempotencyKey });
  await waitFor('absent');
  const answers = [await cancelWaits(ask()), await cancelWaits(ask())];
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  await waitFor('');
  const repeated = await ask();
  expect([repeated.status, repeated.headers.get('idempotent-replay')]).toEqual([201, 'true']);
});

test('a call decided alone while another server stores its key waits for the standby too', async () => {
  const { id: beneficiaryId } = await addPayee(bank, payer.clientId, { currency: 'USD', trusted: true });
  const body = {
    fromAccount: payer.account.number,
    toCurrency: 'USD',
    amount: '20.00',
    side: 'SELL',
  } as const;
  const { output: quote } = await bank.call(createQuote, { body }, { token: payer.token });
  const idempotencyKey = newId();
  const pay = () => payer.pay({ beneficiaryId, amount: '20.00', quoteId: quote.id }, { idempotencyKey });
  expect((await pay()).status).toBe(201);

  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  await other.query('set synchronous_commit = local');
  await other.query(`create temporary table stored as
    select * from platform.idempotency_key order by created_at desc limit 1`);
  await other.query('delete from platform.idempotency_key where id in (select id from stored)');
  await other.query('begin');
  await other.query('insert into platform.idempotency_key select * from stored');
  await waitFor('absent');
  const repeated = cancelWaits(pay());
  await until(
    async () =>
      (
        await operator.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%idempotency_key%'`,
        )
      ).rowCount,
    (waiting) => waiting === 1,
  );
  await other.query('commit');
  await other.end();
  expect((await repeated).status).toBe(503);
  await waitFor('');
  const answer = await pay();
  expect([answer.status, answer.headers.get('idempotent-replay')]).toEqual([201, 'true']);
});

test('no file is sent to the other bank while its content is on one machine only', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-outbox-'));
  const batchId = await addBatch();
  const { rail_files_write: write } = outboxJobs({
    bank: { name: 'Calmly', bic: 'CALMDEFFXXX' },
    directory,
    gatherMs: 1_000,
  });
  if (!write || !('outside' in write)) throw new Error('the job has no transaction of its own');
  const written = () => Promise.resolve(write.outside(systemWork(bank.database.sql), batchId));
  const files = async () => (await readdir(directory)).filter((name) => !name.startsWith('.'));
  await waitFor('absent');
  await expect(cancelWaits(written())).rejects.toThrow('the wait for the standby was cancelled');
  expect(await files()).toEqual([]);
  await waitFor('');
  await written();
  expect((await files()).length).toBe(1);
  await rm(directory, { recursive: true });
});

test('a job acts outside only once its claim is on both machines, however often that wait is cancelled', async () => {
  let done = 0;
  const act: JobHandler = {
    async outside() {
      done += 1;
    },
  };
  const jobs = await startJobs({
    url: databaseUrl,
    database: bank.database,
    handlers: { act },
    log: bank.log,
  });
  const add = () => operator.query(`select graphile_worker.add_job('act')`);
  // The first one makes the queue store its task.
  await add();
  await until(
    () => done,
    (count) => count === 1,
  );
  await waitFor('absent');
  // Stored without waiting, like a job whose own commit was cancelled.
  await add();
  for (let cancelled = 0; cancelled < 3; cancelled += 1) {
    const [waiting] = await until(
      async () =>
        (
          await operator.query<{ pid: number; since: string }>(
            `select pid, query_start::text as since from pg_stat_activity
             where wait_event = 'SyncRep' and application_name = 'calmly jobs'`,
          )
        ).rows,
      (rows) => rows.length > 0,
    );
    await operator.query('select pg_cancel_backend($1)', [waiting?.pid]);
    await until(
      async () =>
        (
          await operator.query(
            `select from pg_stat_activity where pid = $1 and wait_event = 'SyncRep' and query_start::text > $2`,
            [waiting?.pid, waiting?.since],
          )
        ).rowCount,
      (again) => again === 1 || done > 1,
    );
    expect(done).toBe(1);
  }
  await waitFor('');
  await until(
    () => done,
    (count) => count === 2,
  );
  await jobs.stop();
});

/** A payment that waits to be sent in a file. */
async function addBatch(): Promise<string> {
  const [batchId, paymentId] = [newId(), newId()];
  const instruction: RailInstruction = {
    paymentId,
    endToEndId: paymentId.replaceAll('-', '').toUpperCase(),
    scheme: 'SEPA',
    currency: 'EUR',
    instructedAmountMinor: '2000',
    chargeBearer: 'SHA',
    debtorName: 'Anna Tamm',
    debtorAccount: 'DE89370400440532013000',
    debtorAddress: null,
    creditorName: 'Hansa GmbH',
    creditorAccount: 'DE33200505501289447016',
    creditorAgentBic: null,
    creditorAddress: null,
    intermediaryAgentBic: null,
    purpose: null,
    remittanceInformation: 'Rent',
    creditorReference: null,
  };
  await bank.database.pool.query(
    `insert into clearing.batch (id, scheme, currency, created_at) values ($1, 'SEPA', 'EUR', now())`,
    [batchId],
  );
  await bank.database.pool.query(
    `insert into clearing.instruction (id, payment_id, scheme, currency, instruction, batch_id) values ($1, $2, 'SEPA', 'EUR', $3, $4)`,
    [newId(), paymentId, instruction, batchId],
  );
  return batchId;
}

test('reads continue without the standby, also those that write when a session was last used', async () => {
  await waitFor('absent');
  await operator.query(`update identity.session set last_seen_at = now() - interval '60 seconds'`);
  const { status } = await bank.call(listAccounts, { query: {} }, { token: payer.token });
  const { rows } = await operator.query<{ seen: boolean }>(
    `select bool_or(last_seen_at > now() - interval '30 seconds') as seen from identity.session`,
  );
  expect([status, rows[0]?.seen]).toEqual([200, true]);
  await waitFor('');
});

test('so do reads of a connected application, which write when it was last used', async () => {
  const anna = await newClient(bank);
  const [main] = await twoAccountsOf(bank, anna);
  const options = { accountIds: [main.id], scope: 'accounts:read' };
  const penny = await connect(bank, await registerThirdParty(bank), anna.browser, options);
  await waitFor('absent');
  const { status } = await bank.call(listAccounts, {}, { token: penny.access_token });
  const { rows } = await operator.query('select from connections.connection where last_used_at is not null');
  expect([status, rows.length]).toEqual([200, 1]);
  await waitFor('');
});

test('a server with a read-only database is not ready, says so, and answers writes with 503', async () => {
  const setTo = async (value: 'on' | 'off') => {
    await operator.query(`set default_transaction_read_only = off`);
    await operator.query(`alter system set default_transaction_read_only = ${value}`);
    await operator.query('select pg_reload_conf()');
    await until(
      async () => (await fetch(`${bank.url}/readyz`)).status,
      (status) => status === (value === 'on' ? 503 : 200),
    );
  };
  await setTo('on');
  const ready = await (await fetch(`${bank.url}/readyz`)).json();
  expect(ready).toEqual({ status: 'not ready', reason: 'the database is read-only' });
  const refused = await payer.pay({ beneficiaryId: payee, amount: '10.00' });
  expect([refused.status, (refused.body as { code: string }).code]).toEqual([503, 'unavailable']);
  await setTo('off');
  expect((await payer.pay({ beneficiaryId: payee, amount: '10.00' })).status).toBe(201);
});

test('control: PostgreSQL itself reports such a commit as successful, with a warning', async () => {
  await operator.query('create table public.control (id int)');
  await waitFor('absent');
  const plain = new pg.Client({ connectionString: databaseUrl });
  await plain.connect();
  const warnings: Array<string | undefined> = [];
  plain.on('notice', ({ code }) => warnings.push(code));
  const { command } = await cancelWaits(plain.query('insert into public.control values (1)'));
  expect([command, warnings.includes('01000')]).toEqual(['INSERT', true]);
  await plain.end();
  await waitFor('');
});
