/**
 * Disputes at Stripe Issuing, against a server that accepts what its documentation describes, with signed webhooks: repeated, out of order, lost.
 * Control: with `keep` not knowing its own dispute again, those that become smaller or the next one fail.
 */

import {
  type CardTransaction,
  type DisputeInput,
  listCardTransactions,
  openDispute,
  withdrawDispute,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  type StripeDispute,
  stripeDisputeEvent,
} from '@calmly/server/test/support/processes/providers/stripe-disputes.ts';
import { stripePayment } from '@calmly/server/test/support/processes/providers/stripe-server.ts';
import { failedAttempts, holdRetries, retryNow, untilRetried } from '@calmly/server/test/support/retries.ts';
import { createStripeBank, type StripeBank } from '@calmly/server/test/support/stripe-bank.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let house: StripeBank;
beforeAll(async () => {
  house = await createStripeBank();
});
afterAll(() => house.close());

/** A payment of which these parts were collected. */
async function collected(...parts: readonly number[]) {
  const { bank, stripe, anna } = house;
  const { card, made } = await house.readyCard();
  const paid = stripePayment(made);
  stripe.payments.push(paid);
  const amount = parts.reduce((sum, part) => sum + part, 0);
  expect(await house.decide(paid.request(amount))).toMatchObject({ approved: true });
  await house.tell(
    paid.decided(amount, true),
    ...parts.map((part) => paid.moved('capture', part)),
    paid.ended('closed'),
  );
  const rows = async (): Promise<CardTransaction[]> =>
    (await bank.call(listCardTransactions, { params: { id: card.id }, query: {} }, anna)).output.Items;
  const id = (await rows())[0]?.id ?? '';
  const row = async () => (await rows()).find((each) => each.id === id);
  return {
    card,
    id,
    paid,
    row,
    open: (body: Partial<DisputeInput> = {}) =>
      bank.call(
        openDispute,
        {
          params: { id },
          body: { reason: 'not_me', text: 'I was asleep.', amount: '20.00', documents: [], ...body },
        },
        { token: anna.token, idempotencyKey: newId() },
      ),
    withdraw: () => bank.call(withdrawDispute, { params: { id } }, { token: anna.token }),
    standing: (status: string) =>
      untilRetried(
        bank.database.sql,
        async () => (await row())?.dispute?.status,
        (now) => now === status,
      ),
    there: () =>
      stripe.disputes.filter(({ transaction }) => paid.moves.some((move) => move.id === transaction)),
    booked: async () => (await house.money(card)).booked,
  };
}

/** The scheme decides. */
async function decided(dispute: StripeDispute | undefined, status: 'won' | 'lost' | 'expired') {
  if (!dispute) throw new Error('Stripe has no such dispute');
  dispute.status = status;
  return stripeDisputeEvent('closed', dispute);
}

