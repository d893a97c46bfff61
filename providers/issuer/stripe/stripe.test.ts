/** Cards and payments of Stripe Issuing, against a server that accepts what its documentation describes, with signed webhooks. */
import {
  blockCard,
  type CardDetails,
  closeCard,
  getCardOffer,
  getDeskCalendar,
  listCardTransactions,
  listDeskMerchants,
  listDeskPayments,
  listDeskPurchases,
  listNotifications,
  replaceCard,
  revealCard,
  setPin,
  showPin,
  unblockCard,
} from '@calmly/contract';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import type { TestApp } from '@calmly/server/test/support/app.ts';
import { freeHolds } from '@calmly/server/test/support/cards.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import type { Payer } from '@calmly/server/test/support/clients/payments.ts';
import { confirmed, issue } from '@calmly/server/test/support/issued-cards.ts';
import {
  type StripeCard,
  type startStripeServer,
  stripePayment,
} from '@calmly/server/test/support/processes/providers/stripe-server.ts';
import { createStripeBank, type StripeBank } from '@calmly/server/test/support/stripe-bank.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IssuerSink } from '../issuer.ts';
import { createStripeIssuer, decideWithinMs } from './stripe.ts';

let house: StripeBank;
let bank: TestApp;
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let anna: Payer;

beforeAll(async () => {
  house = await createStripeBank();
  ({ bank, stripe, anna } = house);
});
afterAll(() => house.close());

const details = (id: string) => house.details(id, anna);
const readyCard = (fundedMinor?: bigint) => house.readyCard(fundedMinor, anna);
const money = (card: CardDetails) => house.money(card, anna);
const statusAt = (card: StripeCard, status: string) =>
  until(
    async () => card.status,
    (now) => now === status,
  );
const shown = (card: CardDetails) => shownAt({ bank, anna }, card);
const shownAt = async (at: Pick<StripeBank, 'bank' | 'anna'>, { id }: CardDetails) =>
  (await at.bank.call(listCardTransactions, { params: { id }, query: {} }, at.anna)).output.Items.map(
    ({ status, amount, declineReason }) =>
      [status, amount, declineReason].filter((each) => each !== null).join(' '),
  );

describe('a card', () => {
  test('is made once, though Stripe’s answer is lost, and does what ours does', async () => {
    stripe.faults.push('none', 'lost');
    const card = await issue(bank, anna);
    const made = await house.madeFor(card.id);
    expect(made).toMatchObject({ type: 'virtual', status: 'active', currency: 'eur' });
    expect(
      await until(
        () => details(card.id),
        ({ lastFour }) => lastFour === made.last4,
      ),
    ).toMatchObject({
      expiry: '08/31',
      status: 'ACTIVE',
    });
    expect(stripe.cards.filter(({ metadata }) => metadata.calmly_card === card.id)).toHaveLength(1);
    expect(stripe.holders).toHaveLength(1);
    await bank.call(blockCard, { params: { id: card.id } }, anna);
    await statusAt(made, 'inactive');
    await confirmed(bank, anna, unblockCard, { params: { id: card.id } });
    await statusAt(made, 'active');
    await confirmed(bank, anna, closeCard, { params: { id: card.id }, body: {} });
    await statusAt(made, 'canceled');
  });

  test('of plastic is posted, tracked and replaced', async () => {
    const card = await issue(bank, anna, { kind: 'PLASTIC' });
    const made = await house.madeFor(card.id);
    expect(made).toMatchObject({ type: 'physical', status: 'inactive' });
    const shipped = { status: 'shipped', tracking_number: 'LX123', eta: 1_800_000_000 };
    const event = (shipping: object) => ({
      id: `evt_${shipping}`,
      type: 'issuing_card.updated',
      data: { object: { ...made, shipping } },
    });
    await house.tell(event(shipped));
    expect((await details(card.id)).delivery).toMatchObject({
      status: 'SHIPPED',
      trackingNumber: 'LX123',
      expectedOn: '2027-01-15',
    });
    await house.tell(event({ ...shipped, status: 'delivered' }), event(shipped));
    expect((await details(card.id)).delivery).toMatchObject({ status: 'DELIVERED' });
    const { output } = await confirmed(bank, anna, replaceCard, {
      params: { id: card.id },
      body: { reason: 'lost' },
    });
    expect(await house.madeFor(output.id)).toMatchObject({
      replacement_for: made.id,
      replacement_reason: 'lost',
    });
    await statusAt(made, 'canceled');
  });

  test('shows no number and sets no PIN, because only Stripe has them, and says so beforehand', async () => {
    const { card } = await readyCard();
    expect(card).toMatchObject({ numberAtProcessor: true, hasPin: false });
    expect((await bank.call(getCardOffer, {}, anna)).output.numberAtProcessor).toBe(true);
    const params = { id: card.id };
    for (const response of [
      await bank.call(revealCard, { params }, anna),
      await bank.call(showPin, { params }, anna),
      await bank.call(setPin, { params, body: { pin: '4928' } }, anna),
    ])
      expect(problemOf(response)).toBe('card_numbers_at_processor');
    const { rows } = await bank.database.pool.query('select from cards.secret where card_id = $1', [card.id]);
    expect(rows).toEqual([]);
  });
});

