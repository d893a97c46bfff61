/** Payments with cards over HTTP, as a client sees them, with the money and the limits behind them. */
import { getPayment, listCardTransactions } from '@calmly/contract';
import { parseDecimal } from '@calmly/domain';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import type { IssuerEvent } from '@calmly/providers/issuer/issuer.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { type Cardholder, newCardholder } from '@calmly/server/test/support/cardholder.ts';
import { addMoney, freeHolds, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankBalances, verifyBooks } from '../../../ledger/server/index.ts';
import type { StoredCard } from '../card.ts';
import { lockCard } from '../card-store.ts';
import { findDebts, repayDebt } from './money/debt.ts';

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

const owed = async ({ accountId }: StoredCard) =>
  (await findDebts(app.database.sql, [accountId])).get(accountId) ?? 0n;

describe('a payment', () => {
  test('is held when it is approved, and paid when the merchant collects it', async () => {
    const { card, balance } = await anna.newCard();
    const paid = paymentWith(card);
    expect(await processor.decide(paid.ask('30.00'))).toMatchObject({ approved: true, declineReason: null });
    expect(await balance()).toEqual({ posted: 10_000n, reserved: 3_000n });
    expect(await anna.onlyRow(card)).toMatchObject({
      scheme: 'CARD',
      status: 'PENDING_FINANCE_INSTITUTION',
      amount: '30.00',
      accountName: card.name,
      counterpartyName: 'Rimi',
      counterpartyCountry: 'EE',
    });
    await processor.take(paid.clear('30.00'));
    expect(await balance()).toEqual({ posted: 7_000n, reserved: 0n });
    const [transaction] = await anna.listed(card);
    expect(transaction).toMatchObject({
      status: 'CLEARED',
      group: 'groceries',
      amount: '30.00',
      merchantName: 'Rimi',
      merchantCity: 'Tallinn',
      merchantCountry: 'EE',
      channel: 'CHIP',
      rate: null,
    });
    const { output } = await app.call(
      getPayment,
      { params: { id: transaction?.id ?? '' } },
      { token: anna.token },
    );
    expect(output).toMatchObject({
      status: 'EXECUTED',
      debtorAccount: '•••• 4471',
      creditorName: 'Rimi',
      canCancel: false,
      canSendAgain: false,
    });
    expect(output.timeline.map(({ status }) => status)).toEqual(['PENDING_FINANCE_INSTITUTION', 'EXECUTED']);
  });

  test('is collected in parts, and what the merchant does not want is free again', async () => {
    const { card, balance } = await anna.newCard();
    const paid = paymentWith(card);
    await processor.decide(paid.ask('50.00'));
    await processor.take(paid.clear('20.00', { isFinal: false }));
    expect(await balance()).toEqual({ posted: 8_000n, reserved: 3_000n });
    expect(await anna.onlyRow(card)).toMatchObject({
      status: 'PENDING_FINANCE_INSTITUTION',
      amount: '50.00',
    });
    await processor.take(paid.clear('10.00'));
    expect(await balance()).toEqual({ posted: 7_000n, reserved: 0n });
    expect(await anna.onlyRow(card)).toMatchObject({ status: 'EXECUTED', amount: '30.00' });
  });

  test('grows when the merchant asks for more, and shrinks when it gives some up', async () => {
    const { card, balance } = await anna.newCard();
    const paid = paymentWith(card);
    await processor.decide(paid.ask('50.00'));
    await processor.decide(paid.ask('30.00'));
    expect(await balance()).toEqual({ posted: 10_000n, reserved: 8_000n });
    expect(await processor.decide(paid.ask('20.01'))).toMatchObject({
      declineReason: 'insufficient_balance',
    });
    await processor.take(paid.reverse('60.00'));
    expect(await balance()).toEqual({ posted: 10_000n, reserved: 2_000n });
    expect(await anna.onlyRow(card)).toMatchObject({
      status: 'PENDING_FINANCE_INSTITUTION',
      amount: '20.00',
    });
    await processor.take(paid.reverse());
    expect(await balance()).toEqual({ posted: 10_000n, reserved: 0n });
    expect((await anna.listed(card)).map(({ status }) => status)).toEqual(['RELEASED']);
    const { timeline } = (
      await app.call(getPayment, { params: { id: (await anna.onlyRow(card)).id } }, { token: anna.token })
    ).output;
    expect(timeline.at(-1)).toMatchObject({ status: 'REJECTED', reason: 'card_released' });
  });

  test('of nothing, by which a shop checks a card, is approved, holds nothing and is no payment', async () => {
    const { card, balance } = await anna.newCard();
    const checked = paymentWith(card);
    expect(await processor.decide(checked.ask('0.00'))).toMatchObject({ approved: true });
    expect(await balance()).toEqual({ posted: 10_000n, reserved: 0n });
    expect([await anna.rowsOf(card), await anna.listed(card)]).toEqual([[], []]);
    // The control: a card that cannot pay fails the check too.
    const blocked = { ...checked.ask('0.00'), checks: { ...checked.ask('0.00').checks, expiry: 'mismatch' } };
    const other = { ...blocked, id: 'another check', reference: 'another check' } as const;
    expect(await processor.decide(other as never)).toMatchObject({ declineReason: 'wrong_expiry' });
  });

  test('counts once however often its messages arrive, and each repeat gets the same answer', async () => {
    const { card, balance } = await anna.newCard();
    const paid = paymentWith(card);
    const [ask, tooMuch, clear] = [paid.ask('30.00'), paymentWith(card).ask('500.00'), paid.clear('30.00')];
    for (const request of [ask, tooMuch])
      expect(await processor.decide(request)).toEqual(await processor.decide(request));
    const together = await Promise.all([1, 2, 3, 4].map(() => processor.take(clear)));
    expect(new Set(together.map(({ transactionId }) => transactionId)).size).toBe(1);
    await processor.decide(ask);
    expect(await balance()).toEqual({ posted: 7_000n, reserved: 0n });
    expect(await anna.rowsOf(card)).toHaveLength(2);
  });

  test('in another currency is converted, and the scheme’s final amount is what is paid', async () => {
    const { card, balance } = await anna.newCard();
    const paid = paymentWith(card);
    const abroad = {
      currency: 'JPY',
      merchant: { name: 'Lawson', city: 'Osaka', country: 'JP', mcc: '5411' },
    };
    await processor.decide(paid.ask('1500', abroad));
    const [held] = await anna.listed(card);
    // The sandbox's market is within 2 % of 181.3 yen per euro.
    const heldMinor = parseDecimal(held?.amount ?? '', 'EUR');
    expect(heldMinor).toBeGreaterThanOrEqual(811n);
    expect(heldMinor).toBeLessThanOrEqual(844n);
    expect(held).toMatchObject({ merchantAmount: '1500', merchantCurrency: 'JPY', channel: 'CHIP' });
    await processor.take(paid.clear('1500', { ...abroad, cardAmount: '8.11' }));
    expect(await balance()).toEqual({ posted: 9_189n, reserved: 0n });
    const [cleared] = await anna.listed(card);
    expect(cleared).toMatchObject({ status: 'CLEARED', amount: '8.11', rate: '0.005406666' });
    const { output } = await app.call(
      getPayment,
      { params: { id: cleared?.id ?? '' } },
      { token: anna.token },
    );
    expect(output).toMatchObject({ converted: { amount: '1500', currency: 'JPY' } });
  });

  test('that is not collected is available again after seven days of the bank’s calendar, and is posted if it is collected later', async () => {
    const { card, balance } = await anna.newCard();
    const paid = paymentWith(card);
    await processor.decide(paid.ask('40.00'));
    const look = () => freeHolds(app);
    await advanceBusinessTime(app.database.sql, 7 * 24 - 1);
    await look();
    expect(await balance()).toEqual({ posted: 10_000n, reserved: 4_000n });
    await advanceBusinessTime(app.database.sql, 2);
    await look();
    expect(await balance()).toEqual({ posted: 10_000n, reserved: 0n });
    await processor.take(paid.clear('40.00'));
    expect(await balance()).toEqual({ posted: 6_000n, reserved: 0n });
    expect((await anna.listed(card)).map(({ status }) => status)).toEqual(['CLEARED', 'RELEASED']);
  });

  test('comes back as a refund of its own, linked to what it gives back', async () => {
    const { card, balance } = await anna.newCard();
    const paid = paymentWith(card);
    await processor.decide(paid.ask('30.00'));
    await processor.take(paid.clear('30.00'));
    await processor.take(paid.refund('12.00'));
    expect(await balance()).toEqual({ posted: 8_200n, reserved: 0n });
    const [back, payment] = await anna.listed(card);
    expect(back).toMatchObject({
      status: 'REFUND',
      direction: 'CREDIT',
      amount: '12.00',
      refundOf: payment?.id,
    });
    expect((await anna.rowsOf(card))[0]).toMatchObject({ direction: 'CREDIT', counterpartyName: 'Rimi' });
    expect(await anna.listed(card, 'REFUND,HELD')).toHaveLength(1);
  });

  test('is linked to no payment of another card, whatever its message names', async () => {
    const [mine, theirs] = [await anna.newCard(), await anna.newCard()];
    const paid = paymentWith(theirs.card);
    await processor.take(paid.clear('30.00'));
    await processor.take(paymentWith(mine.card).refund('12.00', { refundOf: paid.reference }));
    expect((await mine.balance()).posted).toBe(11_200n);
    expect((await anna.listed(mine.card))[0]).toMatchObject({
      status: 'REFUND',
      amount: '12.00',
      refundOf: null,
    });
  });
});

