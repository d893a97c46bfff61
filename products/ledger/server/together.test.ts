/** Concurrent transactions whose transfers lock the same accounts. */

import { refusesRow } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { openClientAccounts, transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockAccounts, verifyBooks } from './index.ts';
import { post, reserve, reserveAll, settle } from './posting.ts';

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

/** Whether a transaction of this database waits for another. */
async function isSomeoneLockedOut(): Promise<boolean> {
  const { rows } = await query`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    sql,
  );
  return rows.length > 0;
}

describe('two transactions that hold money on one account and move it from another, crosswise', () => {
  /** Both reserve, then both post from the other's account: once both have reserved, or as soon as `isStopped` says that one cannot. */
  async function crosswise(
    before: (open: Sql, accounts: readonly string[]) => Promise<void>,
    isStopped?: () => Promise<boolean>,
  ) {
    const { anna, boris } = await twoAccounts();
    const [target] = await openClientAccounts(sql, 1, 0n);
    if (!target) throw new Error('no account');
    const reserved = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const both = isStopped ? until(isStopped, Boolean) : Promise.all(reserved.map(({ promise }) => promise));
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
    const outcomes = await crosswise(lockAccounts, isSomeoneLockedOut);
    expect(outcomes).toMatchObject(Array(2).fill({ status: 'fulfilled', value: [ok] }));
  });

  test('control: deadlock when they do not', async () => {
    const outcomes = await crosswise(async () => undefined);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

test('an id that is settled at this moment is not reserved again', async () => {
  const { anna, boris } = await twoAccounts();
  const id = newId();
  await reserve(sql, [{ id, accountId: anna, amountMinor: 100n }]);
  const transfers = [{ ...transferOf(anna, boris, 100n), id }];
  const again: Array<Promise<unknown>> = [];
  await sql.transaction().execute(async (open) => {
    expect(await settle(open, [{ reservationId: id, transfers }])).toEqual([ok]);
    // On another account, which the settlement has not locked.
    const [other = ''] = await openClientAccounts(sql, 1, 100n);
    again.push(
      books.database
        .inTransaction((second) => reserveAll(second, [{ id, accountId: other, amountMinor: 1n }]))
        .catch((error) => error),
    );
    await until(isSomeoneLockedOut, Boolean);
  });
  expect(await again[0]).toSatisfy(refusesRow);
});
