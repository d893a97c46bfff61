/** Kinds of accounts: which have an owner, which may be overdrawn, and how the books treat them. */

import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { openClientAccounts, transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  balances,
  bankAccount,
  bankBalances,
  flowsBetween,
  openAccounts,
  ownTransferCode,
  post,
  verifyBooks,
} from './index.ts';

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

const openCard = async () => {
  const id = newId();
  await openAccounts(sql, [{ id, kind: 'card', currency: 'EUR', clientId: newId(), allowNegative: false }]);
  return id;
};
const fundedAccount = async () => {
  const [id] = await openClientAccounts(sql, 1, 10_000n);
  if (!id) throw new Error('no account');
  return id;
};

test('a card account holds its client’s money, and only its balance can be spent', async () => {
  const [account, card] = [await fundedAccount(), await openCard()];
  const nostro = await bankAccount(sql, 'nostro', 'EUR');
  const verdicts = await post(sql, [
    transferOf(account, card, 2_500n, { code: ownTransferCode }),
    transferOf(card, nostro, 2_501n),
    transferOf(card, nostro, 500n),
  ]);
  expect(verdicts).toEqual([{ ok: true }, { ok: false, reason: 'insufficient_funds' }, { ok: true }]);
  expect((await balances(sql, [card])).get(card)?.availableMinor).toBe(2_000n);
});

test('topping up an own card is neither money in nor out; spending with it is money out', async () => {
  const [account, card] = [await fundedAccount(), await openCard()];
  const nostro = await bankAccount(sql, 'nostro', 'EUR');
  await post(sql, [
    transferOf(account, card, 2_500n, { code: ownTransferCode }),
    transferOf(card, nostro, 700n),
  ]);
  const forever = [new Date(0), new Date(Date.now() + 60_000)];
  const flows = await flowsBetween(sql, [account, card], forever);
  expect(flows.get(card)).toEqual([{ inMinor: 0n, outMinor: 700n }]);
  expect(flows.get(account)).toEqual([{ inMinor: 10_000n, outMinor: 0n }]);
});

test('custody is the bank’s own account of a currency, opened once, and shows a custodian’s holdings', async () => {
  const [custody, again] = [
    await bankAccount(sql, 'custody', 'BTC'),
    await bankAccount(sql, 'custody', 'BTC'),
  ];
  expect(again).toBe(custody);
  const [wallet = ''] = await openClientAccounts(sql, 1, 0n, 'BTC');
  expect(await post(sql, [transferOf(custody, wallet, 100_000_000n)])).toEqual([{ ok: true }]);
  expect(await bankBalances(sql, 'custody')).toEqual(new Map([['BTC', -100_000_000n]]));
});

test.each([
  ['card', null, 'accounts_owner'],
  ['client', null, 'accounts_owner'],
  ['custody', newId(), 'accounts_owner'],
  ['loan', newId(), 'accounts_kind_check'],
])('the database refuses a %s account of owner %s', async (kind, clientId, constraint) => {
  const insert = query`
    insert into ledger.accounts (id, kind, currency, client_id, allow_negative)
    values (${newId()}, ${kind}, 'EUR', ${clientId}, false)`;
  await expect(insert.execute(sql)).rejects.toMatchObject({ constraint });
});
