import { availableParallelism } from 'node:os';
import { Problem } from '@calmly/platform/problem.ts';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const password = 'more-payments-less-strêss';
let stored: string;

beforeAll(async () => {
  stored = await hashPassword(password, 'a');
});

test('a password is stored as argon2id with 19 MiB and two passes, and never twice the same', async () => {
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword(password, 'a')).not.toBe(stored);
});

test('the correct password passes, however its accents are composed; any other does not', async () => {
  expect(await verifyPassword(stored, password.normalize('NFC'), 'a')).toBe(true);
  expect(await verifyPassword(stored, password.normalize('NFD'), 'a')).toBe(true);
  expect(await verifyPassword(stored, password.toUpperCase(), 'a')).toBe(false);
  expect(await verifyPassword(undefined, password, 'a')).toBe(false);
});

test('calls beyond the queue’s limit are refused at once, and the others are served', async () => {
  const served = availableParallelism() * 33;
  const results = await Promise.allSettled(
    Array.from({ length: served + 5 }, () => verifyPassword(undefined, password, 'a')),
  );
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  expect(refused).toHaveLength(5);
  expect(refused.every((reason) => reason instanceof Problem && reason.code === 'overloaded')).toBe(true);
  expect(await verifyPassword(stored, password, 'a')).toBe(true);
});

test("a flood from one address does not delay another address's sign-in", async () => {
  const finished: string[] = [];
  const check = (caller: string) =>
    verifyPassword(undefined, password, caller).then(() => finished.push(caller));
  const flood = Array.from({ length: availableParallelism() * 10 }, () => check('flood'));
  await Promise.all([check('other'), ...flood]);
  // First come, first served would finish it last.
  expect(finished.indexOf('other')).toBeLessThan(flood.length / 2);
  expect(finished).toHaveLength(availableParallelism() * 10 + 1);
});
