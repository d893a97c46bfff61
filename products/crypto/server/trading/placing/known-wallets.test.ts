/**
 * Wallets over HTTP, with a server that caches their ids. Controls, each tried once: if missing wallets are cached as well, the first test fails;
 * without
 * `findLocked`, the second.
 */

import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { confirmOrders, newTrader, sendOrder } from '@calmly/server/test/support/trading.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureWallet } from '../../wallets/opening/open-wallet.ts';
import { insertUser } from '../../wallets/wallet-store.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

const terms = { operation: 'SELL', amount: '0.01', price: '50000' } as const;

test('a newly opened wallet counts at once', async () => {
  const client = await newClient(bank);
  await confirmOrders(bank, client);
  const send = async () => {
    const answer = await sendOrder(bank, client, terms);
    return answer.status === 201 ? 'placed' : problemOf(answer);
  };
  const work = { now: new Date(), newId };
  const open = (asset: 'BTC' | 'EPI') =>
    bank.database.inTransaction((sql) =>
      ensureWallet({ sql, ...work }, { clientId: client.clientId, asset }),
    );
  expect(await send()).toBe('crypto_user_missing');
  await bank.database.inTransaction((sql) => insertUser(sql, client.clientId, work.now));
  expect(await send()).toBe('trading_wallet_missing');
  await open('BTC');
  expect(await send()).toBe('trading_wallet_missing');
  await open('EPI');
  expect(await send()).toBe('insufficient_balance');
});

test('a wallet that is locked pays for no order from then on, and again once it is not', async () => {
  const trader = await newTrader(bank, { EPI: '0', BTC: '1' });
  expect((await sendOrder(bank, trader, terms)).status).toBe(201);
  await query`
    insert into wallets.incident (id, kind, wallet_id, client_id, asset, amount_minor, opened_at)
    values (${newId()}, 'DEPOSIT_LOST', ${trader.wallets.BTC}, ${trader.clientId}, 'BTC', 1, now())`.execute(
    bank.database.sql,
  );
  expect(problemOf(await sendOrder(bank, trader, terms))).toBe('crypto_wallet_locked');
  await query`update wallets.incident set closed_at = now(), outcome = 'RETURNED' where wallet_id = ${trader.wallets.BTC}`.execute(
    bank.database.sql,
  );
  expect((await sendOrder(bank, trader, terms)).status).toBe(201);
});
