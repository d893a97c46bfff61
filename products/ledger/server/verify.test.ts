/**
 * The books protect themselves, and verification finds what a superuser can still do after disabling the guards. Each manipulation is a negative
 * control of one check.
 */

import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { openClientAccounts, transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookCheck, post, reserve, settle, verifyBooks } from './index.ts';

let books: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  books = await createTestDatabase();
  sql = books.database.sql;
  const [anna, boris] = await openClientAccounts(sql, 2, 10_000n);
  if (!anna || !boris) throw new Error('no accounts');
  await post(sql, [transferOf(anna, boris, 100n), transferOf(boris, anna, 7n)]);
  await reserve(sql, [{ id: newId(), accountId: anna, amountMinor: 50n }]);
});
afterAll(() => books.close());

/** All of it in one part, and in parts of one or two. */
const sizes = [{}, { entries: 2, transfers: 1 }, { entries: 1, transfers: 2 }];

test.each(sizes)('correct books verify, read in parts of %o', async (size) => {
  expect(await verifyBooks(sql, size)).toEqual({ accounts: 3n, transfers: 4n, entries: 8n, breaches: [] });
});

describe('the database refuses, even to the owner of the tables,', () => {
  test.each([
    ['to change an entry', query`update ledger.entries set amount = amount + 1`],
    ['to remove an entry', query`delete from ledger.entries`],
    ['to empty the entries', query`truncate ledger.entries`],
    ['to change a transfer', query`update ledger.transfers set code = 'x'`],
    ['to remove a transfer', query`delete from ledger.transfers`],
    ['to empty the transfers', query`truncate ledger.transfers`],
    ['to remove an account', query`delete from ledger.accounts`],
    ['to give an account another currency', query`update ledger.accounts set currency = 'USD'`],
    ['to give an account another owner', query`update ledger.accounts set client_id = gen_random_uuid()`],
    ['to remove a reservation', query`delete from ledger.reservations`],
    ['to change a reserved amount', query`update ledger.reservations set amount = 1`],
    [
      'to overdraw an account',
      query`update ledger.accounts set debits = debits + 10000 where kind = 'client'`,
    ],
  ])('%s', async (_, statement) => {
    await expect(statement.execute(sql)).rejects.toThrow(/is refused|accounts_not_overdrawn/);
  });

  test('to remove a settled reservation that no transfer is named after', async () => {
    const [anna = '', boris = ''] = await openClientAccounts(sql, 2, 100n);
    const reservationId = newId();
    await reserve(sql, [{ id: reservationId, accountId: anna, amountMinor: 50n }]);
    expect(await settle(sql, [{ reservationId, transfers: [transferOf(anna, boris, 50n)] }])).toEqual([
      { ok: true },
    ]);
    const removal = query`delete from ledger.reservations where id = ${reservationId}`;
    await expect(removal.execute(sql)).rejects.toThrow('is refused');
  });

  test('a write in a session that poses as a replica', async () => {
    const attempt = sql.transaction().execute(async (transaction) => {
      await query`set local session_replication_role = replica`.execute(transaction);
      await query`delete from ledger.entries`.execute(transaction);
    });
    await expect(attempt).rejects.toThrow('is refused');
  });

  test('an entry without a transfer', async () => {
    const lone = query`
      insert into ledger.entries select account_id, seq + 1, gen_random_uuid(), 1, debits, credits + 1, booked_at
      from ledger.entries order by seq desc limit 1`;
    await expect(lone.execute(sql)).rejects.toThrow('entries do not balance');
  });

  interface Written {
    readonly creditCurrency?: string;
    readonly legs?: readonly string[];
    readonly creditedMinor?: number;
    readonly isMoved?: boolean;
    readonly numberedFrom?: number;
  }

  /** Writes a transfer of 100 between two new accounts and its entries as the ledger does, except for these changes. */
  const write = ({ creditCurrency = 'EUR', legs = ['debit', 'credit'], ...changes }: Written) =>
    books.database.inTransaction(async (open) => {
      const { creditedMinor = 100, isMoved = true, numberedFrom = 1 } = changes;
      const [debit, credit, transfer] = [newId(), newId(), newId()];
      await query`
        insert into ledger.accounts (id, kind, currency, client_id, allow_negative, debits, credits, last_seq, last_booked_at)
        select id, 'client', currency, gen_random_uuid(), true, debits, credits, ${isMoved ? 1 : 0}, '2024-01-01'
        from (values (${debit}::uuid, 'EUR', ${isMoved ? 100 : 0}::numeric, 0), (${credit}::uuid, ${creditCurrency}, 0, ${isMoved ? creditedMinor : 0}::numeric))
          as account (id, currency, debits, credits)`.execute(open);
      await query`
        insert into ledger.transfers (id, debit_account_id, credit_account_id, amount, code, at, subject_id)
        values (${transfer}, ${debit}, ${credit}, 100, 'test', '2024-01-01', ${transfer})`.execute(open);
      await query`
        insert into ledger.entries (account_id, seq, transfer_id, amount, debits, credits, booked_at)
        select account_id, ${numberedFrom}, ${transfer}, credits - debits, debits, credits, '2024-01-01'
        from (values ('debit', ${debit}::uuid, 100::numeric, 0::numeric), ('credit', ${credit}::uuid, 0, ${creditedMinor}))
          as leg (side, account_id, debits, credits)
        where side = any(${legs})`.execute(open);
      // Only refusals matter here.
      throw new Error('accepted');
    });

  test.for<[string, Written, string]>([
    ['not entries that are right', {}, 'accepted'],
    ['a transfer with one leg', { legs: ['debit'] }, 'entries do not balance'],
    ['a leg of another amount', { creditedMinor: 99 }, 'entries do not balance'],
    ['legs in two currencies', { creditCurrency: 'USD' }, 'entries do not balance'],
    ['entries that their accounts do not count', { isMoved: false }, 'entries do not balance'],
    ['entries that do not follow the last ones', { numberedFrom: 2 }, 'entries do not balance'],
    ['entries numbered before the last ones', { numberedFrom: 0 }, 'entries do not balance'],
  ])('%s', async ([, written, answer]) => {
    await expect(write(written)).rejects.toThrow(answer);
  });
});

