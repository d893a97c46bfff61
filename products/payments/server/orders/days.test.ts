/** Single days of a company's standing order that another person changes or restores: in whose name they are paid, and with whose approval. */
import {
  changeOccurrence,
  changePerson,
  changeStandingOrder,
  getPayment,
  listNotifications,
  pauseStandingOrder,
  removePerson,
  restoreOccurrence,
  resumeStandingOrder,
  type StandingOrderDetails,
  sendMissedRun,
  skipRun,
} from '@calmly/contract';
import { longDate } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import type { TestApp } from '@calmly/server/test/support/app.ts';
import { callWithCode, noRights, shownCode } from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm, type Firm } from '@calmly/server/test/support/clients/firm.ts';
import type { Payer } from '@calmly/server/test/support/clients/payments.ts';
import { type OrderBank, sent, startOrderBank } from '@calmly/server/test/support/clients/standing-orders.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let bank: OrderBank;
let app: TestApp;
let firm: Firm;
beforeAll(async () => {
  bank = await startOrderBank();
  ({ app } = bank);
});
afterAll(() => app.close());
beforeEach(async () => {
  firm = await createFirm(app);
});

/** An administrator, whose payments need no approval, and a member, whose payments need one. */
const people = () => {
  const as = (token: string) => ({ ...bank.anna, token, account: firm.account });
  return { boris: as(firm.boris.companyToken), clara: as(firm.clara.companyToken) };
};
const twice = () => ({ beneficiaryId: firm.payeeId, frequency: 'WEEKLY', times: 2 }) as const;

/** After both days have been paid: whether each payment waits for approval, in the order of their days. */
async function waitingAfter(order: { readonly id: string }): Promise<boolean[]> {
  const { boris } = people();
  await bank.daysPass(20);
  const done = await bank.becomes(order, ({ state }) => state === 'ENDED', boris);
  const waits = sent(done).map(async ({ paymentId }) => {
    const params = { id: paymentId ?? '' };
    return (await app.call(getPayment, { params }, { token: boris.token })).output.status === 'CREATED';
  });
  return (await Promise.all(waits)).toReversed();
}

test('an administrator who changes one day of a member’s order approves that day alone', async () => {
  const { boris, clara } = people();
  const order = await bank.ordered(twice(), clara);
  const [first] = order.coming;
  const body = { dueOn: first?.dueOn ?? '', amount: '12.00' };
  const changed = await callWithCode(app, boris, changeOccurrence, { params: { id: order.id }, body });
  expect(changed.output).toMatchObject({
    orderedBy: 'Clara Vaher',
    coming: [{ amount: '12.00' }, { amount: '10.00' }],
  });
  expect(await waitingAfter(order)).toEqual([false, true]);
});

/** The first day of an order, as skip and restore take it. */
const firstDay = (order: StandingOrderDetails) => ({
  params: { id: order.id },
  body: { dueOn: order.coming[0]?.dueOn ?? '' },
});
const skip = async (order: StandingOrderDetails, { token }: Payer) =>
  expect((await app.call(skipRun, firstDay(order), { token })).status).toBe(200);

test('a member who restores a day that an administrator left out confirms it and pays it as a member', async () => {
  const { boris, clara } = people();
  const order = await bank.ordered(twice(), boris);
  await skip(order, boris);
  const restored = await callWithCode(app, clara, restoreOccurrence, firstDay(order));
  expect(restored.output.coming[0]).toMatchObject({ state: 'PLANNED', amount: '10.00' });
  expect(await waitingAfter(order)).toEqual([true, false]);
});

// Control: without the code, an administrator pays a member's day with a skip and a restore, and without approval.
test('a day of another person’s order is restored only with a code that names it', async () => {
  const { boris, clara } = people();
  const order = await bank.ordered(twice(), clara);
  await skip(order, boris);
  const asked = await app.call(restoreOccurrence, firstDay(order), { token: boris.token });
  expect(asked.status).toBe(203);
  const day = longDate(firstDay(order).body.dueOn, 'en');
  expect(asked.body).toMatchObject({
    detail: { summary: expect.stringMatching(`^Pay 10.00.€ to .*, on ${day}$`) },
  });
  expect((await bank.read(order, boris)).coming[0]).toMatchObject({ state: 'SKIPPED' });
  const code = shownCode(asked);
  await app.call(restoreOccurrence, firstDay(order), { token: boris.token, code });
  expect(await waitingAfter(order)).toEqual([false, true]);
});

