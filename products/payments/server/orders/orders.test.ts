/** Scheduled payments and standing orders over HTTP: created and changed with a code, forecast, saved as drafts and templates. */
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
  listStandingOrders,
  openAccount,
  pauseStandingOrder,
  resumeStandingOrder,
  skipRun,
  sumComing,
} from '@calmly/contract';
import { formatDecimal, parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import type { TestApp } from '@calmly/server/test/support/app.ts';
import { callWithCode, newBoss, newColleague } from '@calmly/server/test/support/clients/colleagues.ts';
import { addPayees, company, german } from '@calmly/server/test/support/clients/payees.ts';
import {
  addPayee,
  codeIn,
  createPayer,
  openAnotherAccount,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { type OrderBank, sent, startOrderBank } from '@calmly/server/test/support/clients/standing-orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let bank: OrderBank;
let app: TestApp;
let anna: Payer;
beforeAll(async () => {
  bank = await startOrderBank();
  ({ app, anna } = bank);
});
afterAll(() => app.close());

describe('a standing order', () => {
  test('is confirmed by a code that names what will be paid, and moves nothing before its day', async () => {
    const before = await anna.balance();
    const made = await bank.ordered({ frequency: 'MONTHLY', startOn: await bank.dayIn(3) });
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
    expect(await bank.read(made)).toMatchObject({ state: 'ENDED', reason: 'canceled', nextDates: [] });
  });

  test('can be paused, skip one date and change its amount; an ended one no longer changes', async () => {
    const made = await bank.ordered({ frequency: 'WEEKLY' });
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
    expect((await app.call(changeStandingOrder, { params, body }, options)).status).toBe(409);
  });

  test('that ends forgets the days that were left out', async () => {
    const made = await bank.ordered({ frequency: 'WEEKLY' });
    const params = { id: made.id };
    const options = { token: anna.token };
    await app.call(skipRun, { params, body: { dueOn: made.nextDates[1] ?? '' } }, options);
    expect((await app.call(endStandingOrder, { params }, options)).output.runs).toEqual([]);
  });

  test('counts money that comes from an own account on the same day', async () => {
    const saver = await createPayer(app, { fundedMinor: 3_000n });
    const payee = await addPayee(app, saver.clientId, { trusted: true });
    const current = await openAnotherAccount(app, saver.clientId);
    const rent = { beneficiaryId: payee.id, debtorAccount: current.number };
    await bank.ordered(rent, saver);
    await bank.ordered({ beneficiaryId: undefined, creditorAccount: current.number, amount: '20.00' }, saver);
    const { Items } = (await app.call(listComing, { query: {} }, { token: saver.token })).output;
    expect(Items.map(({ own, enough }) => [own, enough])).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  test('continues with another amount from another account; a paused one stays paused', async () => {
    const savings = await openAnotherAccount(app, anna.clientId);
    const made = await bank.ordered({ frequency: 'WEEKLY', times: 3 });
    await bank.daysPass(9);
    await bank.becomes(made, (now) => sent(now).length === 1);
    const params = { id: made.id };
    await app.call(pauseStandingOrder, { params }, { token: anna.token });
    const { startOn, restDays, frequency, endOn } = made;
    const change = (times: number) =>
      callWithCode(app, anna, changeStandingOrder, {
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
      });
    expect((await change(1)).text).toContain('Times');
    const changed = (await change(3)).output;
    expect(changed).toMatchObject({ state: 'PAUSED', amount: '11.00', accountId: savings.id, nextDates: [] });
    const resumed = await callWithCode(app, anna, resumeStandingOrder, { params });
    expect(resumed.output.nextDates).toEqual(made.nextDates.slice(1));
    await app.call(endStandingOrder, { params }, { token: anna.token });
  });

  test('paid from an account in another currency forgets the amounts of single days', async () => {
    const { token } = anna;
    const both = [
      { iban: german, currency: 'EUR' },
      { iban: german, currency: 'USD' },
    ];
    const address = { street: 'Veddeler Damm', buildingNumber: '12', postCode: '20457', town: 'Hamburg' };
    const [payee] = await addPayees(app, anna.clientId, {
      ...company('Depot'),
      ...address,
      bankDetails: both,
    });
    const opening = { body: { currency: 'USD', name: 'Dollars' } };
    const dollars = (await app.call(openAccount, opening, { token, idempotencyKey: newId() })).output;
    const made = await bank.ordered({ beneficiaryId: payee?.id, frequency: 'WEEKLY', times: 2 });
    const params = { id: made.id };
    const dueOn = made.nextDates[0] ?? '';
    await callWithCode(app, anna, changeOccurrence, { params, body: { dueOn, amount: '12.00' } });
    const { startOn, restDays, frequency, endOn, times, amount, reference } = made;
    const terms = { amount, reference, frequency, startOn, endOn, times, restDays };
    const body = { ...terms, debtorAccount: dollars.number };
    const changed = await callWithCode(app, anna, changeStandingOrder, { params, body });
    expect(changed.output).toMatchObject({
      currency: 'USD',
      coming: [{ amount: '10.00' }, { amount: '10.00' }],
    });
    await app.call(endStandingOrder, { params }, { token });
  });

  test('a change of a version that is no longer the newest is refused and undoes nothing', async () => {
    const made = await bank.ordered({ frequency: 'MONTHLY' });
    const params = { id: made.id };
    const { startOn, restDays, frequency, endOn, times, nextDates, version } = made;
    const change = (amount: string, seen: number | undefined) =>
      callWithCode(app, anna, changeStandingOrder, {
        params,
        body: { amount, reference: 'Rent', frequency, startOn, endOn, times, restDays, version: seen },
      });
    const day = (amount: string, seen: number | undefined) =>
      callWithCode(app, anna, changeOccurrence, {
        params,
        body: { dueOn: nextDates[0] ?? '', amount, version: seen },
      });
    const newer = (await change('21.00', version)).output;
    expect(newer).toMatchObject({ amount: '21.00' });
    for (const stale of [await change('22.00', version), await day('23.00', version)])
      expect([stale.status, stale.body]).toMatchObject([409, { code: 'standing_order_changed' }]);
    expect((await change('24.00', newer.version)).output).toMatchObject({ amount: '24.00' });
    // Control: who names no version replaces what is there.
    expect((await change('25.00', undefined)).output).toMatchObject({ amount: '25.00' });
    await app.call(endStandingOrder, { params }, { token: anna.token });
  });

  test('is forecast by month, with a warning if the money may not be enough', async () => {
    const saver = await createPayer(app, { fundedMinor: 3_000n });
    const payee = await addPayee(app, saver.clientId, { trusted: true });
    const savings = await openAnotherAccount(app, saver.clientId);
    const options = { token: saver.token };
    const transfer = { beneficiaryId: undefined, creditorAccount: savings.number, amount: '5.00' };
    await bank.ordered({ ...transfer, startOn: await bank.dayIn(3) }, saver);
    const rent = await bank.ordered({ beneficiaryId: payee.id, frequency: 'WEEKLY', times: 3 }, saver);
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
    const feeMinor = parseDecimal(rent.fee, 'EUR') ?? 0n;
    expect(feeMinor).toBeGreaterThan(0n);
    expect((await on(saver.account.id, second)).output).toMatchObject({
      available: '30.00',
      left: formatDecimal(3_000n - 500n - 2n * (1_000n + feeMinor), 'EUR'),
    });
    expect((await on(savings.id, second)).output).toMatchObject({ scheduled: '-5.00', left: '5.00' });
    expect((await on(saver.account.id, third, rent.id)).output.left).toBe('25.00');
    expect((await on(anna.account.id, first)).status).toBe(404);
    expect((await on(savings.id, '9999-12-31')).status).toBe(400);
  });

  test('begins after today but within ten years, and ends after it began; another client’s does not exist', async () => {
    expect((await bank.order({ startOn: await bank.dayIn(0) })).text).toContain('StartDate');
    expect((await bank.order({ startOn: '9990-01-02' })).text).toContain('within the next 10 years');
    expect((await bank.order({ frequency: 'WEEKLY', endOn: await bank.dayIn(1) })).text).toContain('EndDate');
    const made = await bank.ordered();
    const other = await createPayer(app);
    const found = await app.call(getStandingOrder, { params: { id: made.id } }, { token: other.token });
    expect(found.status).toBe(404);
    const ended = await app.call(endStandingOrder, { params: { id: made.id } }, { token: other.token });
    expect(ended.status).toBe(404);
    await app.call(endStandingOrder, { params: { id: made.id } }, { token: anna.token });
  });
});

test('pays in the name of the person who confirmed it last, never with another person’s rights', async () => {
  const boss = await newBoss(app);
  const member = await newColleague(app, boss);
  const [from, to] = [
    await openAnotherAccount(app, boss.companyId),
    await openAnotherAccount(app, boss.companyId),
  ];
  const schedule = { frequency: 'MONTHLY', startOn: await bank.dayIn(5), endOn: null, times: null } as const;
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

test('a draft is saved as typed, becomes a template, knows its payee and is deleted', async () => {
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
