/**
 * Payments for later through the front door: confirmed by a code, paid by themselves on their day, once.
 */
import {
  changeKeptForm,
  changeStandingOrder,
  createStandingOrder,
  deleteKeptForm,
  endStandingOrder,
  getKeptForm,
  getStandingOrder,
  keepForm,
  listKeptForms,
  listNotifications,
  listPayments,
  listStandingOrders,
  pauseStandingOrder,
  resumeStandingOrder,
  type StandingOrderDetails,
  type StandingOrderInput,
  sendMissedRun,
  skipRun,
} from '@calmly/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  addPayee,
  codeIn,
  createPayer,
  fund,
  type Payer,
  systemWork,
} from '../../../test/support/payments.ts';
import { until } from '../../../test/support/until.ts';
import { advanceBusinessTime, businessTime } from '../../platform/business-time.ts';
import { newId } from '../../platform/ids.ts';
import { addJobs } from '../../platform/jobs.ts';
import { createSandboxScreening } from '../../providers/screening/sandbox.ts';
import { runOrder, standingOrdersTask } from './index.ts';

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
  const asked = await call();
  return asked.status === 203 ? call(codeIn(asked.body)) : asked;
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
    const screening = createSandboxScreening({ paymentsPerHour: 60 });
    const before = await anna.balance();
    await Promise.all(
      Array.from({ length: 32 }, () =>
        systemWork(app.database, (work) => runOrder(screening, work, made.id)),
      ),
    );
    expect(sent(await read(made))).toHaveLength(1);
    const after = await anna.balance();
    expect(before.available - after.available).toBe(150n);
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

    await app.call(endStandingOrder, { params }, options);
    for (const endpoint of [pauseStandingOrder, resumeStandingOrder, endStandingOrder])
      expect((await app.call(endpoint, { params }, options)).status).toBe(409);
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
    creditorAccountId: '',
    amount: '12,',
    reference: '',
    chargeBearer: 'SHA',
    instant: false,
    purpose: '',
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
