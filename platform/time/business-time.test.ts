/** Business time follows the clock unless a tester has moved it forward. It never goes back. */

import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceBusinessTime, businessTime } from './business-time.ts';

const dayMs = 86_400_000;
let bank: TestDatabase;

beforeAll(async () => {
  bank = await createTestDatabase();
});
afterAll(() => bank.close());

test('business time is the clock until it is moved forward, and moves add up', async () => {
  const work = systemWork(bank.database.sql);
  expect(await businessTime(work)).toEqual(work.now);
  await advanceBusinessTime(work.sql, 24);
  await advanceBusinessTime(work.sql, 13 * 24);
  expect((await businessTime(work)).getTime() - work.now.getTime()).toBe(14 * dayMs);
});

test.each([0, -24, 1.5, Number.NaN])('it does not move by %s hours', async (hours) => {
  await expect(advanceBusinessTime(bank.database.sql, hours)).rejects.toThrow(RangeError);
});
