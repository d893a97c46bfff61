import type { Sql } from '@calmly/platform/work.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearTries, findLock, type Try, takeTry } from './throttle.ts';

const limit = { tries: 5, firstLockSeconds: 100 };
let fixture: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  fixture = await createTestDatabase();
  sql = fixture.database.sql;
});
afterAll(() => fixture.close());

/** Lets time pass for a subject, by moving its history back. */
const pass = (subject: string, seconds: number) =>
  query`update identity.throttle set locked_until = locked_until - ${seconds} * interval '1 second',
    last_at = last_at - ${seconds} * interval '1 second' where subject = ${subject}`.execute(sql);

const take = async (subject: string, times: number) => {
  const answers: Try[] = [];
  for (let n = 0; n < times; n += 1) answers.push(await takeTry(sql, subject, limit));
  return answers;
};

test('five attempts are allowed, the sixth waits for the first lock to end', async () => {
  const answers = await take('a', 6);
  expect(answers.slice(0, 5)).toEqual([4, 3, 2, 1, 0].map((triesLeft) => ({ allowed: true, triesLeft })));
  expect(answers[5]).toEqual({ allowed: false, waitSeconds: 100 });
});

test('each further lock is twice as long, and none is longer than a day', async () => {
  const waits: number[] = [];
  for (let lock = 0; lock < 12; lock += 1) {
    const last = (await take('b', 6)).at(-1);
    if (!last || last.allowed) throw new Error('not locked');
    waits.push(last.waitSeconds);
    await pass('b', last.waitSeconds);
  }
  expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(waits.at(-1)).toBe(86_400);
});

test('attempts and locks are forgotten a day after the last of them', async () => {
  await take('c', 6);
  await pass('c', 86_400 + 101);
  expect(await take('c', 1)).toEqual([{ allowed: true, triesLeft: 4 }]);
});

test('a correct attempt clears the subject', async () => {
  await take('d', 5);
  await clearTries(sql, ['d']);
  expect(await findLock(sql, 'd')).toEqual({ allowed: true, triesLeft: 0 });
});

/** How many of fifty parallel callers are allowed. */
async function allowedOf(take: () => Promise<boolean>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: 50 }, take));
  return answers.filter(Boolean).length;
}

test('fifty parallel callers get five attempts; control: counting after reading would give them more', async () => {
  expect(await allowedOf(async () => (await takeTry(sql, 'race', limit)).allowed)).toBe(5);

  await query`insert into identity.throttle values ('weak', 0, 0, null, now())`.execute(sql);
  const readThenCount = async () => {
    const { rows } = await query<{ tries: number }>`
      select tries from identity.throttle where subject = 'weak'`.execute(sql);
    const allowed = (rows[0]?.tries ?? 0) < limit.tries;
    await query`update identity.throttle set tries = tries + 1 where subject = 'weak'`.execute(sql);
    return allowed;
  };
  expect(await allowedOf(readThenCount)).toBeGreaterThan(5);
});
