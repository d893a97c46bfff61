/** Profit and loss over HTTP: from trades on a real book, kept by the hourly job, and in the wallet's statement. */

import { getStatement, listPositions, type WalletPosition } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { dayNow } from '@calmly/server/test/support/days.ts';
import { newTrader, place, type Trader } from '@calmly/server/test/support/trading.ts';
import { chainsOf, createFundedHolder, outside, withdraw } from '@calmly/server/test/support/wallets.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldTask } from './fold.ts';

let bank: TestApp;
const begun = dayNow();

beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

async function positionOf({ token }: Trader): Promise<WalletPosition | undefined> {
  const { output } = await bank.call(listPositions, {}, { token });
  expect(output.Items.length).toBeLessThanOrEqual(1);
  return output.Items[0];
}

async function fold(sql = bank.database.sql): Promise<void> {
  const handler = bank.app.jobs[foldTask];
  if (!handler || typeof handler === 'function' || !('outside' in handler)) throw new Error('no job');
  const log = pino({ level: 'silent' });
  const actor = { kind: 'system', name: foldTask } as const;
  await handler.outside({ sql, now: new Date(), actor, newId, log }, {});
}

const kept = async (): Promise<number> =>
  (await query`select from trading.position`.execute(bank.database.sql)).rows.length;

test('trades, deposits and kept days add up to cost, value and profit', async () => {
  const maker = await newTrader(bank, { BTC: '10', EPI: '100000' });
  const anna = await newTrader(bank, { BTC: '0', EPI: '100000' });
  expect(await positionOf(anna)).toMatchObject({ quantity: '0.00000000', averageCost: null, price: null });

  await place(bank, maker, { operation: 'SELL', amount: '1', price: '60000' });
  await place(bank, anna, { operation: 'BUY', amount: '1', price: '60000' });
  // The taker's fee of 0.2 % is part of the cost.
  expect(await positionOf(anna)).toMatchObject({
    quantity: '1.00000000',
    averageCost: '60120.00000000',
    price: '60000.00000000',
    cost: '60120.00000000',
    value: '60000.00000000',
    unrealised: '-120.00000000',
    realised: '0.00000000',
    unpriced: '0.00000000',
  });
  // The maker's ten arrived before there was a price.
  expect(await positionOf(maker)).toMatchObject({
    quantity: '9.00000000',
    realised: '59940.00000000',
    unpriced: '10.00000000',
  });

  await place(bank, anna, { operation: 'SELL', amount: '0.5', price: '64000' });
  await place(bank, maker, { operation: 'BUY', amount: '0.5', price: '64000' });
  // 32 000 less the maker's fee of 32 less half the cost.
  const after = {
    quantity: '0.50000000',
    cost: '30060.00000000',
    value: '32000.00000000',
    unrealised: '1940.00000000',
    realised: '1908.00000000',
  };
  expect(await positionOf(anna)).toMatchObject(after);

  await fold();
  expect(await kept()).toBe(2);
  expect(await positionOf(anna)).toMatchObject(after);
  await place(bank, maker, { operation: 'SELL', amount: '0.25', price: '66000' });
  await place(bank, anna, { operation: 'BUY', amount: '0.25', price: '66000' });
  const fromKept = await positionOf(anna);
  await fold();
  expect(await positionOf(anna)).toEqual(fromKept);
  await query`delete from trading.position`.execute(bank.database.sql);
  expect(await positionOf(anna)).toEqual(fromKept);

  const statement = await bank.call(
    getStatement,
    {
      params: { id: anna.wallets.BTC ?? '' },
      query: { from: begun, to: dayNow(), timeZone: 'UTC' },
    },
    anna,
  );
  const { cost, value, unrealised, realised } = fromKept ?? {};
  expect(statement.output.profit).toEqual({ quote: 'EPI', cost, value, unrealised, realised });
  const euros = await bank.call(
    getStatement,
    { params: { id: anna.wallets.EPI ?? '' }, query: { from: begun, to: dayNow(), timeZone: 'UTC' } },
    anna,
  );
  expect(euros.output.profit).toBeNull();
});

test('before its first trade an asset costs the price service’s price, if not older than a day', async () => {
  const candle = (hours: number) =>
    query`
      insert into trading.reference_candle (instrument, starts_at, close)
      values ('ETHEPI', now() - ${hours} * interval '1 hour', 20000)`.execute(bank.database.sql);
  const unpriced = async () => (await positionOf(await newTrader(bank, { ETH: '1', EPI: '0' })))?.unpriced;
  await candle(26);
  expect(Number(await unpriced())).toBe(1);
  await candle(20);
  expect(Number(await unpriced())).toBe(0);
});

