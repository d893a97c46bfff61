/** Dates of cards by the bank's calendar: the notice before the end, the end, and the client's own last day. */
import { closeCard, getCard, listNotifications, replaceCard, revealCard } from '@calmly/contract';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { lookAtCards, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { callWithCode, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { createCardholder, topUp } from '@calmly/server/test/support/issued-cards.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expiryOf, isRenewable, lastDayOf } from '../expiry.ts';

let bank: TestApp;

beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());

const look = () => lookAtCards(bank);
const dayFromNow = (days: number) => {
  const found: { day?: string } = {};
  return systemWork(bank.database, async (work) => {
    found.day = addDays(await businessDay(work), days);
  }).then(() => found.day ?? '');
};
const setDay = async (id: string, column: 'expires_on' | 'valid_until', days: number) =>
  query`update cards.card set ${query.ref(column)} = ${await dayFromNow(days)}::date where id = ${id}`.execute(
    bank.database.sql,
  );
const cardOf = async (who: { token: string }, id: string) =>
  (await bank.call(getCard, { params: { id } }, who)).output;
const kindsOf = async (who: { token: string }) =>
  (await bank.call(listNotifications, { query: { limit: 20 } }, who)).output.Items.map(
    ({ kind }) => kind,
  ).filter((kind) => kind.startsWith('card_') && kind !== 'card_issued');

test('a card is valid until the end of its month three years on', () => {
  expect([lastDayOf('2026-11-23'), lastDayOf('2028-01-31')]).toEqual(['2029-11-30', '2031-01-31']);
  expect(expiryOf('2029-11-30')).toBe('11/29');
  expect([isRenewable('2029-11-30', '2029-09-30'), isRenewable('2029-11-30', '2029-09-29')]).toEqual([
    true,
    false,
  ]);
});

test('its holder gets one notice a month before, and after its last day it has expired', async () => {
  const anna = await createCardholder(bank);
  await topUp(bank, anna, anna.card.id, '10.00');
  await setDay(anna.card.id, 'expires_on', 31);
  await look();
  expect((await cardOf(anna, anna.card.id)).status).toBe('ACTIVE');
  await setDay(anna.card.id, 'expires_on', 30);
  await look();
  await look();
  await until(
    () => kindsOf(anna),
    (found) => found.length === 1,
  );
  expect(await kindsOf(anna)).toEqual(['card_expiring']);

  await setDay(anna.card.id, 'expires_on', 0);
  await look();
  expect((await cardOf(anna, anna.card.id)).status).toBe('ACTIVE');
  await setDay(anna.card.id, 'expires_on', -1);
  await look();
  expect(await cardOf(anna, anna.card.id)).toMatchObject({ status: 'EXPIRED', available: '10.00' });
  await until(
    () => kindsOf(anna),
    (found) => found.length === 2,
  );
  expect(await kindsOf(anna)).toEqual(['card_expired', 'card_expiring']);
  expect(problemOf(await topUp(bank, anna, anna.card.id, '1.00'))).toBe('card_expired');
  expect(problemOf(await callWithCode(bank, anna, revealCard, { params: { id: anna.card.id } }))).toBe(
    'card_expired',
  );
});

test('after the client’s last day an empty card is closed, and one with money has expired', async () => {
  const anna = await createCardholder(bank);
  const boris = await createCardholder(bank);
  await topUp(bank, boris, boris.card.id, '10.00');
  for (const { card } of [anna, boris]) await setDay(card.id, 'valid_until', 0);
  await look();
  expect((await cardOf(anna, anna.card.id)).status).toBe('ACTIVE');
  for (const { card } of [anna, boris]) await setDay(card.id, 'valid_until', -1);
  await look();
  expect((await cardOf(anna, anna.card.id)).status).toBe('CLOSED');
  expect(await cardOf(boris, boris.card.id)).toMatchObject({ status: 'EXPIRED', available: '10.00' });
});

test('a card that the bank has locked stays locked after its last day, and wrong PINs are forgotten', async () => {
  const anna = await createCardholder(bank);
  const boris = await createCardholder(bank);
  for (const [{ card }, lock] of [
    [anna, 'bank'],
    [boris, 'pin_tries'],
  ] as const) {
    await query`update cards.card set status = 'LOCKED', lock = ${lock} where id = ${card.id}`.execute(
      bank.database.sql,
    );
    await setDay(card.id, 'expires_on', -1);
  }
  await look();
  expect(await cardOf(anna, anna.card.id)).toMatchObject({ status: 'EXPIRED', lock: 'bank' });
  expect(await cardOf(boris, boris.card.id)).toMatchObject({ status: 'EXPIRED', lock: null });
  const renew = (who: typeof anna) =>
    callWithCode(bank, who, replaceCard, { params: { id: who.card.id }, body: { reason: 'renewal' } });
  expect(problemOf(await renew(anna))).toBe('card_locked');
  expect((await renew(boris)).output.status).toBe('ACTIVE');
});

// Control: if every top-up of such a card were refused, the client could neither repay the debt nor close the card.
test('an expired or closed card accepts what it owes and no more, and an expired one can be closed then', async () => {
  const anna = await createCardholder(bank);
  const { id } = anna.card;
  await topUp(bank, anna, id, '10.00');
  const processor = processorOf(bank.database);
  await processor.take(paymentWith(anna.card).clear('25.00'));
  await setDay(id, 'valid_until', -1);
  await look();
  expect(await cardOf(anna, id)).toMatchObject({ status: 'EXPIRED', owed: '15.00' });
  const close = () => callWithCode(bank, anna, closeCard, { params: { id }, body: {} });
  expect(problemOf(await close())).toBe('card_money_owed');
  expect(problemOf(await topUp(bank, anna, id, '15.01'))).toBe('card_expired');
  expect((await topUp(bank, anna, id, '15.00')).output.card).toMatchObject({ owed: '0.00', booked: '0.00' });
  expect((await close()).output).toEqual({ status: 'CLOSED' });

  // A merchant can collect from a closed card too.
  await processor.take(paymentWith(anna.card).clear('5.00'));
  expect(problemOf(await topUp(bank, anna, id, '5.01'))).toBe('card_closed');
  expect((await topUp(bank, anna, id, '5.00')).output.card).toMatchObject({ status: 'CLOSED', owed: '0.00' });
  expect(problemOf(await topUp(bank, anna, id, '1.00'))).toBe('card_closed');
});

test('the job looks again while there are cards', async () => {
  await look();
  const { rows } = await query`select from graphile_worker.jobs where key = 'cards_calendar'`.execute(
    bank.database.sql,
  );
  expect(rows).toHaveLength(1);
});
