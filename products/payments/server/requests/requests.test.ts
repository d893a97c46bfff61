/**
 * Requests for money over HTTP: created, settled by incoming money, overdue, cancelled.
 *
 * Controls, each tried once: without the lock in `lockRequest`, eight simultaneous credits compete for the next version and have to be
 * retried. Without `isKnown`, a repeated job never ends. Without the client in `findQuoted`, one client's money pays another's request.
 */
import {
  advanceDeskCalendar,
  cancelMoneyRequest,
  createMoneyRequest,
  getMoneyRequest,
  listMoneyRequests,
  listNotifications,
  listPayments,
  type MoneyRequestDetails,
  type MoneyRequestInput,
} from '@calmly/contract';
import { formatCreditorReference, isCreditorReference } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { handInPaper } from '@calmly/server/test/support/clients/companies.ts';
import {
  addPayee,
  createPayer,
  openAnotherAccount,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { dayNow } from '@calmly/server/test/support/days.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookIncomingCredits } from '../clearing/index.ts';
import { noticeOverdue } from './overdue.ts';

let app: TestApp;
let anna: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  anna = await createPayer(app);
});
afterAll(() => app.close());

const ask = (change: Partial<MoneyRequestInput> = {}, payer = anna, idempotencyKey = newId()) =>
  app.call(
    createMoneyRequest,
    {
      body: {
        creditorAccount: payer.account.number,
        amount: '120.00',
        payerName: 'Hansa GmbH',
        details: 'Invoice 2026-14',
        documentIds: [],
        ...change,
      },
    },
    { token: payer.token, idempotencyKey },
  );

const read = async (id: string, payer = anna): Promise<MoneyRequestDetails> =>
  (await app.call(getMoneyRequest, { params: { id } }, { token: payer.token })).output;

const cancel = (id: string, payer = anna) =>
  app.call(cancelMoneyRequest, { params: { id } }, { token: payer.token });

/** Money arrives for a payer, quoting this text. */
const arrive = (reference: string, amountMinor: bigint, payer = anna, now = new Date()) =>
  systemWork(app.database, async (work) => {
    const [verdict] = await bookIncomingCredits({ ...work, now }, [
      {
        railReference: newId(),
        scheme: 'SEPA',
        creditorAccount: payer.account.number,
        currency: payer.account.currency,
        amountMinor,
        debtorName: 'Hansa GmbH',
        debtorAccount: 'DE33200505501289447016',
        debtorCountry: 'DE',
        reference,
        endToEndId: 'NOTPROVIDED',
        at: now,
      },
    ]);
    expect(verdict).toBe('booked');
  });

/** All credits that quote something have been looked at, none is to be tried again. */
const allLookedAt = () =>
  until(
    async () => {
      const { rows } = await sql`
        select from graphile_worker._private_jobs job
        join graphile_worker._private_tasks task on task.id = job.task_id
        where task.identifier = 'requests_match'`.execute(app.database.sql);
      return rows.length;
    },
    (waiting) => waiting === 0,
  );

/** The request once so much has come, or so many things have happened. */
const awaitRequest = (id: string, isSo: (request: MoneyRequestDetails) => boolean, payer = anna) =>
  until(() => read(id, payer), isSo);

const eventsOf = ({ timeline }: MoneyRequestDetails) => timeline.map(({ event }) => event);

const toldOf = async (id: string, payer = anna) =>
  (await app.call(listNotifications, { query: { limit: 200 } }, { token: payer.token })).output.Items.filter(
    ({ subjectId }) => subjectId === id,
  ).map(({ kind }) => kind);

