/** Declined card payments over HTTP: the reason, the notice, the held amount, and cards that lock or close. */
import { getCard, replaceCard } from '@calmly/contract';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { type Cardholder, newCardholder } from '@calmly/server/test/support/cardholder.ts';
import { addCard, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { callWithCode } from '@calmly/server/test/support/clients/colleagues.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultBank, openAccounts } from '../../../../accounts/server/accounts/index.ts';
import { balances, verifyBooks } from '../../../../ledger/server/index.ts';
import { newControls } from '../../card.ts';
import { lockCard } from '../../card-store.ts';

let app: TestApp;
let anna: Cardholder;
let processor: ReturnType<typeof processorOf>;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  anna = await newCardholder(app);
  processor = processorOf(app.database);
});
afterAll(async () => {
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  await app.close();
});

describe('a payment is declined', () => {
  test('and shown with its reason; the holder gets a notice, and nothing is held', async () => {
    const { card, balance } = await anna.newCard({ fundedMinor: 1_000n });
    expect(await processor.decide(paymentWith(card).ask('10.01'))).toMatchObject({
      approved: false,
      declineReason: 'insufficient_balance',
    });
    expect(await balance()).toEqual({ posted: 1_000n, reserved: 0n });
    expect(await anna.listed(card)).toMatchObject([
      { status: 'DECLINED', declineReason: 'insufficient_balance' },
    ]);
    const { id, status } = await anna.onlyRow(card);
    expect(status).toBe('REJECTED');
    await until(anna.notices, (found) =>
      found.some(({ kind, subjectId }) => kind === 'card_payment_declined' && subjectId === id),
    );
  });

  test('for a wrong PIN, which locks the card the third time; a right one forgets the wrong ones', async () => {
    const { card } = await anna.newCard();
    const pin = (given: 'match' | 'mismatch') =>
      processor.decide(
        paymentWith(card).ask('1.00', { checks: { securityCode: 'absent', expiry: 'absent', pin: given } }),
      );
    const reasons: unknown[] = [];
    for (const given of [
      'mismatch',
      'mismatch',
      'match',
      'mismatch',
      'mismatch',
      'mismatch',
      'match',
    ] as const)
      reasons.push((await pin(given)).declineReason);
    expect(reasons).toEqual([
      'wrong_pin',
      'wrong_pin',
      null,
      'wrong_pin',
      'wrong_pin',
      'pin_tries',
      'card_locked',
    ]);
    const locked = await app.database.inTransaction((sql) => lockCard(sql, card.id));
    expect(locked).toMatchObject({ status: 'LOCKED', lock: 'pin_tries' });
  });

  test('when a card for a single payment has paid', async () => {
    const { card } = await anna.newCard({ isSingleUse: true });
    const first = paymentWith(card);
    expect(await processor.decide(first.ask('1.00'))).toMatchObject({ approved: true });
    expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({
      declineReason: 'card_used_up',
    });
    await processor.take(first.clear('1.00'));
    expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({
      approved: false,
    });
  });

  test('when the card for a single payment that it replaces has paid', async () => {
    const { card } = await anna.newCard({ isSingleUse: true });
    expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({ approved: true });
    const input = { params: { id: card.id }, body: { reason: 'damaged' as const } };
    const { output } = await callWithCode(app, anna, replaceCard, input);
    const next = await app.database.inTransaction((sql) => lockCard(sql, output.id));
    if (!next) throw new Error('the card was not replaced');
    expect(await processor.decide(paymentWith(next).ask('1.00'))).toMatchObject({
      declineReason: 'card_used_up',
    });
  });

  test('never again with a card for a single payment: it closes, and the rest goes to the client’s account', async () => {
    const { card, balance } = await anna.newCard({ isSingleUse: true });
    const [account] = await app.database.inTransaction((sql) =>
      openAccounts(systemWork(sql), defaultBank, [
        { clientId: anna.clientId, currency: 'EUR', name: 'Main', withIban: false },
      ]),
    );
    const paid = paymentWith(card);
    await processor.decide(paid.ask('30.00'));
    await processor.take(paid.clear('30.00'));
    const read = () => app.database.inTransaction((sql) => lockCard(sql, card.id));
    await until(read, (found) => found?.status === 'CLOSED');
    expect(await balance()).toEqual({ posted: 0n, reserved: 0n });
    const found = await balances(app.database.sql, [account?.id ?? '']);
    expect(found.get(account?.id ?? '')?.postedMinor).toBe(7_000n);
  });

  test('above the limits; what is held counts, what was declined or released does not', async () => {
    const limits = { ...newControls.limits, perPayment: '40.00', perDay: '60.00' };
    const { card } = await anna.newCard({ controls: { ...newControls, limits } });
    const reason = async (amount: string) =>
      (await processor.decide(paymentWith(card).ask(amount))).declineReason;
    expect(await reason('40.01')).toBe('limit_payment');
    const first = paymentWith(card);
    await processor.decide(first.ask('40.00'));
    expect(await reason('20.01')).toBe('limit_day');
    await processor.take(first.reverse('10.00'));
    expect(await reason('30.00')).toBeNull();
    expect(await reason('0.01')).toBe('limit_day');
    await advanceBusinessTime(app.database.sql, 24);
    expect(await reason('40.00')).toBeNull();
  });

  // Control: if everything counted on the payment's first day, repeated raises on later days would all be within their limits.
  test('above the limits of the day on which a merchant raises the amount', async () => {
    const limits = { ...newControls.limits, perDay: '60.00' };
    const { card } = await anna.newCard({ fundedMinor: 30_000n, controls: { ...newControls, limits } });
    const spentToday = async () =>
      (await app.call(getCard, { params: { id: card.id } }, { token: anna.token })).output.usage.day;
    const reason = async (amount: string, payment = paymentWith(card)) =>
      (await processor.decide(payment.ask(amount))).declineReason;
    const hotel = paymentWith(card);
    expect(await reason('40.00', hotel)).toBeNull();
    await advanceBusinessTime(app.database.sql, 24);
    expect(await reason('50.00', hotel)).toBeNull();
    expect(await reason('10.00', hotel)).toBeNull();
    expect(await spentToday()).toBe('60.00');
    expect(await reason('0.01', hotel)).toBe('limit_day');
    expect(await reason('0.01')).toBe('limit_day');
    // A release is taken off the latest day first.
    await processor.take(hotel.reverse('25.00'));
    expect(await spentToday()).toBe('35.00');
    expect(await reason('25.00')).toBeNull();
    await advanceBusinessTime(app.database.sql, 24);
    await processor.take(hotel.clear('95.00'));
    expect(await spentToday()).toBe('20.00');
    const { usage } = (await app.call(getCard, { params: { id: card.id } }, { token: anna.token })).output;
    expect(usage.total).toBe('120.00');
  });

  test('above the limit of one payment, without what the merchant gave up of it', async () => {
    const limits = { ...newControls.limits, perPayment: '40.00' };
    const { card } = await anna.newCard({ controls: { ...newControls, limits } });
    const hotel = paymentWith(card);
    const raise = async (amount: string) => (await processor.decide(hotel.ask(amount))).declineReason;
    expect(await raise('40.00')).toBeNull();
    expect(await raise('0.01')).toBe('limit_payment');
    await processor.take(hotel.reverse('30.00'));
    expect(await raise('30.00')).toBeNull();
    await processor.take(hotel.clear('15.00', { isFinal: false }));
    expect(await raise('0.01')).toBe('limit_payment');
  });

  test('when the holder may no longer act for the client', async () => {
    const stranger = await newClient(app);
    const { card } = await addCard(app.database, { clientId: anna.clientId, holderId: stranger.personId });
    expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({
      declineReason: 'client_inactive',
    });
  });
});
