/** Reads of postings: as few on accounts with a long history as on new ones. */

import type { Sql } from '@calmly/platform/work.ts';
import { openClientAccounts, transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balancesAt, exchangeTransferCode, ownTransferCode, post, postAll, verifyBooks } from './index.ts';

let books: TestDatabase;
/** Two accounts, one of which has sent everything to the other, and two that have only been funded. */
let old: Accounts;
let fresh: Accounts;
const history = 10_000;
const atOnce = 1_000;

type Accounts = readonly [string, string];
const own = ([from, to]: Accounts, minor = 1n) => ({ ...transferOf(from, to, minor), code: ownTransferCode });

beforeAll(async () => {
  books = await createTestDatabase();
  const ids = await openClientAccounts(books.database.sql, 4, 1_000_000n);
  const [first = '', second = '', third = '', fourth = ''] = ids;
  old = [first, second];
  fresh = [third, fourth];
  for (let booked = 0; booked < history; booked += atOnce)
    await books.database.inTransaction((sql) =>
      postAll(
        sql,
        Array.from({ length: atOnce }, () => own(old)),
      ),
    );
  // Without statistics, like a table that has just grown.
  await books.database.pool.query('vacuum');
});
afterAll(async () => {
  expect((await verifyBooks(books.database.sql)).breaches).toEqual([]);
  await books.close();
});

/** Index entries and rows of the ledger's growing tables read by the transaction. */
async function readIn(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  // A connection counts on until its statistics have been sent.
  const count = async (sql: Sql) => {
    const { rows } = await query<{ read: string }>`
      select sum(pg_stat_get_xact_tuples_returned(oid)) as read
      from unnest('{ledger.entries,ledger.transfers,ledger.own_moves}'::regclass[]) as grown (id)
      join pg_class on oid = id or oid in (select indexrelid from pg_index where indrelid = id)`.execute(sql);
    return Number(rows[0]?.read);
  };
  return books.database.inTransaction(async (sql) => {
    const before = await count(sql);
    await work(sql);
    return (await count(sql)) - before;
  });
}

const postings: ReadonlyArray<[string, (sql: Sql, accounts: Accounts) => Promise<unknown>]> = [
  ['an own transfer', (sql, accounts) => post(sql, [own(accounts)])],
  ['own transfers together', (sql, accounts) => postAll(sql, [own(accounts), own(accounts, 2n)])],
  ['an exchange', (sql, accounts) => post(sql, [{ ...own(accounts), code: exchangeTransferCode }])],
  ['a payment', (sql, [from, to]) => post(sql, [transferOf(from, to, 1n)])],
];

test.each(postings)('%s', async (_what, posting) => {
  const few = await readIn((sql) => posting(sql, fresh));
  const many = await readIn((sql) => posting(sql, old));
  expect([few > 0, few < 50]).toEqual([true, true]);
  expect(many).toBeLessThan(few + 10);
});

test('a line of balances reads the entries of its days, and no other for each day', async () => {
  const days = Array.from({ length: 90 }, (_, before) => new Date(Date.now() - (before + 1) * 86_400_000));
  const read = await readIn((sql) => balancesAt(sql, [old[0]], days));
  expect([read > 0, read < 100]).toEqual([true, true]);
});

test('control: reading the whole history is counted', async () => {
  const look = (sql: Sql) =>
    query`select sum(amount) from ledger.entries where account_id = ${old[0]} and seq > 0`.execute(sql);
  expect(await readIn(look)).toBeGreaterThan(history);
});