test('a client without crypto has no positions', async () => {
  const stranger = await newTrader(bank, {});
  expect((await bank.call(listPositions, {}, stranger)).output.Items).toEqual([]);
});

test('a withdrawal leaves at its average cost, and its network fee is a loss', async () => {
  const maker = await newTrader(bank, { BTC: '10', EPI: '100000' });
  const anna = await newTrader(bank, { BTC: '0', EPI: '100000' });
  for (const price of ['65000', '66000']) {
    await place(bank, maker, { operation: 'SELL', amount: '0.5', price });
    await place(bank, anna, { operation: 'BUY', amount: '0.5', price });
  }
  // 32 500 and 33 000, each with the taker's 0.2 %.
  expect(await positionOf(anna)).toMatchObject({ quantity: '1.00000000', cost: '65631.00000000' });

  // Traders' holdings in this test did not arrive over a chain; this deposit did, and it can be sent.
  await createFundedHolder(bank, 'BTC', '1');
  const sent = await withdraw(bank, anna, { asset: 'BTC', amount: '0.4', address: outside.bitcoin });
  expect(sent.output).toMatchObject({ fee: '0.00002000' });
  // Reserved is not gone.
  expect(await positionOf(anna)).toMatchObject({ quantity: '1.00000000', realised: '0.00000000' });
  const chains = chainsOf(bank);
  await chains.send('bitcoin');
  await chains.settle('bitcoin');

  // 0.00002 at 65 631: 1.31262.
  expect(await positionOf(anna)).toMatchObject({
    quantity: '0.59998000',
    averageCost: '65631.00000000',
    cost: '39377.28738000',
    realised: '-1.31262000',
    value: '39598.68000000',
    unrealised: '221.39262000',
  });
});

test('an hour in which nothing was booked costs as much for many wallets as for few', async () => {
  const client = await newTrader(bank, { BTC: '1', EPI: '0', ETH: '2', TON: '3' });
  await fold();
  const before = await kept();
  let statements = 0;
  const counting = bank.database.sql.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await fold(counting);
  // The wallets, their entries, the stored positions, and the next run.
  expect([statements, await kept()]).toEqual([4, before]);
  await place(bank, client, { operation: 'SELL', amount: '0.5', price: '61000' });
  await place(bank, await newTrader(bank, { BTC: '0', EPI: '100000' }), {
    operation: 'BUY',
    amount: '0.5',
    price: '61000',
  });
  await fold(counting);
  expect(statements).toBeGreaterThan(8);
});

test('a statement has the profit of its own period, and the remaining holding at the price at its end', async () => {
  const maker = await newTrader(bank, { BTC: '1', EPI: '100000' });
  const anna = await newTrader(bank, { BTC: '0', EPI: '100000' });
  const wallet = anna.wallets.BTC ?? '';
  // As if half a bitcoin were left from yesterday, 5 EPI earned by then, and a bitcoin worth 60 000.
  await query`
    insert into trading.position (wallet_id, day, seq, quantity, cost, realised, unpriced)
    values (${wallet}, ${begun}::date - 1, 0, 50000000, 3256500000000, 500000000, 0)`.execute(
    bank.database.sql,
  );
  await query`
    insert into trading.candle (instrument, starts_at, open, high, low, close, volume, value)
    values ('BTCEPI', ${begun}::date - interval '12 hours', 120000, 120000, 120000, 120000, 1, 120000)`.execute(
    bank.database.sql,
  );
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '65000' });
  await place(bank, anna, { operation: 'BUY', amount: '0.1', price: '65000' });
  await place(bank, maker, { operation: 'BUY', amount: '0.1', price: '66000' });
  await place(bank, anna, { operation: 'SELL', amount: '0.1', price: '66000' });
  expect((await positionOf(anna))?.realised).toBe('78.80000000');
  const profitOf = async (from: string, to: string) => {
    const input = { params: { id: wallet }, query: { from, to, timeZone: 'UTC' } };
    return (await bank.call(getStatement, input, anna)).output.profit;
  };
  const yesterday = addDays(begun, -1);
  expect(await profitOf(yesterday, yesterday)).toEqual({
    quote: 'EPI',
    realised: '5.00000000',
    cost: '32565.00000000',
    value: '30000.00000000',
    unrealised: '-2565.00000000',
  });
  // Bought at 65 130 and sold at 65 868, each with the taker's 0.2 %.
  expect(await profitOf(begun, dayNow())).toEqual({
    quote: 'EPI',
    realised: '73.80000000',
    cost: '32565.00000000',
    value: '33000.00000000',
    unrealised: '435.00000000',
  });
});
