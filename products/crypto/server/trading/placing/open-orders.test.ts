/**
 * The limit of open orders over HTTP. Control, tried once: without `count += 1` in `place-batch.ts` orders sent together exceed the limit,
 * and without a new count before a refusal an order is refused although one was cancelled.
 */

import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { cancel, newTrader, ordersOf, sendOrder, settled } from '@calmly/server/test/support/trading.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostOpen } from './open-orders.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

test('of orders that are sent together as many are open as the limit allows, and one more once one is cancelled', async () => {
  const trader = await newTrader(bank, { EPI: '100000', BTC: '0' });
  const send = () => sendOrder(bank, trader, { operation: 'BUY', amount: '0.001', price: '10000' });
  const first = await Promise.all(Array.from({ length: mostOpen - 30 }, send));
  expect(first.filter(({ status }) => status !== 201)).toEqual([]);
  const answers = await Promise.all(Array.from({ length: 40 }, send));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(answers.length - refused.length).toBe(30);
  for (const answer of refused) expect(problemOf(answer)).toBe('too_many_trade_orders');
  await settled(bank);
  const open = await ordersOf(bank, trader);
  expect(open).toHaveLength(mostOpen);

  expect((await send()).status).not.toBe(201);
  await cancel(bank, trader, open[0]?.id ?? '');
  expect((await send()).status).toBe(201);
  expect(problemOf(await send())).toBe('too_many_trade_orders');
});
