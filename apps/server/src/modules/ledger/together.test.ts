/** Transfers of many callers at once: grouped by the poster, and in transactions that lock the same accounts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { openClientAccounts, transferOf } from '../../../test/support/ledger.ts';
import { newId } from '../../platform/ids.ts';
import type { Sql } from '../../platform/work.ts';
import { balances, bankAccount, createLedgerPoster, lockAccounts, verifyBooks } from './index.ts';
import { post, reserve } from './posting.ts';

let books: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  books = await createTestDatabase();
  sql = books.database.sql;
});
afterAll(async () => {
  expect((await verifyBooks(sql)).breaches).toEqual([]);
  await books.close();
});

const ok = { ok: true };

/** Two accounts of 100.00 each. */
async function twoAccounts() {
  const [anna, boris] = await openClientAccounts(sql, 2, 10_000n);
  if (!anna || !boris) throw new Error('no accounts');
  return { anna, boris };
}

describe('the poster', () => {
  test('answers each of many callers with its own verdict', async () => {
    const poster = createLedgerPoster(books.database);
    const { anna, boris } = await twoAccounts();
    const verdicts = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        poster.post(transferOf(anna, boris, index % 3 === 0 ? 0n : 1n)),
      ),
    );
    verdicts.forEach((verdict, index) => {
      expect(verdict).toEqual(index % 3 === 0 ? { ok: false, reason: 'amount_not_positive' } : ok);
    });
  });

  test('lets one that cannot be stored fail alone', async () => {
    const poster = createLedgerPoster(books.database);
    const { anna, boris } = await twoAccounts();
    const nostro = await bankAccount(sql, 'nostro', 'EUR');
    const answers = await Promise.allSettled([
      poster.post(transferOf(anna, boris, 1n)),
      poster.post(transferOf(nostro, boris, 10n ** 40n)),
      poster.post(transferOf(anna, boris, 1n)),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await balances(sql, [anna])).get(anna)).toMatchObject({ postedMinor: 9_998n });
  });
});

describe('two transactions that hold money on one account and move it from another, crosswise', () => {
  /** Both reserve, then both post from the other's account. */
  async function crosswise(before: (open: Sql, accounts: readonly string[]) => Promise<void>) {
    const { anna, boris } = await twoAccounts();
    const [target] = await openClientAccounts(sql, 1, 0n);
    if (!target) throw new Error('no account');
    const reserved = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const both = Promise.race([Promise.all(reserved.map(({ promise }) => promise)), sleep(200)]);
    const run = (held: string, moved: string, done: () => void) =>
      sql.transaction().execute(async (open) => {
        await before(open, [held, moved, target]);
        await reserve(open, [{ id: newId(), accountId: held, amountMinor: 100n }]);
        done();
        await both;
        return post(open, [transferOf(moved, target, 100n)]);
      });
    return Promise.allSettled([run(anna, boris, reserved[0].resolve), run(boris, anna, reserved[1].resolve)]);
  }

  test('both succeed when they lock their accounts first', async () => {
    const outcomes = await crosswise(lockAccounts);
    expect(outcomes).toMatchObject(Array(2).fill({ status: 'fulfilled', value: [ok] }));
  });

  test('deadlock, as a control, when they do not', async () => {
    const outcomes = await crosswise(async () => undefined);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
