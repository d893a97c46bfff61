/** Orders that would pay from a wallet that an incident locks, over HTTP. Control, tried once: without the job the order trades and the wallet is empty. */
import { networks } from '@calmly/domain';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  confirmOrders,
  newTrader,
  ordersOf,
  place,
  sendOrder,
  type Trader,
} from '@calmly/server/test/support/trading.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { chainsOf, createFundedHolder, move, walletOf } from '@calmly/server/test/support/wallets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '../../../../ledger/server/index.ts';
import { verifyTrading } from '../index.ts';

let bank: TestApp;
let chains: ReturnType<typeof chainsOf>;
beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
  chains = chainsOf(bank);
  for (const network of networks) await chains.settle(network);
});
afterAll(() => bank.close());

test('open orders end when the network undoes the deposit that they would pay with', async () => {
  const holder = await createFundedHolder(bank, 'BTC', '0.5');
  await move(bank, holder, 'Deposit', '100.00');
  const anna = holder as unknown as Trader;
  await confirmOrders(bank, holder);
  for (const terms of [
    { operation: 'SELL', amount: '0.3', price: '60000' },
    { operation: 'SELL', amount: '0.2', price: '50000', stopPrice: '55000' },
    { operation: 'BUY', amount: '0.001', price: '50000' },
  ] as const)
    expect((await sendOrder(bank, anna, terms)).status).toBe(201);

  await chains.reorganise('bitcoin', 13, true);
  await chains.read('bitcoin');
  const orders = await until(
    () => ordersOf(bank, anna),
    (found) => found.filter(({ status }) => status === 'CANCELED').length === 2,
  );
  expect(orders.map(({ operation, status, endReason }) => [operation, status, endReason])).toEqual([
    ['BUY', 'PLACED', null],
    ['SELL', 'CANCELED', 'wallet_locked'],
    ['SELL', 'CANCELED', 'wallet_locked'],
  ]);

  const buyer = await newTrader(bank, { EPI: '100000', BTC: '0' });
  expect(await place(bank, buyer, { operation: 'BUY', amount: '0.3', price: '60000' })).toMatchObject({
    status: 'PLACED',
    averagePrice: null,
  });
  expect(await walletOf(bank, holder, 'BTC')).toMatchObject({
    available: '0.50000000',
    reserved: '0.00000000',
    isLocked: true,
  });
  expect(await verifyTrading(bank.database.sql)).toEqual([]);
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
});
