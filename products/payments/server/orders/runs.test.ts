/**
 * The days of a standing order over HTTP: each is paid automatically, once, or says why not.
 *
 * Controls, as tried: without the order's lock, the unique row of the day refuses all runs but one, and the others fail with an error.
 * Without lock and unique row, a day is paid many times. Without comparing the payee's version, changed details are paid. Each makes a
 * test below fail.
 */
import {
  changeOccurrence,
  changeStandingOrder,
  endStandingOrder,
  listNotifications,
  listPayments,
  listStandingOrders,
  pauseStandingOrder,
  restoreOccurrence,
  resumeStandingOrder,
  sendMissedRun,
  skipRun,
  updateBeneficiary,
} from '@calmly/contract';
import { longDate } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import { createSandboxRail } from '@calmly/providers/rail/sandbox.ts';
import { createSandboxScreening } from '@calmly/providers/screening/sandbox.ts';
import type { TestApp } from '@calmly/server/test/support/app.ts';
import { callWithCode, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  addPayee,
  codeIn,
  createPayer,
  fund,
  type Payer,
  readPayment,
  systemWork,
  withSepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { type OrderBank, sent, startOrderBank } from '@calmly/server/test/support/clients/standing-orders.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultBank } from '../../../accounts/server/accounts/index.ts';
import { type Submit, submitPayments } from '../payments/index.ts';
import { runOrder } from './index.ts';
import { lookForDue } from './run.ts';

/** As the bank does it; its runner settles what is handed over. */
const submit: Submit = (db, items) => submitPayments({ bank: defaultBank, screening, rail }, db, items);
const screening = createSandboxScreening({ paymentsPerHour: 60 });
const rail = createSandboxRail({ settlementDelayMs: 0 });

let bank: OrderBank;
let app: TestApp;
let anna: Payer;
beforeAll(async () => {
  bank = await startOrderBank();
  ({ app, anna } = bank);
});
afterAll(() => app.close());

describe('a standing order', () => {
  test('pays automatically on each of its dates, and ends after the last', async () => {
    const made = await bank.ordered({ frequency: 'WEEKLY', times: 2 });
    await bank.daysPass(30);
    const done = await bank.becomes(made, ({ state }) => state === 'ENDED');
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

  // Control: a look at the first 500 alone never comes to it while those before it fail.
  test('is found by the look behind more than a thousand that wait longer', async () => {
    const made = await bank.ordered();
    const undone = new Error('undone');
    let found: unknown;
    const looking = systemWork(app.database, async (work) => {
      const db = work.sql;
      await sql`
        insert into orders.standing_order
        select copy.* from orders.standing_order made, generate_series(1, 1200) as place,
          jsonb_populate_record(made, jsonb_build_object('id', gen_random_uuid(), 'next_due_on', date '2020-01-01' + place)) as copy
        where made.id = ${made.id}
      `.execute(db);
      await advanceBusinessTime(db, 30 * 24);
      await lookForDue(work);
      const { rows } = await sql`
        select count(*)::int as jobs, bool_or(key = ${`orders_run:${made.id}`}) as "isFound"
        from graphile_worker.jobs where task_identifier = 'orders_run' and key is not null
      `.execute(db);
      found = rows[0];
      throw undone;
    });
    await expect(looking).rejects.toBe(undone);
    expect(found).toEqual({ jobs: 1_201, isFound: true });
  });

  test('is paid once although 32 runners take the same day', async () => {
    const made = await bank.ordered({ amount: '1.00' });
    await app.database.sql.transaction().execute((db) => advanceBusinessTime(db, 9 * 24));
    const before = await anna.balance();
    await Promise.all(
      Array.from({ length: 32 }, () => systemWork(app.database, (work) => runOrder(submit, work, made.id))),
    );
    expect(sent(await bank.read(made))).toHaveLength(1);
    const after = await anna.balance();
    expect(before.available - after.available).toBe(withSepaFee(100n));
  });

  test('is paid once although the server dies before or after the day is written', async () => {
    const made = await bank.ordered({ amount: '1.00' });
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
    expect((await bank.read(made)).runs).toEqual([]);
    await run(false);
    // It died after the commit, before its job was crossed out: the job comes again.
    await run(false);
    expect(sent(await bank.read(made))).toHaveLength(1);
    expect(before.available - (await anna.balance()).available).toBe(withSepaFee(100n));
  });

  test('confirmed right after a change of access, without an older factor, is not paid', async () => {
    const becomesAfter = async (isChecked: boolean) => {
      const payer = await createPayer(app);
      const { id: beneficiaryId } = await addPayee(app, payer.clientId);
      const made = await bank.ordered({ debtorAccount: payer.account.number, beneficiaryId }, payer);
      // As an order from before cooling-off was asked for orders; the change is over by the day of the payment.
      await sql`
        update orders.standing_order set cooling_off_kept = ${isChecked}, confirmed_at = now() - interval '26 hours'
        where id = ${made.id}`.execute(app.database.sql);
      await sql`update beneficiaries.beneficiary set created_at = now() - interval '27 hours' where id = ${beneficiaryId}`.execute(
        app.database.sql,
      );
      await sql`
        update identity.person set email_changed_at = now() - interval '28 hours'
        where id = (select holder_id from identity.client where id = ${payer.clientId})`.execute(
        app.database.sql,
      );
      // The fifth day, or the next working day.
      await bank.daysPass(9);
      return bank.becomes(made, ({ state }) => state !== 'ACTIVE', payer);
    };
    const stopped = await becomesAfter(false);
    expect([stopped.state, stopped.reason, sent(stopped)]).toEqual(['SUSPENDED', 'cooling_off', []]);
    expect(sent(await becomesAfter(true)), 'the control').toHaveLength(1);
  });

  test('retries for lack of money all day, is missed at its end, and can be sent then', async () => {
    const poor = await createPayer(app, { fundedMinor: 0n });
    const payee = await addPayee(app, poor.clientId, { trusted: true });
    const made = await bank.ordered({ beneficiaryId: payee.id, frequency: 'MONTHLY' }, poor);
    await bank.daysPass(12);
    const missed = await bank.becomes(made, ({ runs }) => runs[0]?.state === 'MISSED', poor);
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
    expect(sent(await bank.read(made, poor))).toHaveLength(1);
    expect((await send()).status).toBe(409);
  });

  test('sends only a day that was missed: none that is to come or was left out', async () => {
    const made = await bank.ordered({ frequency: 'WEEKLY' });
    const params = { id: made.id };
    const [first = '', second = ''] = made.nextDates;
    await app.call(skipRun, { params, body: { dueOn: first } }, { token: anna.token });
    for (const dueOn of [first, second]) {
      const options = { token: anna.token, idempotencyKey: newId() };
      const refused = await app.call(sendMissedRun, { params, body: { dueOn } }, options);
      expect([refused.status, problemOf(refused)]).toEqual([409, 'order_state']);
    }
    await app.call(endStandingOrder, { params }, { token: anna.token });
  });

  test('is paid with the speed and the purpose that it was ordered with', async () => {
    const made = await bank.ordered({ instant: true, purpose: 'SALA' });
    await bank.daysPass(9);
    const [run] = sent(await bank.becomes(made, (now) => sent(now).length > 0));
    const payment = await readPayment(app, anna, run?.paymentId ?? '');
    expect(payment).toMatchObject({ scheme: 'SEPA_INSTANT', purpose: 'SALA' });
  });

  test(
    'that is changed or resumed begins with the first day that is not missed or skipped, and the code names it',
    onOneDay(async () => {
      // Money that is missing in a day's last hour is not looked for again: the day of this test has just begun.
      const hoursLeft = 24 - new Date().getUTCHours();
      await app.database.sql.transaction().execute((db) => advanceBusinessTime(db, hoursLeft));
      const poor = await createPayer(app, { fundedMinor: 0n });
      const payee = await addPayee(app, poor.clientId, { trusted: true });
      const order = (frequency: 'WEEKLY' | 'ONCE') =>
        bank.ordered({ beneficiaryId: payee.id, frequency }, poor);
      const [changed, resumed, once] = [await order('WEEKLY'), await order('WEEKLY'), await order('ONCE')];
      const skipped = await order('WEEKLY');
      const [first = '', second = ''] = changed.nextDates;
      const { token } = poor;
      const of = ({ id }: { readonly id: string }) => ({ params: { id } });
      const change = ({ id, frequency, startOn, endOn, times, restDays }: typeof changed, code?: string) =>
        app.call(
          changeStandingOrder,
          {
            params: { id },
            body: { amount: '11.00', reference: 'Rent', frequency, startOn, endOn, times, restDays },
          },
          { token, ...(code && { code }) },
        );
      const firstOn = (day: string) => ({
        detail: { summary: expect.stringContaining(`first on ${longDate(day, 'en')}`) },
      });
      await app.call(skipRun, { ...of(skipped), body: { dueOn: first } }, { token });
      expect((await change(skipped)).body).toMatchObject(firstOn(second));

      await bank.daysPass((Date.parse(first) - Date.parse(await bank.dayIn(0))) / 86_400_000);
      for (const made of [changed, resumed, once])
        await bank.becomes(made, ({ runs }) => runs[0]?.state === 'WAITING', poor);

      const asked = await change(changed);
      expect(asked.body).toMatchObject(firstOn(second));
      const missed = { state: 'ACTIVE', runs: [{ dueOn: first, state: 'MISSED' }], nextDates: { 0: second } };
      expect((await change(changed, codeIn(asked.body))).output).toMatchObject(missed);

      await app.call(pauseStandingOrder, of(resumed), { token });
      const offered = await app.call(resumeStandingOrder, of(resumed), { token });
      expect(offered.body).toMatchObject(firstOn(second));
      const options = { token, code: codeIn(offered.body) };
      expect((await app.call(resumeStandingOrder, of(resumed), options)).output).toMatchObject(missed);

      // It has no other day, so it waits for its money as before.
      expect((await change(once)).text).toContain('StartDate');
      expect((await bank.read(once, poor)).runs).toMatchObject([{ state: 'WAITING' }]);
    }),
  );

  // Control: without the first day in what the code confirms, a code of the day before resumes the order with another day.
  test('is not resumed or changed by a code that named another first day', async () => {
    const { token } = anna;
    for (const act of ['resume', 'change'] as const) {
      const made = await bank.ordered({ frequency: 'WEEKLY', startOn: await bank.dayIn(3) });
      const params = { id: made.id };
      const { frequency, startOn, endOn, times, restDays, amount, reference } = made;
      const body = { frequency, startOn, endOn, times, restDays, amount, reference };
      await app.call(pauseStandingOrder, { params }, { token });
      const send = (code?: string) =>
        act === 'resume'
          ? app.call(resumeStandingOrder, { params }, { token, ...(code && { code }) })
          : app.call(changeStandingOrder, { params, body }, { token, ...(code && { code }) });
      const asked = await send();
      // The first day passes before the code is entered.
      await bank.daysPass(8);
      const late = await send(codeIn(asked.body));
      expect([late.status, problemOf(late)]).toEqual([401, 'code_expired']);
      const again = await send();
      expect((again.body as { detail: { summary: string } }).detail.summary).not.toBe(
        (asked.body as { detail: { summary: string } }).detail.summary,
      );
      expect((await send(codeIn(again.body))).status).toBe(200);
      await app.call(endStandingOrder, { params }, { token });
    }
  });

  test('does not pay if the bank details differ from the confirmed ones', async () => {
    const payee = await addPayee(app, anna.clientId, { name: 'Nordwind AG' });
    const made = await bank.ordered({ beneficiaryId: payee.id, frequency: 'MONTHLY' });
    await sql`update beneficiaries.beneficiary set version = version + 1 where id = ${payee.id}`.execute(
      app.database.sql,
    );
    await bank.daysPass(12);
    const stopped = await bank.becomes(made, ({ state }) => state === 'SUSPENDED');
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

  // Control: with the account that was confirmed, resuming and changing are refused for ever.
  test('goes on with the payee’s new account after a code has confirmed it', async () => {
    const { token } = anna;
    for (const act of ['resume', 'change'] as const) {
      const payee = await addPayee(app, anna.clientId, { name: `Moving ${act}` });
      const made = await bank.ordered({ beneficiaryId: payee.id, frequency: 'MONTHLY' });
      const bankDetails = [{ iban: 'NL91ABNA0417164300', currency: 'EUR' as const }];
      const moved = { params: { id: payee.id }, body: { bankDetails } };
      expect((await callWithCode(app, anna, updateBeneficiary, moved)).status).toBe(200);
      await bank.daysPass(12);
      await bank.becomes(made, ({ reason }) => reason === 'payee_changed');
      const params = { id: made.id };
      const { frequency, startOn: _, endOn, times, restDays, amount, reference } = made;
      const body = { frequency, startOn: await bank.dayIn(5), endOn, times, restDays, amount, reference };
      const send = (code?: string) =>
        act === 'resume'
          ? app.call(resumeStandingOrder, { params }, { token, ...(code && { code }) })
          : app.call(changeStandingOrder, { params, body }, { token, ...(code && { code }) });
      const asked = await send();
      expect(asked.text).toMatch(/NL91[^"]*4300/);
      expect((await send(codeIn(asked.body))).output).toMatchObject({ state: 'ACTIVE', reason: null });
      await bank.daysPass(40);
      const paid = await bank.becomes(made, (now) => sent(now).length > 0);
      const [run] = sent(paid);
      const { counterpartyAccount } = await readPayment(app, anna, run?.paymentId ?? '');
      expect(counterpartyAccount).toBe('NL91ABNA0417164300');
      await app.call(endStandingOrder, { params }, { token });
    }
  });

  test('pays another amount on one day, nothing on another, and both can be undone', async () => {
    const made = await bank.ordered({ frequency: 'WEEKLY', times: 4 });
    const params = { id: made.id };
    const [first = '', second = '', third = '', fourth = ''] = made.coming.map(({ dueOn }) => dueOn);
    const change = (dueOn: string, amount: string) =>
      callWithCode(app, anna, changeOccurrence, { params, body: { dueOn, amount } });
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

    await bank.daysPass(35);
    const done = await bank.becomes(made, ({ state }) => state === 'ENDED');
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
});