describe('verification finds', () => {
  const lastEntry = query`(account_id, seq) = (select account_id, seq from ledger.entries where amount < 0 limit 1)`;
  const oneAccount = query`id = (select id from ledger.accounts where kind = 'client' limit 1)`;
  const tamperings: [string, RawBuilder<unknown>, BookCheck[]][] = [
    [
      'one entry that is off by one minor unit',
      query`update ledger.entries set amount = amount + 1 where ${lastEntry}`,
      ['account_totals', 'running_totals', 'transfer_entries'],
    ],
    [
      'a running total that is off by one minor unit',
      query`update ledger.entries set credits = credits + 1 where ${lastEntry}`,
      ['running_totals'],
    ],
    [
      'a removed entry',
      query`delete from ledger.entries where ${lastEntry}`,
      ['account_totals', 'running_totals', 'transfer_entries'],
    ],
    [
      'a transfer that is off by one minor unit',
      query`update ledger.transfers set amount = amount + 1 where code = 'test'`,
      ['transfer_entries'],
    ],
    [
      'a balance that is off by one minor unit',
      query`update ledger.accounts set credits = credits + 1 where ${oneAccount}`,
      ['account_totals', 'currency_sum'],
    ],
    [
      'a balance of the bank that is off by one minor unit',
      query`update ledger.accounts set debits = debits + 1 where kind = 'nostro'`,
      ['account_totals', 'currency_sum'],
    ],
    [
      'an entry that was renumbered to come before the first',
      query`update ledger.entries set seq = -1 where ${lastEntry}`,
      ['running_totals'],
    ],
    [
      'a reserved amount that no reservation holds',
      query`update ledger.accounts set reserved = reserved + 1 where ${oneAccount}`,
      ['reserved'],
    ],
    [
      'an account below zero that must not be',
      query`update ledger.accounts set allow_negative = (kind = 'client')`,
      ['overdrawn'],
    ],
    [
      'an account that has promised more than it has',
      query`
        with held as (
          insert into ledger.reservations (id, account_id, amount)
          select gen_random_uuid(), id, 1000000 from ledger.accounts where ${oneAccount} returning account_id
        )
        update ledger.accounts set reserved = reserved + 1000000 from held where id = held.account_id`,
      ['overdrawn'],
    ],
    [
      'an account whose currency was changed',
      query`update ledger.accounts set currency = 'USD' where ${oneAccount}`,
      ['currency_sum', 'transfer_entries'],
    ],
    [
      'an entry that was moved back in time',
      query`update ledger.entries set booked_at = '2001-01-01' where seq = 2`,
      ['running_totals'],
    ],
  ];
  test.each(tamperings)('%s', async (_, tamper, checks) => {
    const { database, close } = await createTampered(tamper);
    try {
      for (const size of sizes) {
        const { breaches } = await verifyBooks(database.sql, size);
        expect([...new Set(breaches.map((breach) => breach.check))].sort()).toEqual(checks);
      }
    } finally {
      await close();
    }
  });
});

/** Small correct books, then changed by a superuser with the guards disabled. */
async function createTampered(tamper: RawBuilder<unknown>): Promise<TestDatabase> {
  const tampered = await createTestDatabase();
  const handle = tampered.database.sql;
  const [anna, boris] = await openClientAccounts(handle, 2, 10_000n);
  if (!anna || !boris) throw new Error('no accounts');
  await post(handle, [transferOf(anna, boris, 100n), transferOf(boris, anna, 7n)]);
  await handle.transaction().execute(async (transaction) => {
    for (const table of ['entries', 'transfers', 'accounts', 'reservations'])
      await query`alter table ${query.table(`ledger.${table}`)} disable trigger all`.execute(transaction);
    await query`alter table ledger.accounts drop constraint accounts_not_overdrawn`.execute(transaction);
    await tamper.execute(transaction);
  });
  return tampered;
}
