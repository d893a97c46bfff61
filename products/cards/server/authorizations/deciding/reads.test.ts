/**
 * The decision on a payment reads the same few pages after years of payments. Controls, tried once: the sum of every day of an account's spending, a
 * country looked up among all payments, and an approved payment among all declined ones are named here.
 */

import { addDays } from '@calmly/platform/time/zoned-days.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { pagesRead } from '@calmly/server/test/support/plans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUsage } from '../../reading/usage-store.ts';
import { addSpent } from '../spent-store.ts';
import { hasPaid, hasPaidIn } from '../store.ts';

let bank: TestApp;
/** A card that has paid at home each day, and one whose payments were all declined. */
let paid: string;
let declined: string;
const payments = 20_000;
const days = 3_000;
const today = '2026-11-28';

beforeAll(async () => {
  bank = await startTestApp();
  const anna = await newClient(bank);
  const owner = { clientId: anna.clientId, holderId: anna.personId };
  const [first, second] = [await addCard(bank.database, owner), await addCard(bank.database, owner)];
  paid = first.card.accountId;
  declined = second.card.accountId;
  for (const [{ id, accountId }, reason] of [
    [first.card, null],
    [second.card, 'limit_day'],
  ] as const)
    await bank.database.pool.query(
      `insert into cards.authorization (id, card_id, account_id, reference, created_at, day, approved, decline_reason, channel, mcc, merchant_name,
         merchant_country, merchant_amount, merchant_currency, authorized_minor, cleared_minor, is_over)
       select gen_random_uuid(), $1, $2::uuid, $2::uuid || ' ' || n, now(), $3::date - n % $4::int, $5::text is null, $5, 'ONLINE', '5411', 'Shop', 'EE', '1.00', 'EUR', 100,
         case when $5 is null then 100 else 0 end, true
       from generate_series(1, $6::int) as n`,
      [id, accountId, today, days, reason, payments],
    );
  await bank.database.inTransaction(async (sql) => {
    for (let back = days; back >= 0; back -= 1)
      await addSpent(sql, { accountId: paid, day: addDays(today, -back), amountMinor: 100n });
  });
  await bank.database.pool.query('vacuum analyze cards.authorization, cards.spent, cards.spent_total');
});
afterAll(() => bank.close());

const reads: ReadonlyArray<[string, (sql: Sql) => Promise<unknown>]> = [
  ['what was spent', (sql) => readUsage(sql, paid, today)],
  [
    'whether a payment is the first in a country',
    (sql) => hasPaidIn(sql, { accountId: paid, country: 'US' }),
  ],
  ['whether a single-use card is used', (sql) => hasPaid(sql, { accountId: declined })],
];

test.each(reads)('%s is read from few pages', async (_what, read) => {
  const pages = await pagesRead(bank.database.pool, read);
  expect(Math.max(...pages)).toBeLessThan(20);
});

test('spending is summed by day, week, month and in total', async () => {
  // A Saturday: the week began on Monday, the 23rd.
  expect(await readUsage(bank.database.sql, paid, today)).toEqual({
    dayMinor: 100n,
    weekMinor: 600n,
    monthMinor: 2_800n,
    totalMinor: 300_100n,
  });
  await bank.database.inTransaction((sql) =>
    addSpent(sql, { accountId: paid, day: today, amountMinor: -40n }),
  );
  expect(await readUsage(bank.database.sql, paid, today)).toMatchObject({
    dayMinor: 60n,
    totalMinor: 300_060n,
  });
  // Wednesday the first: the week began in the month before.
  expect(await readUsage(bank.database.sql, paid, '2026-07-01')).toMatchObject({
    weekMinor: 15_260n,
    monthMinor: 15_060n,
  });
});

test('a country counts as known once a payment there was approved, and not by a refund or a payment that was declined', async () => {
  const anna = await newClient(bank);
  const { card } = await addCard(bank.database, { clientId: anna.clientId, holderId: anna.personId });
  const processor = processorOf(bank.database);
  const knows = (country: string | null) =>
    hasPaidIn(bank.database.sql, { accountId: card.accountId, country });
  const at = (country: string | null) => ({ merchant: { name: 'Shop', city: null, country, mcc: '5411' } });
  await processor.take(paymentWith(card).refund('5.00', at('US')));
  expect(await processor.decide(paymentWith(card).ask('900.00', at('US')))).toMatchObject({
    approved: false,
  });
  expect(await knows('US')).toBe(false);
  await processor.decide(paymentWith(card).ask('1.00', at('US')));
  expect([await knows('US'), await knows('JP'), await knows(null)]).toEqual([true, false, false]);
  // Collected without a request.
  await processor.take(paymentWith(card).clear('1.00', at(null)));
  expect(await knows(null)).toBe(true);
});