describe('creating', () => {
  test('returns what the payer needs, under the names of the specification', async () => {
    const dueOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const documentId = await handInPaper(app, anna, 'invoice.pdf');
    const answer = await ask({ dueOn, documentIds: [documentId], payerEmail: 'office@hansa.example' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      Amount: '120.00',
      Currency: 'EUR',
      Received: '0.00',
      ReviewStatus: 'PENDING',
      Details: 'Invoice 2026-14',
      From: 'Hansa GmbH',
      FromLedgerAccount: null,
      ToName: 'Anna Tamm',
      ToAccount: anna.account.iban,
      DueDate: dueOn,
      isRequest: true,
      CanCancel: true,
      Documents: [{ Id: documentId, MediaUri: `/api/documents/${documentId}`, FileName: 'invoice.pdf' }],
      Timeline: [{ Event: 'CREATED', Status: 'PENDING', Actor: 'Anna Tamm' }],
    });
    expect(isCreditorReference(answer.output.reference)).toBe(true);
    expect(await read(answer.output.id)).toEqual(answer.output);
  });

  test('again with the same key is the same request', async () => {
    const key = newId();
    const [first, second] = [await ask({}, anna, key), await ask({}, anna, key)];
    expect(second.text).toBe(first.text);
  });

  test.each<[string, Partial<MoneyRequestInput>, string]>([
    ['an unknown account', { creditorAccount: 'LT000000000000000000' }, 'ToAccount'],
    ['an amount with too many decimals', { amount: '1.001' }, 'Amount'],
    ['nothing', { amount: '0.00' }, 'Amount'],
    ['more than anyone can pay', { amount: '1000000.01' }, 'Amount'],
    ['10²⁰ euro', { amount: '100000000000000000000.00' }, 'Amount'],
    ['a day in the past', { dueOn: '2026-01-31' }, 'DueDate'],
    ['an unknown document', { documentIds: [newId()] }, 'Documents'],
  ])('%s is refused by its field', async (_what, change, field) => {
    const { status, body } = await ask(change);
    expect([status, (body as { detail: Array<{ field: string }> }).detail[0]?.field]).toEqual([400, field]);
  });
});

describe('incoming money', () => {
  test('in full settles it, however its reference is written, and the client is notified', async () => {
    const { id, reference } = (await ask()).output;
    await arrive(`inv 14 ${formatCreditorReference(reference).toLowerCase()}, thanks`, 12_000n);
    const paid = await awaitRequest(id, ({ status }) => status === 'EXECUTED');
    expect(paid).toMatchObject({
      received: '120.00',
      payerAccount: 'DE33200505501289447016',
      canCancel: false,
    });
    expect(paid.timeline.at(-1)).toMatchObject({ event: 'RECEIVED', actor: 'Hansa GmbH', amount: '120.00' });
    await until(
      () => toldOf(id),
      (kinds) => kinds.includes('request_paid'),
    );
  });

  test('in parts leaves it pending until the rest has arrived; a surplus is shown', async () => {
    const { id, reference } = (await ask()).output;
    await arrive(reference, 5_000n);
    expect(await awaitRequest(id, ({ received }) => received === '50.00')).toMatchObject({
      status: 'PENDING',
    });
    await arrive(reference, 7_000n);
    expect(await awaitRequest(id, ({ received }) => received === '120.00')).toMatchObject({
      status: 'EXECUTED',
    });
    await arrive(reference, 1_000n);
    const over = await awaitRequest(id, ({ received }) => received === '130.00');
    expect([over.status, eventsOf(over)]).toEqual([
      'EXECUTED',
      ['CREATED', 'RECEIVED', 'RECEIVED', 'RECEIVED'],
    ]);
    await until(
      () => toldOf(id),
      (kinds) => kinds.includes('request_part_paid'),
    );
  });

  test('of days ago is counted but no longer told as news', async () => {
    const { id, reference } = (await ask()).output;
    await arrive(reference, 12_000n, anna, new Date(Date.now() - 2 * 86_400_000));
    await awaitRequest(id, ({ status }) => status === 'EXECUTED');
    await drainJobs(app);
    expect(await toldOf(id)).toEqual([]);
  });

  test('is counted once, however often the job runs', async () => {
    const { id, reference } = (await ask()).output;
    await arrive(reference, 5_000n);
    const [step] = (await awaitRequest(id, ({ received }) => received === '50.00')).timeline.slice(-1);
    const again = { task: 'requests_match', payload: step?.paymentId };
    await systemWork(app.database, (work) => addJobs(work.sql, [again, again]));
    await allLookedAt();
    expect(await read(id)).toMatchObject({ received: '50.00', version: 2 });
  });

  test('eight concurrent credits are all counted', async () => {
    const { id, reference } = (await ask({ amount: '8.00' })).output;
    await Promise.all(Array.from({ length: 8 }, () => arrive(reference, 100n)));
    const paid = await awaitRequest(id, ({ timeline }) => timeline.length === 9);
    expect([paid.received, paid.status, paid.version]).toEqual(['8.00', 'EXECUTED', 9]);
  });

  test('from another client of the bank settles it at once', async () => {
    const boris = await createPayer(app, { firstName: 'Boris' });
    const { id, reference } = (await ask({ amount: '20.00' })).output;
    const creditorAccount = anna.account.iban ?? '';
    const paid = await boris.payWithCode({ creditorAccount, amount: '20.00', reference });
    expect(paid.status).toBe(201);
    expect(await awaitRequest(id, ({ status }) => status === 'EXECUTED')).toMatchObject({
      received: '20.00',
    });
  });

  test('in another currency does not count, and is shown', async () => {
    const dollars = await createPayer(app, { currency: 'USD', firstName: 'Dora' });
    const { id, reference } = (await ask({}, dollars)).output;
    const euro = await openAnotherAccount(app, dollars.clientId);
    await arrive(reference, 12_000n, { ...dollars, account: euro });
    const open = await awaitRequest(id, ({ timeline }) => timeline.length === 2, dollars);
    expect([open.status, open.received, eventsOf(open)]).toEqual([
      'PENDING',
      '0.00',
      ['CREATED', 'OTHER_CURRENCY'],
    ]);
    expect(open.timeline.at(-1)).toMatchObject({ amount: '120.00', currency: 'EUR' });
    expect(open.payerAccount).toBeNull();
    await until(
      () => toldOf(id, dollars),
      (kinds) => kinds.includes('request_unmatched'),
    );
  });

  test('for another client, or with an unknown reference, settles nothing', async () => {
    const clara = await createPayer(app, { firstName: 'Clara' });
    const { id, reference } = (await ask()).output;
    await arrive(reference, 12_000n, clara);
    await arrive('RF18539007547034', 12_000n);
    await allLookedAt();
    expect(await read(id)).toMatchObject({ status: 'PENDING', received: '0.00' });
  });

  test('that the client had sent and that is returned settles nothing', async () => {
    const { id, reference } = (await ask()).output;
    // The sandbox's rail sends back at once what is paid to this account.
    const payee = await addPayee(app, anna.clientId, { iban: 'DE80200505500000000047', trusted: true });
    await anna.payWithCode({ beneficiaryId: payee.id, amount: '120.00', reference });
    const query = { limit: 1, direction: 'CREDIT', search: reference } as const;
    await until(
      async () => (await app.call(listPayments, { query }, { token: anna.token })).output.Items,
      (credits) => credits.length === 1,
    );
    await arrive(reference, 100n);
    expect(await awaitRequest(id, ({ timeline }) => timeline.length > 1)).toMatchObject({ received: '1.00' });
  });
});