test('the person whose order it is restores a day without a code, and it needs the approval that it needed before', async () => {
  const { boris, clara } = people();
  const order = await bank.ordered(twice(), clara);
  await skip(order, boris);
  const restored = await app.call(restoreOccurrence, firstDay(order), { token: clara.token });
  expect(restored.output.coming[0]).toMatchObject({ state: 'PLANNED' });
  expect(await waitingAfter(order)).toEqual([true, true]);
});

// Control: with the whole order suspended, the days of the person who ordered it are not paid.
test('a day whose person may no longer pay is missed, and the other days are paid', async () => {
  const { boris, clara } = people();
  const order = await bank.ordered(twice(), boris);
  const { params, body } = firstDay(order);
  await callWithCode(app, clara, changeOccurrence, { params, body: { ...body, amount: '12.00' } });
  const left = await callWithCode(app, boris, removePerson, { params: { id: firm.clara.personId } });
  expect(left.status).toBe(204);
  await bank.daysPass(20);
  const done = await bank.becomes(order, ({ state }) => state !== 'ACTIVE', boris);
  expect(done).toMatchObject({ state: 'ENDED', reason: 'completed' });
  expect(done.runs.map(({ state }) => state)).toEqual(['SENT', 'MISSED']);
  const notices = await until(
    async () => (await app.call(listNotifications, { query: {} }, { token: boris.token })).output.Items,
    (items) => items.some(({ kind }) => kind === 'order_missed'),
  );
  expect(notices.find(({ kind }) => kind === 'order_missed')?.params).toMatchObject({
    amount: '12.00',
    reason: 'rights_lost',
  });
  const missed = { params, body };
  const options = { token: boris.token, idempotencyKey: newId() };
  const sending = await app.call(sendMissedRun, missed, options);
  expect(sending.status).toBe(203);
});

test('a member who changes the whole order takes over the days that an administrator changed', async () => {
  const { boris, clara } = people();
  const order = await bank.ordered(twice(), boris);
  const [first] = order.coming;
  const params = { id: order.id };
  const body = { dueOn: first?.dueOn ?? '', amount: '12.00' };
  await callWithCode(app, boris, changeOccurrence, { params, body });
  const { frequency, startOn, endOn, times, restDays } = order;
  const terms = { frequency, startOn, endOn, times, restDays, amount: '10.00', reference: 'Other rent' };
  const changed = await callWithCode(app, clara, changeStandingOrder, { params, body: terms });
  expect(changed.output.coming.map(({ amount }) => amount)).toEqual(['10.00', '10.00']);
  expect(await waitingAfter(order)).toEqual([true, true]);
});

test('a member who resumes the order takes over the days that an administrator changed', async () => {
  const { boris, clara } = people();
  const order = await bank.ordered(twice(), clara);
  const params = { id: order.id };
  const { body } = firstDay(order);
  await callWithCode(app, boris, changeOccurrence, { params, body: { ...body, amount: '12.00' } });
  await app.call(pauseStandingOrder, { params }, { token: boris.token });
  const resumed = await callWithCode(app, clara, resumeStandingOrder, { params });
  expect(resumed.output.coming.map(({ amount }) => amount)).toEqual(['10.00', '10.00']);
  expect(await waitingAfter(order)).toEqual([true, true]);
});

test('an order whose person may no longer request payments is suspended, and nothing is paid', async () => {
  const { boris, clara } = people();
  const order = await bank.ordered(twice(), clara);
  const change = { params: { id: firm.clara.personId }, body: { rights: noRights, validUntil: null } };
  expect((await callWithCode(app, boris, changePerson, change)).status).toBe(200);
  await bank.daysPass(20);
  const stopped = await bank.becomes(order, ({ state }) => state !== 'ACTIVE', boris);
  expect(stopped).toMatchObject({ state: 'SUSPENDED', reason: 'rights_lost' });
  expect(sent(stopped)).toEqual([]);
});
