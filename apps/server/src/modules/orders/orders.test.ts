/**
 * Payments for later through the front door: confirmed by a code, paid by themselves on their day, once.
 *
 * Controls, as tried: without the order's lock the unique row of the day refuses all runs but one, which fail aloud; without lock and
 * unique row a day is paid many times; without comparing the payee's version the changed details are paid. Each fails its test below.
 */
import {
  changeKeptForm,
  changeOccurrence,
  changeStandingOrder,
  createStandingOrder,
  deleteKeptForm,
  endStandingOrder,
  forecastAccount,
  getKeptForm,
  getStandingOrder,
  keepForm,
  listComing,
  listKeptForms,
  listNotifications,
  listPayments,
  listStandingOrders,
  pauseStandingOrder,
  restoreOccurrence,
  resumeStandingOrder,
  type StandingOrderDetails,
  type StandingOrderInput,
  sendMissedRun,
  skipRun,
  sumComing,
} from '@calmly/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { newBoss, newColleague } from '../../../test/support/colleagues.ts';
import {
  addPayee,
  codeIn,
  createPayer,
  fund,
  openAnotherAccount,
  type Payer,
  systemWork,
} from '../../../test/support/payments.ts';
import { until } from '../../../test/support/until.ts';
import { advanceBusinessTime, businessTime } from '../../platform/business-time.ts';
import { newId } from '../../platform/ids.ts';
import { addJobs } from '../../platform/jobs.ts';
import { createSandboxRail } from '../../providers/rail/sandbox.ts';
import { createSandboxScreening } from '../../providers/screening/sandbox.ts';
import { defaultBank } from '../accounts/index.ts';
import { type Submit, submitPayments } from '../payments/index.ts';
import { runOrder, standingOrdersTask } from './index.ts';

/** As the bank does it; its runner settles what is handed over. */
const submit: Submit = (db, items) => submitPayments({ bank: defaultBank, screening, rail }, db, items);
const screening = createSandboxScreening({ paymentsPerHour: 60 });
const rail = createSandboxRail({
  settlementDelayMs: 0,
  report: () => Promise.resolve(),
  credit: () => Promise.resolve([]),
});

let app: TestApp;
let anna: Payer;
let payeeId: string;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  anna = await createPayer(app);
  payeeId = (await addPayee(app, anna.clientId, { trusted: true })).id;
});
afterAll(() => app.close());

const dayMs = 86_400_000;

/** A day of the bank's calendar, so many days from now. */
const dayIn = async (days: number) =>
  new Date((await businessTime({ sql: app.database.sql, now: new Date() })).getTime() + days * dayMs)
    .toISOString()
    .slice(0, 10);

/** Moves the calendar on and lets the jobs look, as the desk does. */
const daysPass = (days: number) =>
  systemWork(app.database, async (work) => {
    await advanceBusinessTime(work.sql, days * 24);
    await addJobs(work.sql, [{ task: standingOrdersTask, payload: {}, key: standingOrdersTask }]);
  });

/** A call that asks for a code, with the code. */
const confirmed = async <Reply extends { readonly status: number; readonly body: unknown }>(
  call: (code?: string) => Promise<Reply>,
): Promise<Reply> => {
  const asked = await call();
  return asked.status === 203 ? call(codeIn(asked.body)) : asked;
};

const order = async (change: Partial<StandingOrderInput> = {}, payer = anna) => {
  const idempotencyKey = newId();
  const body: StandingOrderInput = {
    debtorAccount: payer.account.number,
    beneficiaryId: payeeId,
    amount: '10.00',
    reference: 'Rent',
    chargeBearer: 'SHA',
    frequency: 'ONCE',
    startOn: await dayIn(5),
    endOn: null,
    times: null,
    restDays: 'AFTER',
    ...change,
  };
  const call = (code?: string) =>
    app.call(createStandingOrder, { body }, { token: payer.token, idempotencyKey, ...(code && { code }) });
  return confirmed(call);
};
const ordered = async (change: Partial<StandingOrderInput> = {}, payer = anna) =>
  (await order(change, payer)).output;

const read = async ({ id }: { id: string }, payer = anna): Promise<StandingOrderDetails> =>
  (await app.call(getStandingOrder, { params: { id } }, { token: payer.token })).output;