describe('cancelling', () => {
  test('ends it; later money is on the account and does not count', async () => {
    const { id, reference } = (await ask()).output;
    expect((await cancel(id)).output).toMatchObject({ status: 'CANCELED', canCancel: false });
    const again = await cancel(id);
    expect([again.status, again.output.timeline.length]).toEqual([200, 2]);
    await arrive(reference, 12_000n);
    const after = await awaitRequest(id, ({ timeline }) => timeline.length === 3);
    expect([after.status, after.received, eventsOf(after)[2]]).toEqual(['CANCELED', '0.00', 'AFTER_CANCEL']);
  });

  test('is refused once it is paid', async () => {
    const { id, reference } = (await ask({ amount: '1.00' })).output;
    await arrive(reference, 100n);
    await awaitRequest(id, ({ status }) => status === 'EXECUTED');
    const refused = await cancel(id);
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'money_request_state' }),
    ]);
  });

  test('concurrently with the money: one comes first, and both responses agree', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id, reference } = (await ask({ amount: '1.00' })).output;
      const [canceled] = await Promise.all([cancel(id), arrive(reference, 100n)]);
      const ended = await awaitRequest(id, ({ timeline }) =>
        timeline.some(({ paymentId }) => paymentId !== null),
      );
      const wasCanceled = canceled.status === 200;
      expect([ended.status, ended.received, eventsOf(ended).slice(1)]).toEqual(
        wasCanceled ? ['CANCELED', '0.00', ['CANCELED', 'AFTER_CANCEL']] : ['EXECUTED', '1.00', ['RECEIVED']],
      );
    }
  });
});