describe('a dispute', () => {
  test('is opened and submitted once though an answer is lost, and a won one credited once, in any order of the events', async () => {
    const payment = await collected(3_000);
    house.stripe.faults.push('lost');
    await payment.open();
    await payment.standing('IN_REVIEW');
    const [dispute, ...others] = payment.there();
    expect(others).toEqual([]);
    expect(dispute).toMatchObject({
      transaction: payment.paid.moves[0]?.id,
      amount: 2_000,
      status: 'submitted',
      evidence: { reason: 'fraudulent', explanation: 'I was asleep.' },
    });
    const before = ['created', 'submitted', 'updated'].map((type) => stripeDisputeEvent(type, dispute ?? {}));
    const closed = await decided(dispute, 'won');
    const funds = stripeDisputeEvent('funds_reinstated', dispute ?? {});
    await house.tell(funds, closed, ...before, closed);
    await payment.standing('WON');
    await house.tell(closed, funds);
    await house.idle();
    expect(await payment.booked()).toBe('90.00');
    expect(payment.there()).toHaveLength(1);
  });

  test('that is lost or expires ends so, and one without our id changes nothing', async () => {
    for (const outcome of ['lost', 'expired'] as const) {
      const payment = await collected(3_000);
      await payment.open();
      await payment.standing('IN_REVIEW');
      const [dispute] = payment.there();
      const closed = await decided(dispute, outcome);
      await house.tell(closed, stripeDisputeEvent('closed', { ...dispute, id: 'idp_other', metadata: {} }));
      await payment.standing('LOST');
      expect(await payment.booked()).toBe('70.00');
    }
  });

  test('for which Stripe wants more evidence waits until staff submits it in its dashboard', async () => {
    const payment = await collected(3_000);
    await payment.open({ reason: 'not_received', text: 'Nothing arrived.' });
    await until(
      async () => payment.there()[0]?.metadata.calmly_by_hand,
      (mark) => mark === 'yes',
    );
    const [dispute] = payment.there();
    expect(dispute).toMatchObject({ status: 'unsubmitted', evidence: { reason: 'not_received' } });
    if (dispute) dispute.evidence.expected_at = '1800000000';
    await house.tell(stripeDisputeEvent('updated', dispute ?? {}));
    await house.idle();
    expect((await payment.row())?.dispute?.status).toBe('OPEN');
    if (dispute) dispute.status = 'submitted';
    await house.tell(stripeDisputeEvent('submitted', dispute ?? {}));
    await payment.standing('IN_REVIEW');
  });

  test('becomes smaller after a refund while Stripe has not submitted it', async () => {
    const payment = await collected(3_000);
    await payment.open({ reason: 'not_received' });
    await until(
      async () => payment.there()[0]?.metadata.calmly_by_hand,
      (mark) => mark === 'yes',
    );
    await house.tell(payment.paid.moved('refund', 2_500));
    await until(
      async () => payment.there()[0]?.amount,
      (amount) => amount === 500,
    );
    await house.tell(await decided(payment.there()[0], 'won'));
    await payment.standing('WON');
    expect(await payment.booked()).toBe('100.00');
  });

  test('of a payment collected in parts is decided when all of them are', async () => {
    const payment = await collected(1_500, 1_200);
    await payment.open({ amount: '25.00' });
    await payment.standing('IN_REVIEW');
    expect(payment.there().map(({ amount }) => amount)).toEqual([1_500, 1_000]);
    const [larger, smaller] = payment.there();
    await house.tell(await decided(smaller, 'won'));
    await house.idle();
    expect((await payment.row())?.dispute?.status).toBe('IN_REVIEW');
    await house.tell(await decided(larger, 'lost'));
    await payment.standing('WON');
    expect(await payment.booked()).toBe('83.00');
  });

  test('that was withdrawn here but is still open at Stripe becomes the payment’s next dispute', async () => {
    const payment = await collected(3_000);
    await payment.open();
    await payment.standing('IN_REVIEW');
    expect((await payment.withdraw()).output.dispute?.status).toBe('WITHDRAWN');
    await payment.open({ amount: '10.00' });
    await payment.standing('IN_REVIEW');
    expect(payment.there()).toHaveLength(1);
    await house.tell(await decided(payment.there()[0], 'won'));
    await payment.standing('WON');
    expect(await payment.booked()).toBe('80.00');
  });

  test('is submitted also if staff had not completed the one that was withdrawn before', async () => {
    const payment = await collected(3_000);
    await payment.open({ reason: 'not_received' });
    await until(
      async () => payment.there()[0]?.metadata.calmly_by_hand,
      (mark) => mark === 'yes',
    );
    await payment.withdraw();
    await payment.open();
    await payment.standing('IN_REVIEW');
    expect(payment.there()).toMatchObject([{ status: 'submitted', evidence: { reason: 'fraudulent' } }]);
  });

  test('is possible for 110 days, as Stripe takes it', async () => {
    const payment = await collected(3_000);
    const daysPass = (days: number) =>
      house.bank.database.pool.query('update cards.authorization set day = day - $1::int where id = $2', [
        days,
        payment.id,
      ]);
    await daysPass(111);
    expect(problemOf(await payment.open())).toBe('dispute_too_late');
    await daysPass(-1);
    expect((await payment.open()).status).toBe(201);
  });
});

test('a dispute that was withdrawn before Stripe had it never comes there', async () => {
  const payment = await collected(3_000);
  await holdRetries(house.bank.database.sql);
  house.stripe.faults.push(500);
  await payment.open();
  await until(
    () => failedAttempts(house.bank.database.sql),
    ({ length }) => length > 0,
  );
  expect((await payment.withdraw()).output.dispute?.status).toBe('WITHDRAWN');
  await retryNow(house.bank.database.sql);
  await house.idle();
  expect(payment.there()).toEqual([]);
});