describe('without a request', () => {
  test('is paid by the bank where the balance ends, and the next money pays it back', async () => {
    const { card, balance } = await anna.newCard({ fundedMinor: 1_000n });
    const before = (await bankBalances(app.database.sql, 'receivable')).get('EUR') ?? 0n;
    await processor.take(paymentWith(card).clear('25.00', { channel: 'OFFLINE' }));
    expect(await balance()).toEqual({ posted: 0n, reserved: 0n });
    expect(await owed(card)).toBe(1_500n);
    expect((await bankBalances(app.database.sql, 'receivable')).get('EUR')).toBe(before - 1_500n);
    expect(await anna.onlyRow(card)).toMatchObject({ status: 'EXECUTED', amount: '25.00' });
    await addMoney(app.database, card.accountId, 2_000n);
    await app.database.inTransaction(async (sql) => {
      await lockCard(sql, card.id);
      await repayDebt(systemWork(sql), { accountId: card.accountId, subjectId: card.id });
    });
    expect([await owed(card), await balance()]).toEqual([0n, { posted: 500n, reserved: 0n }]);
  });

  test('is paid from the balance where a merchant collects more than is held', async () => {
    const { card, balance } = await anna.newCard({ fundedMinor: 5_000n });
    const [dinner, other] = [paymentWith(card), paymentWith(card)];
    await processor.decide(dinner.ask('30.00'));
    await processor.decide(other.ask('15.00'));
    await processor.take(dinner.clear('36.00'));
    // The other payment stays held; one euro is owed.
    expect([await balance(), await owed(card)]).toEqual([{ posted: 1_500n, reserved: 1_500n }, 100n]);
    await processor.take(dinner.refund('36.00'));
    expect([await balance(), await owed(card)]).toEqual([{ posted: 5_000n, reserved: 1_500n }, 0n]);
  });

  test.each<[string, (held: ReturnType<typeof paymentWith>) => IssuerEvent, bigint]>([
    ['gives all of it up', (held) => held.reverse(), 0n],
    ['gives a part of it up', (held) => held.reverse('20.00'), 0n],
    ['collects less for good', (held) => held.clear('10.00'), 1_000n],
    ['lets it expire', (held) => held.expire(), 0n],
  ])('is paid back by money that was held, once its merchant %s', async (_, end, collectedMinor) => {
    const { card, balance } = await anna.newCard({ fundedMinor: 5_000n });
    const [dinner, other] = [paymentWith(card), paymentWith(card)];
    await processor.decide(dinner.ask('20.00'));
    await processor.decide(other.ask('30.00'));
    await processor.take(dinner.clear('35.00'));
    expect(await owed(card)).toBe(1_500n);
    await processor.take(end(other));
    expect([(await balance()).posted, await owed(card)]).toEqual([1_500n - collectedMinor, 0n]);
  });

  test('may overtake its request: nothing is held for what was collected or given up', async () => {
    const { card, balance } = await anna.newCard();
    const [collected, givenUp] = [paymentWith(card), paymentWith(card)];
    await processor.take(collected.clear('20.00'));
    await processor.take(givenUp.reverse('30.00'));
    expect(await processor.decide(collected.ask('20.00'))).toMatchObject({ approved: true });
    expect(await processor.decide(givenUp.ask('30.00'))).toMatchObject({ approved: true });
    expect(await balance()).toEqual({ posted: 8_000n, reserved: 0n });
    expect((await anna.listed(card)).map(({ status }) => status)).toEqual(['RELEASED', 'CLEARED']);
  });

  test('that overtook its request is not needed again, and the rest is checked like any other', async () => {
    const { card, balance } = await anna.newCard({ fundedMinor: 5_000n });
    const [small, large] = [paymentWith(card), paymentWith(card)];
    for (const paid of [small, large]) await processor.take(paid.clear('10.00'));
    expect(await processor.decide(small.ask('40.00'))).toMatchObject({ approved: true });
    expect(await processor.decide(large.ask('40.01'))).toMatchObject({
      declineReason: 'insufficient_balance',
    });
    expect(await balance()).toEqual({ posted: 3_000n, reserved: 0n });
  });

  test('of a payment that was declined is posted beside it', async () => {
    const { card, balance } = await anna.newCard({
      status: 'BLOCKED',
      blockedAt: new Date(),
      blockedBy: anna.personId,
    });
    const paid = paymentWith(card);
    expect(await processor.decide(paid.ask('20.00'))).toMatchObject({ declineReason: 'card_blocked' });
    await processor.take(paid.clear('20.00'));
    expect(await balance()).toEqual({ posted: 8_000n, reserved: 0n });
    expect((await anna.listed(card)).map(({ status }) => status)).toEqual(['CLEARED', 'DECLINED']);
  });
});