test('the sandbox desk plays the other banks and no merchants', async () => {
  expect((await bank.call(getDeskCalendar, {})).output.Merchants).toBe(false);
  expect((await bank.call(listDeskPayments, { query: { state: 'on-its-way' } })).status).toBe(200);
  expect((await bank.call(listDeskMerchants, {})).status).toBe(404);
  expect((await bank.call(listDeskPurchases, { query: {} })).status).toBe(404);
});

describe('a request', () => {
  test('is answered in the response, and a repeated one alike', async () => {
    const { card, made } = await readyCard();
    const paid = stripePayment(made);
    const request = paid.request(3_000);
    const first = await house.decide(request);
    expect(first).toMatchObject({ status: 200, approved: true });
    expect(first.headers.get('stripe-version')).toBe('2026-03-25.dahlia');
    expect(await house.decide(request)).toMatchObject({ approved: true });
    expect(await money(card)).toMatchObject({ booked: '100.00', reserved: '30.00' });
    expect(await house.decide(stripePayment(made).request(7_001))).toMatchObject({ approved: false });
    expect(await shown(card)).toEqual(['DECLINED 70.01 insufficient_balance', 'HELD 30.00']);
  });

  test('is refused when it is signed wrong, too long ago, changed on its way, or asked at the other address', async () => {
    const { card, made } = await readyCard();
    const request = stripePayment(made).request(100);
    /** Stripe allows five minutes; a busy machine may take one of them. */
    const minutesAway = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    for (const sent of [
      { secrets: ['whsec_events'] },
      { secrets: [] },
      { at: minutesAway(-6) },
      { at: minutesAway(6) },
      { signedBody: JSON.stringify(request), body: JSON.stringify(request).replace('100', '1') },
    ])
      expect(await house.decide(request, sent)).toMatchObject({ status: 403 });
    expect(await house.decide(request, { secrets: ['whsec_before', 'whsec_decisions'] })).toMatchObject({
      approved: true,
    });
    expect(await money(card)).toMatchObject({ reserved: '1.00' });
  });

  test('in another currency is held in euro, with the rate of the scheme', async () => {
    const { card, made } = await readyCard();
    const paid = stripePayment(made, { country: 'JP', city: 'Kyoto' });
    paid.in('jpy', 1.6);
    expect(await house.decide(paid.request(1_000))).toMatchObject({ approved: true });
    const [row] = (await bank.call(listCardTransactions, { params: { id: card.id }, query: {} }, anna)).output
      .Items;
    expect(row).toMatchObject({ amount: '10.00', merchantAmount: '1600', merchantCurrency: 'JPY' });
  });

  test('is decided within 1.5 seconds, unless a test has more time', () => {
    const deadlineOf = (more: { decideWithinMs?: number } = {}) =>
      createStripeIssuer({ ...stripe.config, ...more })
        .webhooks({} as IssuerSink)
        .map(({ deadline }) => deadline?.ms);
    expect(decideWithinMs).toBe(1_500);
    expect(deadlineOf()).toEqual([decideWithinMs, undefined]);
    expect(deadlineOf({ decideWithinMs: 60_000 })).toEqual([60_000, undefined]);
  });

  test('that we cannot decide in time is declined, and nothing is held', async () => {
    const punctual = await createStripeBank({ decideWithinMs: 300 });
    const { card, made } = await punctual.readyCard();
    const busy = await punctual.bank.database.pool.connect();
    await busy.query('begin');
    await busy.query('select from cards.card where id = $1 for update', [card.id]);
    const paid = stripePayment(made);
    expect(await punctual.decide(paid.request(2_000))).toMatchObject({ status: 200, approved: false });
    // Now the card is free, and who still decided would approve.
    await busy.query('rollback');
    busy.release();
    await punctual.tell(paid.decided(2_000, false));
    expect(await punctual.money(card)).toMatchObject({ booked: '100.00', reserved: '0.00' });
    expect(await shownAt(punctual, card)).toEqual(['DECLINED 20.00 processor_declined']);
    await punctual.close();
  });

  test('whose answer was lost follows what Stripe did', async () => {
    const { card, made } = await readyCard();
    const lost = stripePayment(made);
    expect(await house.decide(lost.request(1_000))).toMatchObject({ approved: true });
    await house.tell(lost.decided(1_000, false, 'webhook_timeout'));
    const inOurPlace = stripePayment(made);
    const late = inOurPlace.request(2_500);
    await house.tell(inOurPlace.decided(2_500, true, 'webhook_timeout'));
    expect(await house.decide(late)).toMatchObject({ approved: true });
    const tooMuch = stripePayment(made);
    await house.tell(tooMuch.decided(9_000, true, 'network_fallback'));
    expect(await money(card)).toEqual({ booked: '100.00', reserved: '100.00', owed: '0.00' });
    await house.tell(tooMuch.moved('capture', 9_000), tooMuch.ended('closed'));
    expect(await money(card)).toEqual({ booked: '25.00', reserved: '25.00', owed: '15.00' });
  });

  test('of nothing, by which shops check a card, is approved; its events are taken and show nothing', async () => {
    const { card, made } = await readyCard();
    const check = stripePayment(made);
    expect(await house.decide(check.request(0))).toMatchObject({ status: 200, approved: true });
    await house.tell(check.decided(0, true), check.ended('closed'));
    const inOurPlace = stripePayment(made);
    await house.tell(inOurPlace.decided(0, true, 'network_fallback'), inOurPlace.ended('closed'));
    expect(await money(card)).toMatchObject({ booked: '100.00', reserved: '0.00' });
    expect(await shown(card)).toEqual([]);
  });

  test('after an approval that Stripe never got is checked for all that it adds', async () => {
    const { card, made } = await readyCard();
    const paid = stripePayment(made);
    expect(await house.decide(paid.request(1_000))).toMatchObject({ approved: true });
    await house.tell(paid.decided(1_000, true));
    expect(await house.decide(paid.request(2_000)), 'its answer is lost').toMatchObject({ approved: true });
    expect(await house.decide(paid.request(9_001))).toMatchObject({ approved: false });
    expect(await money(card)).toMatchObject({ reserved: '30.00' });
    expect(await house.decide(paid.request(9_000))).toMatchObject({ approved: true });
    expect(await money(card)).toMatchObject({ reserved: '100.00' });
    await house.tell(paid.decided(9_000, true), paid.reverse(10_000, true));
    expect(await money(card)).toMatchObject({ reserved: '0.00' });
    const [row] = (await bank.call(listCardTransactions, { params: { id: card.id }, query: {} }, anna)).output
      .Items;
    expect(row, 'the amount counts once').toMatchObject({ amount: '100.00', merchantAmount: '100.00' });
  });
});