const becomes = (made: { id: string }, isSo: (now: StandingOrderDetails) => boolean, payer = anna) =>
  until(() => read(made, payer), isSo);
const sent = ({ runs }: StandingOrderDetails) => runs.filter(({ state }) => state === 'SENT');

describe('a standing order', () => {
  test('is confirmed by a code that names what will go, and moves nothing before its day', async () => {
    const before = await anna.balance();
    const made = await ordered({ frequency: 'MONTHLY', startOn: await dayIn(3) });
    expect(made).toMatchObject({ state: 'ACTIVE', amount: '10.00', creditorName: 'Hansa GmbH', runs: [] });
    expect(made.nextDates).toHaveLength(5);
    expect(await anna.balance()).toEqual(before);
    const { output } = await app.call(
      listStandingOrders,
      { query: { state: 'open' } },
      { token: anna.token },
    );
    expect(output.Items.map(({ id }) => id)).toContain(made.id);
    await app.call(endStandingOrder, { params: { id: made.id } }, { token: anna.token });
    expect(await read(made)).toMatchObject({ state: 'ENDED', reason: 'canceled', nextDates: [] });
  });

  test('pays by itself on each of its dates, and ends after the last', async () => {
    const made = await ordered({ frequency: 'WEEKLY', times: 2 });
    await daysPass(30);
    const done = await becomes(made, ({ state }) => state === 'ENDED');
    expect(sent(done)).toHaveLength(2);
    expect(done.reason).toBe('completed');
    const { output } = await app.call(listPayments, { query: {} }, { token: anna.token });
    for (const { paymentId } of done.runs)
      expect(output.Items.find(({ id }) => id === paymentId)).toMatchObject({
        amount: '10.00',
        direction: 'DEBIT',
      });
    const paymentId = done.runs[0]?.paymentId ?? '';
    const found = await app.call(listStandingOrders, { query: { paymentId } }, { token: anna.token });
    expect(found.output.Items.map(({ id }) => id)).toEqual([made.id]);
  });

  test('is paid once though 32 runners take the same day', async () => {
    const made = await ordered({ amount: '1.00' });
    await app.database.sql.transaction().execute((db) => advanceBusinessTime(db, 9 * 24));
    const before = await anna.balance();
    await Promise.all(
      Array.from({ length: 32 }, () => systemWork(app.database, (work) => runOrder(submit, work, made.id))),
    );
    expect(sent(await read(made))).toHaveLength(1);
    const after = await anna.balance();
    expect(before.available - after.available).toBe(150n);
  });

  test('is paid once though the server dies before or after the day is written', async () => {
    const made = await ordered({ amount: '1.00' });
    await app.database.sql.transaction().execute((db) => advanceBusinessTime(db, 9 * 24));
    // What was paid before has settled; from here on only this order moves money.
    const before = await until(anna.balance, ({ reserved }) => reserved === 0n);
    const run = (dies: boolean) =>
      systemWork(app.database, async (work) => {
        await runOrder(submit, work, made.id);
        // What kill -9 does to a transaction: its connection is gone before it could commit.
        if (dies) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(work.sql);
      });
    await expect(run(true)).rejects.toThrow();
    expect(await anna.balance()).toEqual(before);
    expect((await read(made)).runs).toEqual([]);
    await run(false);
    // It died after the commit, before its job was crossed out: the job comes again.
    await run(false);
    expect(sent(await read(made))).toHaveLength(1);
    expect(before.available - (await anna.balance()).available).toBe(150n);
  });

  test('looks for money all day, is missed at its end, and can be sent then', async () => {
    const poor = await createPayer(app, { fundedMinor: 0n });
    const payee = await addPayee(app, poor.clientId, { trusted: true });
    const made = await ordered({ beneficiaryId: payee.id, frequency: 'MONTHLY' }, poor);
    await daysPass(12);
    const missed = await becomes(made, ({ runs }) => runs[0]?.state === 'MISSED', poor);
    expect(missed.state).toBe('ACTIVE');
    await until(
      async () => (await app.call(listNotifications, { query: {} }, { token: poor.token })).output.Items,
      (items) => items.some(({ kind }) => kind === 'order_missed'),
    );
    await systemWork(app.database, (work) => fund(work, poor.account, 5_000n));
    const dueOn = missed.runs[0]?.dueOn ?? '';
    const send = () =>
      app.call(
        sendMissedRun,
        { params: { id: made.id }, body: { dueOn } },
        { token: poor.token, idempotencyKey: newId() },
      );
    expect((await send()).output).toMatchObject({ amount: '10.00' });
    expect(sent(await read(made, poor))).toHaveLength(1);
    expect((await send()).status).toBe(409);
  });

  test('pays nobody whose bank details are not those that were confirmed', async () => {
    const payee = await addPayee(app, anna.clientId, { name: 'Nordwind AG' });
    const made = await ordered({ beneficiaryId: payee.id, frequency: 'MONTHLY' });
    await sql`update beneficiaries.beneficiary set version = version + 1 where id = ${payee.id}`.execute(
      app.database.sql,
    );
    await daysPass(12);
    const stopped = await becomes(made, ({ state }) => state === 'SUSPENDED');
    expect(stopped).toMatchObject({ reason: 'payee_changed', runs: [], nextDates: [] });
    const resume = (code?: string) =>
      app.call(
        resumeStandingOrder,
        { params: { id: made.id } },
        { token: anna.token, ...(code && { code }) },
      );
    const asked = await resume();
    expect(asked.status).toBe(203);
    expect((await resume(codeIn(asked.body))).output).toMatchObject({ state: 'ACTIVE', reason: null });
    await app.call(endStandingOrder, { params: { id: made.id } }, { token: anna.token });
  });

  test('is paused, leaves one date out, takes another amount; what has ended changes no more', async () => {
    const made = await ordered({ frequency: 'WEEKLY' });
    const params = { id: made.id };
    const options = { token: anna.token };
    expect((await app.call(pauseStandingOrder, { params }, options)).output.state).toBe('PAUSED');
    expect((await app.call(pauseStandingOrder, { params }, options)).status).toBe(409);
    const asked = await app.call(resumeStandingOrder, { params }, options);
    const resumed = await app.call(resumeStandingOrder, { params }, { ...options, code: codeIn(asked.body) });
    expect(resumed.output.nextDates).toEqual(made.nextDates);

    const [dueOn = '', second] = made.nextDates;
    const skipped = await app.call(skipRun, { params, body: { dueOn } }, options);
    expect(skipped.output.nextDates[0]).toBe(second);
    expect(skipped.output.runs).toEqual([]);
    expect((await app.call(skipRun, { params, body: { dueOn } }, options)).status).toBe(409);

    const { startOn, endOn, times, restDays } = made;
    const body = {
      amount: '12.50',
      reference: 'Rent and heat',
      frequency: 'MONTHLY',
      startOn,
      endOn,
      times,
      restDays,
    } as const;
    const wanted = await app.call(changeStandingOrder, { params, body }, options);
    const changed = await app.call(
      changeStandingOrder,
      { params, body },
      { ...options, code: codeIn(wanted.body) },
    );
    expect(changed.output).toMatchObject({ amount: '12.50', frequency: 'MONTHLY', nextDates: { 0: dueOn } });

    const ended = await app.call(endStandingOrder, { params }, options);
    expect((await app.call(endStandingOrder, { params }, options)).output).toEqual(ended.output);
    for (const endpoint of [pauseStandingOrder, resumeStandingOrder])
      expect((await app.call(endpoint, { params }, options)).status).toBe(409);
  });

  test('pays another amount on one day, nothing on another, and both can be taken back', async () => {
    const made = await ordered({ frequency: 'WEEKLY', times: 4 });
    const params = { id: made.id };
    const [first = '', second = '', third = '', fourth = ''] = made.coming.map(({ dueOn }) => dueOn);
    const change = (dueOn: string, amount: string) =>
      confirmed((code) =>
        app.call(
          changeOccurrence,
          { params, body: { dueOn, amount } },
          { token: anna.token, ...(code && { code }) },
        ),
      );
    const restore = (dueOn: string) =>
      app.call(restoreOccurrence, { params, body: { dueOn } }, { token: anna.token });
    expect((await change(first, '12.00')).output.coming[0]).toEqual({
      dueOn: first,
      state: 'CHANGED',
      amount: '12.00',
    });
    await change(second, '99.00');
    expect((await restore(second)).output.coming[1]).toMatchObject({ state: 'PLANNED', amount: '10.00' });
    for (const dueOn of [third, fourth])
      await app.call(skipRun, { params, body: { dueOn } }, { token: anna.token });
    expect((await restore(fourth)).output.nextDates).toEqual([first, second, fourth]);
    expect((await change(third, '1.00')).status).toBe(409);
    expect((await restore(first.replace(/^..../, '2999'))).status).toBe(409);

    await daysPass(35);
    const done = await becomes(made, ({ state }) => state === 'ENDED');
    expect(done.runs.map(({ dueOn, state }) => [dueOn, state])).toEqual([
      [fourth, 'SENT'],
      [third, 'SKIPPED'],
      [second, 'SENT'],
      [first, 'SENT'],
    ]);
    const { output } = await app.call(listPayments, { query: {} }, { token: anna.token });
    const paid = sent(done).map(({ paymentId }) => output.Items.find(({ id }) => id === paymentId)?.amount);
    expect(paid).toEqual(['10.00', '10.00', '12.00']);
  });

  test('goes on where it stands with another amount from another account; what is paused stays so', async () => {
    const savings = await openAnotherAccount(app, anna.clientId);
    const made = await ordered({ frequency: 'WEEKLY', times: 3 });
    await daysPass(9);
    await becomes(made, (now) => sent(now).length === 1);
    const params = { id: made.id };
    await app.call(pauseStandingOrder, { params }, { token: anna.token });
    const { startOn, restDays, frequency, endOn } = made;
    const change = (times: number) =>
      confirmed((code) =>
        app.call(
          changeStandingOrder,
          {
            params,
            body: {
              debtorAccount: savings.number,
              amount: '11.00',
              reference: 'Rent',
              frequency,
              startOn,
              endOn,
              times,
              restDays,
            },
          },
          { token: anna.token, ...(code && { code }) },
        ),
      );
    expect((await change(1)).text).toContain('Times');
    const changed = (await change(3)).output;
    expect(changed).toMatchObject({ state: 'PAUSED', amount: '11.00', accountId: savings.id, nextDates: [] });
    const resumed = await confirmed((code) =>
      app.call(resumeStandingOrder, { params }, { token: anna.token, ...(code && { code }) }),
    );
    expect(resumed.output.nextDates).toEqual(made.nextDates.slice(1));
    await app.call(endStandingOrder, { params }, { token: anna.token });
  });

  test('is told month by month, and where the money may not be enough', async () => {
    const saver = await createPayer(app, { fundedMinor: 3_000n });
    const payee = await addPayee(app, saver.clientId, { trusted: true });
    const savings = await openAnotherAccount(app, saver.clientId);
    const options = { token: saver.token };
    const transfer = { beneficiaryId: undefined, creditorAccount: savings.number, amount: '5.00' };
    await ordered({ ...transfer, startOn: await dayIn(3) }, saver);
    const rent = await ordered({ beneficiaryId: payee.id, frequency: 'WEEKLY', times: 3 }, saver);
    const [first = '', second = '', third = ''] = rent.nextDates;

    const page = await app.call(listComing, { query: { limit: 3 } }, options);
    expect(page.output.Items.map(({ own, enough }) => [own, enough])).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
    const rest = await app.call(listComing, { query: { cursor: page.output.NextCursor ?? '' } }, options);
    expect(rest.output.Items).toMatchObject([{ dueOn: third, amount: '10.00', enough: false }]);
    expect((await app.call(listComing, { query: { cursor: 'x' } }, options)).status).toBe(400);

    const { Months } = (await app.call(sumComing, {}, options)).output;
    expect(Months.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(Months[0]).toMatchObject({ month: first.slice(0, 7), currency: 'EUR' });

    const on = (accountId: string, day: string, except?: string) =>
      app.call(forecastAccount, { query: { accountId, on: day, ...(except && { except }) } }, options);
    const fee = Number(rent.fee);
    expect((await on(saver.account.id, second)).output).toMatchObject({
      available: '30.00',
      left: (30 - 5 - 2 * (10 + fee)).toFixed(2),
    });
    expect((await on(savings.id, second)).output).toMatchObject({ scheduled: '-5.00', left: '5.00' });
    expect((await on(saver.account.id, third, rent.id)).output.left).toBe('25.00');
    expect((await on(anna.account.id, first)).status).toBe(404);
    expect((await on(savings.id, '9999-12-31')).status).toBe(400);
  });

  test('begins after today and ends after it began; another client’s does not exist', async () => {
    expect((await order({ startOn: await dayIn(0) })).text).toContain('StartDate');
    expect((await order({ frequency: 'WEEKLY', endOn: await dayIn(1) })).text).toContain('EndDate');
    const made = await ordered();
    const other = await createPayer(app);
    const found = await app.call(getStandingOrder, { params: { id: made.id } }, { token: other.token });
    expect(found.status).toBe(404);
    const ended = await app.call(endStandingOrder, { params: { id: made.id } }, { token: other.token });
    expect(ended.status).toBe(404);
    await app.call(endStandingOrder, { params: { id: made.id } }, { token: anna.token });
  });
});

test('pays in the name of whoever confirmed it last, so that nobody pays with somebody else’s rights', async () => {
  const boss = await newBoss(app);
  const member = await newColleague(app, boss);
  const [from, to] = [
    await openAnotherAccount(app, boss.companyId),
    await openAnotherAccount(app, boss.companyId),
  ];
  const schedule = { frequency: 'MONTHLY', startOn: await dayIn(5), endOn: null, times: null } as const;
  const terms = { ...schedule, restDays: 'AFTER', amount: '1.00', reference: 'Reserve' } as const;
  const { output } = await app.call(
    createStandingOrder,
    {
      body: {
        ...terms,
        debtorAccount: from.number,
        creditorAccount: to.number,
        chargeBearer: 'SHA',
      },
    },
    { token: boss.token, idempotencyKey: newId() },
  );
  expect(output.orderedBy).toBe('Boris Sokolov');
  const changed = await app.call(
    changeStandingOrder,
    { params: { id: output.id }, body: { ...terms, amount: '2.00' } },
    { token: member.token },
  );
  expect(changed.output).toMatchObject({ amount: '2.00', orderedBy: 'Maria Kask' });
});

test('a draft is kept as it was typed, becomes a template, knows its payee and is deleted', async () => {
  const options = { token: anna.token, idempotencyKey: newId() };
  const payee = await addPayee(app, anna.clientId, { name: 'Kirjastus OÜ' });
  const typed = {
    between: 'someone',
    debtorAccountId: anna.account.id,
    payeeKind: 'beneficiary',
    beneficiaryId: payee.id,
    bankAccount: '',
    clientAccount: '',
    clientName: '',
    creditorAccountId: '',
    amount: '12,',
    reference: '',
    chargeBearer: 'SHA',
    instant: false,
    purpose: '',
    frequency: 'MONTHLY',
    startOn: '2027-01-31',
    ends: 'AFTER',
    endOn: '',
    times: '12',
    restDays: 'BEFORE',
  } as const;
  const { output: draft } = await app.call(
    keepForm,
    { body: { kind: 'DRAFT', name: '', form: typed } },
    options,
  );
  expect(draft).toMatchObject({ form: typed, payee: { name: 'Kirjastus OÜ', deleted: false } });
  const params = { id: draft.id };
  const template = { kind: 'TEMPLATE', name: 'Books', form: { ...typed, amount: '12.00' } } as const;
  await app.call(changeKeptForm, { params, body: template }, options);
  const { output } = await app.call(listKeptForms, { query: { kind: 'TEMPLATE' } }, options);
  expect(output.Items).toMatchObject([template]);
  const other = await createPayer(app);
  for (const endpoint of [getKeptForm, deleteKeptForm])
    expect((await app.call(endpoint, { params }, { token: other.token })).status).toBe(404);
  expect((await app.call(deleteKeptForm, { params }, options)).status).toBe(204);
  expect((await app.call(getKeptForm, { params }, options)).status).toBe(404);
});
