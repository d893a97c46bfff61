/** Deleting a payee or closing an account stops the orders that depend on it, once the caller has named every one. */
import { randomUUID } from 'node:crypto';
import {
  closeAccount,
  createStandingOrder,
  deleteBeneficiary,
  listStandingOrders,
  removePerson,
  resumeStandingOrder,
} from '@calmly/contract';
import type { TestApp } from '@calmly/server/test/support/app.ts';
import {
  callWithCode,
  newColleague,
  noRights,
  problemOf,
  shownCode,
} from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { addPayee, openAnotherAccount, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { type OrderBank, startOrderBank } from '@calmly/server/test/support/clients/standing-orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bank: OrderBank;
let app: TestApp;
let anna: Payer;
beforeAll(async () => {
  bank = await startOrderBank();
  ({ app, anna } = bank);
});
afterAll(() => app.close());

let payees = 0;
const newPayee = (clientId = anna.clientId) => {
  payees += 1;
  return addPayee(app, clientId, { name: `Landlord ${payees}`, iban: ibans[payees % ibans.length] ?? '' });
};
const ibans = ['DE89370400440532013000', 'DE75512108001245126199', 'DE02120300000000202051'];
const remove = (id: string, orders?: readonly string[], token = anna.token) =>
  app.call(
    deleteBeneficiary,
    { params: { id }, query: orders ? { orders: orders.join(',') } : {} },
    { token },
  );
const openOrders = async (beneficiaryId: string) =>
  (await app.call(listStandingOrders, { query: { state: 'open', beneficiaryId } }, { token: anna.token }))
    .output.Items;

test('a payee with orders is deleted once the caller names them, and they end at the same time', async () => {
  const payee = await newPayee();
  const weekly = await bank.ordered({ beneficiaryId: payee.id, frequency: 'WEEKLY' });
  const once = await bank.ordered({ beneficiaryId: payee.id });
  expect((await openOrders(payee.id)).map(({ id }) => id)).toEqual([once.id, weekly.id]);
  for (const known of [undefined, [weekly.id]]) {
    const refused = await remove(payee.id, known);
    expect([refused.status, problemOf(refused)]).toEqual([409, 'orders_unknown']);
    expect(await bank.read(weekly)).toMatchObject({ state: 'ACTIVE' });
  }
  expect((await remove(payee.id, [once.id, weekly.id])).status).toBe(204);
  for (const order of [once, weekly])
    expect(await bank.read(order)).toMatchObject({ state: 'ENDED', reason: 'canceled', nextDates: [] });
  expect((await remove(payee.id)).status).toBe(204);
});

test('an order that is created while its payee is deleted is either found or refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const payee = await newPayee();
    const body = {
      debtorAccount: anna.account.number,
      beneficiaryId: payee.id,
      amount: '10.00',
      reference: 'Rent',
      chargeBearer: 'SHA',
      frequency: 'ONCE',
      startOn: await bank.dayIn(5),
      endOn: null,
      times: null,
      restDays: 'AFTER',
    } as const;
    const options = { token: anna.token, idempotencyKey: randomUUID() };
    const asked = await app.call(createStandingOrder, { body }, options);
    const code = shownCode(asked);
    const [made, removed] = await Promise.all([
      app.call(createStandingOrder, { body }, { ...options, code }),
      remove(payee.id),
    ]);
    const isGone = removed.status === 204;
    // Never an open order for a payee who is gone.
    expect(await openOrders(payee.id)).toHaveLength(isGone ? 0 : 1);
    expect([made.status, removed.status]).toEqual(isGone ? [422, 204] : [201, 409]);
    if (!isGone) await remove(payee.id, [made.output.id]);
  }
});

test('an account is closed once the caller names the orders that pay from it', async () => {
  const savings = await openAnotherAccount(app, anna.clientId);
  const order = await bank.ordered({ debtorAccount: savings.number, frequency: 'MONTHLY' });
  const close = (orders?: string) =>
    callWithCode(app, anna, closeAccount, {
      params: { id: savings.id },
      query: orders === undefined ? {} : { orders },
    });
  const refused = await close();
  expect([refused.status, problemOf(refused)]).toEqual([409, 'orders_unknown']);
  expect((await close(order.id)).output.status).toBe('CLOSED');
  expect(await bank.read(order)).toMatchObject({ state: 'ENDED', reason: 'canceled' });
});

test('a person who may change payees but not order payments cannot stop orders that way', async () => {
  const firm = await createFirm(app);
  const boris = { ...anna, token: firm.boris.companyToken, account: firm.account };
  const order = await bank.ordered({ beneficiaryId: firm.payeeId }, boris);
  const keeper = await newColleague(app, firm, { rights: { ...noRights, can_create_benef: true } });
  const refused = await remove(firm.payeeId, [order.id], keeper.token);
  expect([refused.status, problemOf(refused)]).toEqual([403, 'payment_right_missing']);
  expect(await bank.read(order, boris)).toMatchObject({ state: 'ACTIVE' });
});

test('orders of a colleague who leaves are listed before, stop on their day, and another takes them over', async () => {
  const firm = await createFirm(app);
  const asPayer = (token: string) => ({ ...anna, token, account: firm.account });
  const boris = asPayer(firm.boris.companyToken);
  const weekly = { beneficiaryId: firm.payeeId, frequency: 'WEEKLY' } as const;
  const order = await bank.ordered(weekly, asPayer(firm.clara.companyToken));
  await bank.ordered({ beneficiaryId: firm.payeeId }, boris);
  const query = { state: 'open', personId: firm.clara.personId } as const;
  const { output } = await app.call(listStandingOrders, { query }, { token: boris.token });
  expect(output.Items.map(({ id }) => id)).toEqual([order.id]);

  const removed = await callWithCode(app, boris, removePerson, { params: { id: firm.clara.personId } });
  expect(removed.status).toBe(204);
  // It is due in five days, or after the weekend and the holidays that those fall on.
  await bank.daysPass(12);
  const stopped = await bank.becomes(order, ({ state }) => state !== 'ACTIVE', boris);
  expect(stopped).toMatchObject({ state: 'SUSPENDED', reason: 'rights_lost' });
  const resumed = await callWithCode(app, boris, resumeStandingOrder, { params: { id: order.id } });
  expect(resumed.output).toMatchObject({ state: 'ACTIVE', orderedBy: 'Boris Sokolov' });
});