describe('a request that Stripe repeats or makes late', () => {
  beforeAll(async () => {
    anna = await house.createHolder();
  });

  /** A payment of which Stripe knows 10.00, and on which we hold 30.00: our last approval was lost. */
  const halfLost = async () => {
    const ready = await readyCard();
    const paid = stripePayment(ready.made);
    await house.decide(paid.request(1_000));
    await house.tell(paid.decided(1_000, true));
    expect(await house.decide(paid.request(2_000))).toMatchObject({ approved: true });
    expect(await money(ready.card)).toMatchObject({ reserved: '30.00' });
    return { ...ready, paid };
  };
  /** What the holder is told about declined payments of a card. */
  const declinesOf = async ({ lastFour }: Pick<CardDetails, 'lastFour'>) =>
    (await bank.call(listNotifications, { query: {} }, anna)).output.Items.filter(
      ({ kind, params }) => kind === 'card_payment_declined' && params.lastFour === lastFour,
    ).map(({ params }) => `${params.amount} ${params.reason}`);

  test('is approved again after a lost approval and holds no more, while the card may pay', async () => {
    const { card, paid } = await halfLost();
    expect(await house.decide(paid.request(2_000))).toMatchObject({ approved: true });
    expect(await money(card)).toMatchObject({ reserved: '30.00' });
    await bank.call(blockCard, { params: { id: card.id } }, anna);
    expect(await house.decide(paid.request(2_000))).toMatchObject({ approved: false });
    const { lastFour } = await details(card.id);
    await until(
      () => declinesOf({ lastFour }),
      (found) => found.includes('20.00 card_blocked'),
    );
  });

  // Control: counted as held, because an approval was lost, it is approved and nothing is held.
  test('is declined once the hold has expired here', async () => {
    const { card, made, paid } = await halfLost();
    await advanceBusinessTime(bank.database.sql, 45 * 24 + 1);
    await freeHolds(bank);
    expect(await money(card)).toMatchObject({ booked: '100.00', reserved: '0.00' });
    expect(await house.decide(paid.request(2_000))).toMatchObject({ approved: false });
    expect(await money(card)).toMatchObject({ booked: '100.00', reserved: '0.00' });
    const { lastFour } = await details(card.id);
    await until(
      () => declinesOf({ lastFour }),
      (found) => found.includes('20.00 payment_over'),
    );
    // Stripe approves the next one in our place, so its late request is no news.
    const late = paid.request(1_500);
    await house.tell(paid.decided(1_500, true, 'webhook_timeout'));
    expect(await house.decide(late)).toMatchObject({ approved: true });
    expect(await money(card)).toMatchObject({ booked: '100.00', reserved: '0.00' });
    // Told after the others.
    await house.decide(stripePayment(made).request(20_000));
    const declines = await until(
      () => declinesOf({ lastFour }),
      (found) => found.length > 1,
    );
    expect(declines).toEqual(['200.00 insufficient_balance', '20.00 payment_over']);
  });

  test('after Stripe approved it in our place tells the holder of no decline, though not all of it is held', async () => {
    const { card, made } = await readyCard(3_000n);
    const inOurPlace = stripePayment(made);
    const late = inOurPlace.request(5_000);
    await house.tell(inOurPlace.decided(5_000, true, 'webhook_timeout'));
    expect(await money(card)).toMatchObject({ booked: '30.00', reserved: '30.00' });
    expect(await house.decide(late)).toMatchObject({ approved: true });
    const { lastFour } = await details(card.id);
    // Told after the others.
    await house.decide(stripePayment(made).request(700));
    const declines = await until(
      () => declinesOf({ lastFour }),
      (found) => found.length > 0,
    );
    expect(declines).toEqual(['7.00 insufficient_balance']);
    expect(await shown(card)).toEqual(['DECLINED 7.00 insufficient_balance', 'HELD 30.00']);
  });
});