describe('a new request under the reference of a payment that is over', () => {
  type Held = ReturnType<typeof paymentWith>;
  test.each<[string, (held: Held) => IssuerEvent, string]>([
    ['collected', (held) => held.clear('30.00'), 'CLEARED'],
    ['reversed', (held) => held.reverse(), 'RELEASED'],
    ['expired', (held) => held.expire(), 'RELEASED'],
  ])('is declined after it was %s; the request before gets its answer again', async (_, end, status) => {
    const { card, balance } = await anna.newCard();
    const paid = paymentWith(card);
    const ask = paid.ask('30.00');
    const answer = await processor.decide(ask);
    await processor.take(end(paid));
    const after = await balance();
    const next = paid.ask('5.00');
    const declined = { approved: false, declineReason: 'payment_over', transactionId: answer.transactionId };
    expect(await processor.decide(next)).toEqual(declined);
    expect(await processor.decide(ask)).toEqual(answer);
    expect(await processor.decide(next)).toEqual(declined);
    expect(await balance()).toEqual(after);
    expect(await anna.listed(card)).toMatchObject([{ status, amount: '30.00', declineReason: null }]);
    await until(anna.notices, (found) =>
      found.some(
        ({ kind, subjectId, params }) =>
          kind === 'card_payment_declined' &&
          subjectId === answer.transactionId &&
          params.amount === '5.00' &&
          params.reason === 'payment_over',
      ),
    );
  });

  test('counts wrong PINs', async () => {
    const { card } = await anna.newCard();
    const paid = paymentWith(card);
    await processor.decide(paid.ask('30.00'));
    await processor.take(paid.clear('30.00'));
    const wrong = { checks: { securityCode: 'absent', expiry: 'absent', pin: 'mismatch' } } as const;
    const reasons: unknown[] = [];
    for (const _ of [1, 2, 3, 4])
      reasons.push((await processor.decide(paid.ask('5.00', wrong))).declineReason);
    expect(reasons).toEqual(['wrong_pin', 'wrong_pin', 'pin_tries', 'card_locked']);
  });
});

