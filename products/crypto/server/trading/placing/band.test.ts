/**
 * Two people who trade with each other step by step, to pass money on at a price of their own. Without an external price, orders are
 * compared with the average of a day. Control: compared with the last trade, the second step passes.
 */

import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newTrader, sendOrder, settled, type Trader } from '@calmly/server/test/support/trading.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownPrice, readBooks } from '../market/book-store.ts';

let bank: TestApp;
let anna: Trader;
let boris: Trader;

beforeAll(async () => {
  bank = await startTestApp();
  anna = await newTrader(bank, { BTC: '1', EPI: '100000' });
  boris = await newTrader(bank, { BTC: '1', EPI: '100000' });
});
afterAll(() => bank.close());

/** Trades a little at this price. */
async function trade(price: string): Promise<'traded' | 'far'> {
  const terms = { amount: '0.001', price };
  const sold = await sendOrder(bank, boris, { operation: 'SELL', ...terms });
  const bought = await sendOrder(bank, anna, { operation: 'BUY', ...terms });
  await settled(bank);
  if (sold.status === 201 && bought.status === 201) return 'traded';
  expect(sold.text + bought.text).toContain('more than 20');
  return 'far';
}

/** Moves the trades so far this long into the past. */
async function letPass(time: string): Promise<void> {
  const { sql } = bank.database;
  await query`update trading.candle set starts_at = starts_at - ${time}::interval`.execute(sql);
  await query`update trading.trade set at = at - ${time}::interval`.execute(sql);
}

const books = async () => {
  const book = (await readBooks(bank.database.sql, ['BTCEPI'])).get('BTCEPI');
  if (!book) throw new Error('there is no book');
  return book;
};

test('two people cannot walk the price away from the average of a day', async () => {
  expect(await trade('50000')).toBe('traded');
  // The market has traded at this price for half a day.
  await letPass('12 hours');
  expect(await trade('59000')).toBe('traded');
  expect(await trade('69000')).toBe('far');

  const { lastPrice, ...known } = await books();
  expect(lastPrice).toBe(118_000);
  const compared = knownPrice({ lastPrice, ...known });
  expect(compared).toBeGreaterThanOrEqual(100_000);
  expect(compared).toBeLessThan(101_000);
  const byLastTrade = knownPrice({ lastPrice, referencePrice: undefined, averagePrice: undefined });
  // The control: 69,000 is less than 20 % above the last trade.
  expect(69_000 * 2 * 100).toBeLessThanOrEqual((byLastTrade ?? 0) * 120);
});

test('a price of a day ago counts no more, and the first trade of all is compared with nothing', async () => {
  await letPass('30 hours');
  expect((await books()).averagePrice).toBeUndefined();
  expect(await trade('69000')).toBe('traded');
  expect(
    knownPrice({ lastPrice: undefined, referencePrice: undefined, averagePrice: undefined }),
  ).toBeUndefined();
});