test('events in any order and repeated leave the books as the model has them', async () => {
  for (let round = 0; round < 6; round += 1) {
    if (round % 3 === 0) anna = await house.createHolder();
    const { card, made } = await readyCard();
    const [hotel, refunded, forced] = [stripePayment(made), stripePayment(made), stripePayment(made)];
    for (const [paid, amount] of [
      [hotel, 3_000],
      [refunded, 1_000],
    ] as const)
      expect(await house.decide(paid.request(amount))).toMatchObject({ approved: true });
    const created = [hotel.decided(3_000, true), refunded.decided(1_000, true)];
    expect(await house.decide(hotel.request(2_000))).toMatchObject({ approved: true });
    const events = [
      ...created,
      hotel.decided(2_000, true),
      hotel.reverse(500),
      hotel.moved('capture', 1_500),
      hotel.moved('capture', 1_200),
      hotel.ended('closed'),
      refunded.moved('capture', 1_000),
      refunded.moved('refund', 400),
      refunded.ended('closed'),
      forced.moved('capture', 700, { forced: true }),
    ];
    const order = [...events, ...events.slice(round, round + 4)];
    const shuffled =
      round === 0 ? order : order.toSorted((one, other) => rank(one, round) - rank(other, round));
    await house.tell(...shuffled);
    // 100.00 less 15.00, 12.00 and 10.00, plus 4.00, less 7.00.
    expect(await money(card), `round ${round}`).toEqual({ booked: '60.00', reserved: '0.00', owed: '0.00' });
    expect((await shown(card)).toSorted()).toEqual(
      ['CLEARED 10.00', 'CLEARED 27.00', 'CLEARED 7.00', 'REFUND 4.00'].toSorted(),
    );
  }
});

/** A place in another order for each round. */
const rank = (event: object, round: number): number =>
  [...JSON.stringify(event)].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0) * round) % 1_000_003,
    round,
  );