test('two payments at once cannot spend one balance', async () => {
  const { card, balance } = await anna.newCard({ fundedMinor: 1_000n });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => processor.decide(paymentWith(card).ask('3.00'))),
  );
  expect(answers.filter(({ approved }) => approved)).toHaveLength(3);
  expect(await balance()).toEqual({ posted: 1_000n, reserved: 900n });
});

test('one payment of a card is read by its id, and not with another card', async () => {
  const [{ card }, { card: other }] = [await anna.newCard(), await anna.newCard()];
  for (const amount of ['3.00', '4.00']) await processor.decide(paymentWith(card).ask(amount));
  const older = (await anna.listed(card)).at(-1);
  expect(await anna.listed(card, undefined, older?.id)).toEqual([older]);
  expect(older?.amount).toBe('3.00');
  expect(await anna.listed(other, undefined, older?.id)).toEqual([]);
});

test('another client’s card does not exist', async () => {
  const { card } = await anna.newCard();
  const boris = await newClient(app);
  const answer = await app.call(
    listCardTransactions,
    { params: { id: card.id }, query: {} },
    { token: boris.token },
  );
  expect(answer.status).toBe(404);
});

test('the first payment in a country outside the EEA is news to the holder, the second is none', async () => {
  const { card } = await anna.newCard();
  const zurich = { merchant: { name: 'Sprüngli', city: 'Zürich', country: 'CH', mcc: '5812' } };
  // A refund is not a payment in that country.
  await processor.take(paymentWith(card).refund('4.00', zurich));
  for (const amount of ['5.00', '6.00']) await processor.decide(paymentWith(card).ask(amount, zurich));
  // The next one is notified.
  await processor.decide(paymentWith(card).ask('500.00', zurich));
  const found = await until(anna.notices, (all) =>
    all.some(({ kind, params }) => kind === 'card_payment_declined' && params.counterparty === 'Sprüngli'),
  );
  const abroad = found.filter(({ kind }) => kind === 'card_payment_abroad');
  expect(abroad.filter(({ params }) => params.country === 'CH').map(({ params }) => params.amount)).toEqual([
    '5.00',
  ]);
});
