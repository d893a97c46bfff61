/**
 * How long money is held for a payment with a card of Stripe: until Stripe says that the payment is over, because a merchant may collect for as long.
 *
 * Control, tried once: our own seven days for all cards: what is collected later makes a row of its own, and the refund is of that one.
 */
import { type CardDetails, listCardTransactions } from '@calmly/contract';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import { addCard, freeHolds, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { stripePayment } from '@calmly/server/test/support/processes/providers/stripe-server.ts';
import { createStripeBank, type StripeBank } from '@calmly/server/test/support/stripe-bank.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let house: StripeBank;
beforeAll(async () => {
  house = await createStripeBank();
});
afterAll(() => house.close());

async function passDays(days: number): Promise<void> {
  const { database } = house.bank;
  await advanceBusinessTime(database.sql, days * 24 + 1);
  await freeHolds({ database });
}

const shown = async ({ id }: CardDetails) =>
  (await house.bank.call(listCardTransactions, { params: { id }, query: {} }, house.anna)).output.Items;

test('a hotel collects after twenty days and refunds: it is one payment, and the refund is of it', async () => {
  const { card, made } = await house.readyCard();
  const hotel = stripePayment(made, { category_code: '7011' });
  expect(await house.decide(hotel.request(3_000))).toMatchObject({ approved: true });
  await house.tell(hotel.decided(3_000, true));
  await passDays(20);
  expect(await house.money(card)).toMatchObject({ booked: '100.00', reserved: '30.00' });

  await house.tell(hotel.moved('capture', 3_000), hotel.ended('closed'));
  expect(await house.money(card)).toMatchObject({ booked: '70.00', reserved: '0.00' });
  const [payment, ...more] = await shown(card);
  expect([payment?.status, payment?.amount, more]).toEqual(['CLEARED', '30.00', []]);

  await house.tell(hotel.moved('refund', 1_000));
  const [refund, ...others] = await shown(card);
  expect(others.map(({ id }) => id)).toEqual([payment?.id]);
  expect([refund?.status, refund?.amount, refund?.refundOf]).toEqual(['REFUND', '10.00', payment?.id]);
});

test('what Stripe says has expired is free, and what it never ends is free after the longest time that it holds', async () => {
  const { card, made } = await house.readyCard();
  const [expired, forgotten] = [stripePayment(made), stripePayment(made)];
  for (const [payment, amount] of [[expired, 1_000] as const, [forgotten, 2_000] as const]) {
    expect(await house.decide(payment.request(amount))).toMatchObject({ approved: true });
    await house.tell(payment.decided(amount, true));
  }
  await passDays(9);
  await house.tell(expired.ended('expired'));
  expect(await house.money(card)).toMatchObject({ reserved: '20.00' });
  await passDays(35);
  expect(await house.money(card)).toMatchObject({ reserved: '20.00' });
  await passDays(2);
  expect(await house.money(card)).toMatchObject({ booked: '100.00', reserved: '0.00' });
});

test('an approval that Stripe gave in our place is held as long', async () => {
  const { card, made } = await house.readyCard();
  const away = stripePayment(made);
  away.request(1_500);
  await house.tell(away.decided(1_500, true, 'webhook_timeout'));
  await passDays(20);
  expect(await house.money(card)).toMatchObject({ reserved: '15.00' });
  await house.tell(away.ended('closed'));
  expect(await house.money(card)).toMatchObject({ reserved: '0.00' });
});

test('of a card that is not at Stripe, money is held for seven days', async () => {
  const { database } = house.bank;
  const { clientId } = house.anna;
  const { rows } = await database.pool.query('select holder_id from identity.client where id = $1', [
    clientId,
  ]);
  const { card, balance } = await addCard(database, { clientId, holderId: rows[0].holder_id });
  await processorOf(database).decide(paymentWith(card).ask('30.00'));
  await passDays(6);
  expect((await balance()).reserved).toBe(3_000n);
  await passDays(1);
  expect((await balance()).reserved).toBe(0n);
});
