/** The day's sum, in the database: at the limit, of companies, by currency and day, and of two payments at the same moment. */

import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { ScreeningResult } from '@calmly/providers/screening/screening.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompanyClient, createPersonClient } from '../../../../identity/server/index.ts';
import { addToUnreviewedTotal, type DayItem, limitByDay, lockDaysOf } from './screen-payments.ts';

let bank: TestDatabase;
let companyId: string;
beforeAll(async () => {
  bank = await createTestDatabase();
  companyId = await bank.database.inTransaction(async (sql) => {
    const work = systemWork(sql);
    const login = { email: `${newId()}@test.example`, password: 'more-payments-less-stress' };
    const boss = await createPersonClient(work, { ...login, firstName: 'Anna', lastName: 'Tamm' });
    const company = { creatorId: boss.clientId, personId: boss.personId, name: 'Kuusk OÜ', country: 'EE' };
    return createCompanyClient(work, company);
  });
});
afterAll(() => bank.close());

const clear: ScreeningResult = { outcome: 'clear' };
const reviewed: ScreeningResult = { outcome: 'review', rule: 'screening_day_sum' };

const paid = (clientId: string, amountMinor: bigint, more: Partial<DayItem> = {}): DayItem => ({
  clientId,
  currency: 'EUR',
  amountMinor,
  day: '2026-03-29',
  result: clear,
  ...more,
});

type Items = readonly DayItem[];
const inTransaction = <Result>(run: (sql: Sql) => Promise<Result>) => bank.database.inTransaction(run);

const look = async (sql: Sql, items: Items) => {
  const orders = items.map(({ clientId, day }) => ({ clientId, now: day ? new Date(day) : undefined }));
  return limitByDay(sql, await lockDaysOf(sql, orders), items);
};

/** Payments in one transaction, as a group or a job has them. */
const payTogether = (items: Items): Promise<Items> =>
  inTransaction(async (sql) => {
    const limited = await look(sql, items);
    await addToUnreviewedTotal(sql, limited);
    return limited;
  });
const pay = async (...items: DayItem[]) => (await payTogether(items)).map(({ result }) => result);

test('up to a cent below the limit all go; the one that reaches it is reviewed, and does not count', async () => {
  const anna = newId();
  expect(await pay(paid(anna, 9_000_000n), paid(anna, 999_999n))).toEqual([clear, clear]);
  expect(await pay(paid(anna, 1n))).toEqual([reviewed]);

  const boris = newId();
  expect(await pay(paid(boris, 9_000_000n), paid(boris, 1_000_000n), paid(boris, 999_999n))).toEqual([
    clear,
    reviewed,
    clear,
  ]);
});

test('a company may pay more, and no more than that', async () => {
  expect(await pay(paid(companyId, 9_999_999n), paid(companyId, 40_000_000n))).toEqual([clear, clear]);
  expect(await pay(paid(companyId, 1n))).toEqual([reviewed]);
});

test('amounts in other currencies weigh what they are worth', async () => {
  const anna = newId();
  const yen = paid(anna, 8_500_000n, { currency: 'JPY' });
  const crowns = paid(anna, 124_900_000n, { currency: 'CZK' });
  expect(await pay(yen, crowns)).toEqual([clear, clear]);
  expect(await pay(paid(anna, 4_000n))).toEqual([reviewed]);
});

test('a new day begins with nothing, also when the clocks change; a day that is over does not come back', async () => {
  const anna = newId();
  const on = (day: string) => pay(paid(anna, 9_999_999n, { day }));
  // The clocks of Tallinn are put forward on the first day and back on the last; the bank's days are UTC's, each of 24 hours.
  for (const day of ['2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26']) {
    expect(await on(day)).toEqual([clear]);
    expect(await on(day)).toEqual([reviewed]);
  }
  // A server that is still in the old day counts in the new one.
  expect(await on('2026-10-25')).toEqual([reviewed]);
});

test('what was found before stays, and a history that is written afterwards counts towards no day', async () => {
  const anna = newId();
  const listed: ScreeningResult = { outcome: 'hold', rule: 'screening_name', found: 'X' };
  const large = paid(anna, 90_000_000n, { result: listed });
  expect(await pay(large, paid(anna, 90_000_000n, { day: undefined }), paid(anna, 5_000n))).toEqual([
    listed,
    clear,
    clear,
  ]);
});

/** Two payments of each of many clients at the same moment; how many of each two went without a look. */
const race = (look: (items: Items) => Promise<Items>): Promise<number[]> =>
  Promise.all(
    Array.from({ length: 20 }, async () => {
      const item = paid(newId(), 6_000_000n);
      const looked = await Promise.all([look([item]), look([item])]);
      return looked.flat().filter(({ result }) => result.outcome === 'clear').length;
    }),
  );

test('of two at the same moment that are too much together one is reviewed', async () => {
  expect(new Set(await race(payTogether))).toEqual(new Set([1]));
});

test('negative control: counted in another transaction than looked at, both pass', async () => {
  const apart = async (items: Items) => {
    const limited = await inTransaction((sql) => look(sql, items));
    await inTransaction((sql) => addToUnreviewedTotal(sql, limited));
    return limited;
  };
  expect(await race(apart)).toContain(2);
});