describe('the list', () => {
  test('has the client’s own, newest first, in pages, by status, account and text', async () => {
    const fedor = await createPayer(app, { firstName: 'Fedor' });
    const first = (await ask({ payerName: 'Kuusk OÜ', details: 'Rent' }, fedor)).output;
    const second = (await ask({}, fedor)).output;
    await cancel(second.id, fedor);
    const list = async (query: object) =>
      (
        await app.call(listMoneyRequests, { query: { limit: 50, ...query } }, { token: fedor.token })
      ).output.Items.map(({ id }) => id);
    expect(await list({})).toEqual([second.id, first.id]);
    expect(await list({ status: 'PENDING,OVERDUE' })).toEqual([first.id]);
    expect(await list({ search: 'kuusk' })).toEqual([first.id]);
    expect(await list({ search: formatCreditorReference(second.reference) })).toEqual([second.id]);
    expect(await list({ accountId: fedor.account.id })).toHaveLength(2);
    expect(await list({ accountId: newId() })).toEqual([]);
    const page = await app.call(listMoneyRequests, { query: { limit: 1 } }, { token: fedor.token });
    expect(await list({ limit: 1, cursor: page.output.NextCursor ?? '' })).toEqual([first.id]);
    const bad = await app.call(
      listMoneyRequests,
      { query: { limit: 1, status: 'SOME' } },
      { token: fedor.token },
    );
    expect(bad.status).toBe(400);
  });

  test('another client’s request does not exist', async () => {
    const { id } = (await ask()).output;
    const stranger = await createPayer(app, { firstName: 'Gleb' });
    expect((await ask({ creditorAccount: anna.account.number }, stranger)).status).toBe(400);
    expect((await cancel(id, stranger)).status).toBe(404);
    const asked = await app.call(getMoneyRequest, { params: { id } }, { token: stranger.token });
    expect(asked.status).toBe(404);
  });
});

// Last: the calendar does not go back.
test('after its due day it is overdue, the client is notified once of what is still owed, and late money still settles it', async () => {
  // Tomorrow: that day has not passed if midnight does.
  const dueOn = addDays(dayNow(), 1);
  const [late, partly, later] = await Promise.all([
    ask({ dueOn }),
    ask({ dueOn, payerName: 'Kuusk OÜ' }),
    ask({ dueOn: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10) }),
  ]);
  const [id, partlyId] = [late.output.id, partly.output.id];
  await arrive(partly.output.reference, 100n);
  await awaitRequest(partlyId, ({ received }) => received === '1.00');
  await systemWork(app.database, noticeOverdue);
  expect(await read(id)).toMatchObject({ status: 'PENDING' });
  await app.call(advanceDeskCalendar, { body: { Hours: 48 } });
  expect(await awaitRequest(id, ({ status }) => status === 'OVERDUE')).toMatchObject({ canCancel: true });
  const begun = await awaitRequest(partlyId, ({ status }) => status === 'OVERDUE');
  expect(begun.payerAccount).toBe('DE33200505501289447016');
  await systemWork(app.database, noticeOverdue);
  expect(await read(later.output.id)).toMatchObject({ status: 'PENDING' });
  await until(
    () => toldOf(id),
    (kinds) => kinds.includes('request_overdue'),
  );
  await arrive(partly.output.reference, 100n);
  await awaitRequest(partlyId, ({ received }) => received === '2.00');
  expect(await read(partlyId)).toMatchObject({ status: 'OVERDUE' });
  await arrive(late.output.reference, 12_000n);
  const paid = await awaitRequest(id, ({ status }) => status === 'EXECUTED');
  expect(eventsOf(paid)).toEqual(['CREATED', 'OVERDUE', 'RECEIVED']);
  expect((await toldOf(id)).filter((kind) => kind === 'request_overdue')).toHaveLength(1); // What is still owed, not what was asked for.
  const { Items } = (await app.call(listNotifications, { query: { limit: 200 } }, { token: anna.token }))
    .output;
  const told = Items.find(({ subjectId, kind }) => subjectId === partlyId && kind === 'request_overdue');
  expect(told?.params).toMatchObject({ counterparty: 'Kuusk OÜ', amount: '119.00' });
});

test('while a request has a due day, each look puts on the next one', async () => {
  await ask({ dueOn: addDays(dayNow(), 30) });
  const { sql: db } = app.database;
  const looks = async () =>
    (await sql`select from graphile_worker.jobs where key = 'requests_overdue'`.execute(db)).rows.length;
  await sql`select graphile_worker.remove_job('requests_overdue')`.execute(db);
  expect(await looks()).toBe(0);
  await systemWork(app.database, noticeOverdue);
  expect(await looks()).toBe(1);
});
