/** Orders of each kind, to the minor unit, over HTTP. The books are verified at the end. */
import {
  amendOrder,
  cancelOrder,
  getBook,
  getHistory,
  getTradeOrder,
  listActivity,
  listPayments,
  listTrades,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { entriesWithoutTransaction } from '@calmly/server/test/support/clients/ledger.ts';
import {
  cancel,
  fundsOf,
  newTrader,
  type OrderTerms,
  orderOf,
  ordersOf,
  place,
  sendOrder,
  settled,
  type Trader,
} from '@calmly/server/test/support/trading.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '../../../ledger/server/index.ts';
import { verifyTrading } from './index.ts';
import { lockBook } from './matching/commands.ts';

let bank: TestApp;

beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(async () => {
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  await bank.close();
});

const zero = '0.00000000';

test('an order with type, amount and price alone buys bitcoin', async () => {
  const buyer = await newTrader(bank, { EPI: '10000', BTC: '0' });
  const answer = await fetch(`${bank.url}/api/crypto/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${buyer.token}`,
      'idempotency-key': newId(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ Type: 'LIMIT', Amount: '0.001', Price: '40000' }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    201,
    { instrumentId: 'BTCEPI', operation: 'BUY' },
  ]);
  const [order] = await ordersOf(bank, buyer);
  await cancel(bank, buyer, order?.id ?? '');
});

test('a resting order holds its price and the taker fee, is filled in part, and its rest is cancelled', async () => {
  const buyer = await newTrader(bank, { EPI: '10000', BTC: '0' });
  const seller = await newTrader(bank, { EPI: '0', BTC: '1' });
  const rested = await place(bank, buyer, { operation: 'BUY', amount: '0.1', price: '50000' });
  expect(rested).toMatchObject({ status: 'PLACED', leftAmount: '0.10000000', averagePrice: null });
  // 0.1 × 50,000 and 0.2 % of it.
  expect((await fundsOf(bank, buyer)).EPI).toEqual({ posted: '10000.00000000', held: '5010.00000000' });

  const sold = await place(bank, seller, { operation: 'SELL', amount: '0.04', price: '49000' });
  expect(sold).toMatchObject({ status: 'EXECUTED', averagePrice: '50000.00000000', fee: '4.00000000' });
  expect(await orderOf(bank, buyer, rested.id)).toMatchObject({
    status: 'PLACED',
    leftAmount: '0.06000000',
    fee: '2.00000000',
  });
  // The buyer paid 2,000 and 0.1 %, the seller 0.2 % of it.
  expect(await fundsOf(bank, buyer)).toEqual({
    EPI: { posted: '7998.00000000', held: '3006.00000000' },
    BTC: { posted: '0.04000000', held: zero },
  });
  expect(await fundsOf(bank, seller)).toEqual({
    EPI: { posted: '1996.00000000', held: zero },
    BTC: { posted: '0.96000000', held: zero },
  });

  expect(await cancel(bank, buyer, rested.id)).toMatchObject({ status: 'CANCELED', endReason: 'client' });
  expect((await fundsOf(bank, buyer)).EPI).toEqual({ posted: '7998.00000000', held: zero });
  const book = (await bank.call(getBook, { params: { instrument: 'BTCEPI' } }, buyer)).output;
  expect(book.buckets).toEqual([]);
  const { trades } = (await bank.call(listTrades, { params: { instrument: 'BTCEPI' } }, buyer)).output;
  expect(trades).toMatchObject([
    { number: 1, price: '50000.00000000', quantity: '0.04000000', operation: 'SELL' },
  ]);
});

/** Two traders with enough of everything. */
async function pair(): Promise<{ maker: Trader; taker: Trader }> {
  const plenty = { EPI: '1000000', BTC: '10' };
  return { maker: await newTrader(bank, plenty), taker: await newTrader(bank, plenty) };
}

const clear = async (...traders: readonly Trader[]) => {
  for (const trader of traders)
    for (const order of await ordersOf(bank, trader))
      if (order.status === 'PLACED') await cancel(bank, trader, order.id);
  for (const trader of traders)
    for (const { held } of Object.values(await fundsOf(bank, trader))) expect(Number(held)).toBe(0);
};

test('an order takes the best price first, and at one price the oldest order', async () => {
  const { maker, taker } = await pair();
  const other = await newTrader(bank, { EPI: '0', BTC: '1' });
  const worse = await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '50010' });
  const first = await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '50000' });
  const second = await place(bank, other, { operation: 'SELL', amount: '0.1', price: '50000' });
  const bought = await place(bank, taker, { operation: 'BUY', amount: '0.15', price: '50010' });
  expect(bought).toMatchObject({ status: 'EXECUTED', averagePrice: '50000.00000000', fee: '15.00000000' });
  expect(await orderOf(bank, maker, first.id)).toMatchObject({ status: 'EXECUTED' });
  expect(await orderOf(bank, other, second.id)).toMatchObject({ status: 'PLACED', leftAmount: '0.05000000' });
  expect(await orderOf(bank, maker, worse.id)).toMatchObject({ status: 'PLACED', leftAmount: '0.10000000' });
  // Cheaper than its limit: nothing stays held.
  expect((await fundsOf(bank, taker)).EPI).toEqual({ posted: '992485.00000000', held: zero });
  await clear(maker, other);
});

test('a market order trades up to 5 % beyond the best price and gives the rest back', async () => {
  const { maker, taker } = await pair();
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '50000' });
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '52500' });
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '52500.5' });
  const bought = await place(bank, taker, { operation: 'BUY', amount: '0.3' });
  expect(bought).toMatchObject({
    status: 'CANCELED',
    endReason: 'no_liquidity',
    price: null,
    leftAmount: '0.10000000',
    averagePrice: '51250.00000000',
    fee: '20.50000000',
  });
  expect((await fundsOf(bank, taker)).EPI).toEqual({ posted: '989729.50000000', held: zero });
  await clear(maker);
  expect(problemOf(await sendOrder(bank, taker, { operation: 'BUY', amount: '0.1' }))).toBe('no_liquidity');
});

test('a market order trades at no price more than 20 % worse than the last trade', async () => {
  const { maker, taker } = await pair();
  const trade = async () => {
    await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '50000' });
    await place(bank, taker, { operation: 'BUY', amount: '0.1', price: '50000' });
  };
  await trade();
  const atMarket = (operation: 'BUY' | 'SELL') => sendOrder(bank, taker, { operation, amount: '0.3' });
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '60500' });
  expect(problemOf(await atMarket('BUY'))).toBe('no_liquidity');
  await place(bank, maker, { operation: 'BUY', amount: '0.1', price: '39500' });
  expect(problemOf(await atMarket('SELL'))).toBe('no_liquidity');
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '58000' });
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '60000' });
  // 5 % beyond the best price would be 60,900.
  expect(await place(bank, taker, { operation: 'BUY', amount: '0.3' })).toMatchObject({
    status: 'CANCELED',
    endReason: 'no_liquidity',
    leftAmount: '0.10000000',
    averagePrice: '59000.00000000',
  });
  // The following tests expect a market at 50,000.
  await trade();
  await clear(maker, taker);
});

test.each([
  ['IOC takes what there is', { timeInForce: 'IOC', amount: '0.2' }, 'CANCELED', 'not_filled_at_once', '0.1'],
  [
    'FOK takes all or nothing',
    { timeInForce: 'FOK', amount: '0.2' },
    'REJECTED',
    'not_filled_at_once',
    '0.2',
  ],
  ['FOK takes all', { timeInForce: 'FOK', amount: '0.1' }, 'EXECUTED', null, '0.0'],
  ['post-only never takes', { postOnly: true, amount: '0.1' }, 'REJECTED', 'post_only', '0.1'],
] as const)('%s', async (_name, terms, status, endReason, left) => {
  const { maker, taker } = await pair();
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '50000' });
  const order = await place(bank, taker, { operation: 'BUY', price: '50000', ...terms });
  expect(order).toMatchObject({ status, endReason, leftAmount: `${left}0000000` });
  await clear(maker, taker);
});

test('an order does not trade with the same client: the newer one is cancelled', async () => {
  const { maker } = await pair();
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '50000' });
  const order = await place(bank, maker, { operation: 'BUY', amount: '0.1', price: '50000' });
  expect(order).toMatchObject({ status: 'CANCELED', endReason: 'self_trade', averagePrice: null });
  await clear(maker);
});

test('a stop waits until a trade reaches its price', async () => {
  const { maker, taker } = await pair();
  const waiting = await newTrader(bank, { EPI: '100000', BTC: '0' });
  await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '50000' });
  await place(bank, taker, { operation: 'BUY', amount: '0.1', price: '50000' });
  const stop = await place(bank, waiting, {
    operation: 'BUY',
    amount: '0.1',
    price: '50600',
    stopPrice: '50500',
  });
  expect(stop).toMatchObject({ status: 'PLACED', stopPrice: '50500.00000000', triggered: false });
  expect(
    problemOf(
      await bank.call(amendOrder, { params: { id: stop.id }, body: { amount: '0.2' } }, keyed(waiting)),
    ),
  ).toBe('trade_order_waits');
  await place(bank, maker, { operation: 'SELL', amount: '0.05', price: '50500' });
  await place(bank, maker, { operation: 'SELL', amount: '0.06', price: '50550' });
  await place(bank, taker, { operation: 'BUY', amount: '0.05', price: '50500' });
  expect(await orderOf(bank, waiting, stop.id)).toMatchObject({
    status: 'PLACED',
    triggered: true,
    leftAmount: '0.04000000',
    averagePrice: '50550.00000000',
  });
  const late = await sendOrder(bank, waiting, {
    operation: 'BUY',
    amount: '0.1',
    price: '51000',
    stopPrice: '50500',
  });
  expect(late.text).toContain('already reached');
  await clear(maker, taker, waiting);
});

const keyed = ({ token }: Pick<Trader, 'token'>) => ({ token, idempotencyKey: newId() });

test('a lower amount keeps the turn, any other change loses it, and the difference is held at once', async () => {
  const { maker, taker } = await pair();
  const amend = async (id: string, body: { amount?: string; price?: string }) => {
    const answer = await bank.call(amendOrder, { params: { id }, body }, keyed(maker));
    expect(answer.status).toBe(200);
    const { held } = (await fundsOf(bank, maker)).EPI ?? {};
    await settled(bank);
    return { order: await orderOf(bank, maker, id), heldAtOnce: held };
  };
  const first = await place(bank, maker, { operation: 'BUY', amount: '0.2', price: '50000' });
  const second = await place(bank, maker, { operation: 'BUY', amount: '0.1', price: '50000' });
  await amend(first.id, { amount: '0.1' });
  expect((await fundsOf(bank, maker)).EPI?.held).toBe('10020.00000000');
  await place(bank, taker, { operation: 'SELL', amount: '0.05', price: '50000' });
  expect(await orderOf(bank, maker, first.id)).toMatchObject({ leftAmount: '0.05000000' });

  const { order, heldAtOnce } = await amend(first.id, { amount: '0.35', price: '50000' });
  expect(order).toMatchObject({ initialAmount: '0.35000000', leftAmount: '0.30000000' });
  // 0.3 at 50,000 and 0.1 at 50,000, both with 0.2 %.
  expect(heldAtOnce).toBe('20040.00000000');
  expect((await fundsOf(bank, maker)).EPI?.held).toBe('20040.00000000');
  await place(bank, taker, { operation: 'SELL', amount: '0.1', price: '50000' });
  expect(await orderOf(bank, maker, second.id)).toMatchObject({ status: 'EXECUTED' });
  expect(await orderOf(bank, maker, first.id)).toMatchObject({ leftAmount: '0.30000000' });
  expect(
    problemOf(
      await bank.call(amendOrder, { params: { id: first.id }, body: { amount: '10000' } }, keyed(maker)),
    ),
  ).toBe('insufficient_balance');
  // 0.05 are filled.
  const less = { params: { id: first.id }, body: { amount: '0.05' } };
  const refused = await bank.call(amendOrder, less, keyed(maker));
  expect([refused.status, refused.text.includes('already been filled')]).toEqual([400, true]);
  await clear(maker, taker);
});

test.each<[string, OrderTerms, string]>([
  ['a price between two ticks', { operation: 'BUY', amount: '0.1', price: '50000.3' }, 'multiple of 0.5'],
  [
    'a quantity between two lots',
    { operation: 'BUY', amount: '0.10001', price: '50000' },
    'multiple of 0.0001',
  ],
  ['nothing', { operation: 'BUY', amount: '0', price: '50000' }, 'above zero'],
  ['less than 5 EPI', { operation: 'SELL', amount: '0.0001', price: '49000' }, 'at least'],
  ['a buyer far above the market', { operation: 'BUY', amount: '0.1', price: '70000' }, '20% worse'],
  ['a seller far below the market', { operation: 'SELL', amount: '0.1', price: '30000' }, '20% worse'],
  [
    'post-only at once',
    { operation: 'SELL', amount: '0.1', price: '50000', timeInForce: 'IOC', postOnly: true },
    'stays open',
  ],
  ['a limit order without a price', { operation: 'SELL', amount: '0.1', type: 'LIMIT' }, 'Fill in'],
  ['more than a number holds', { operation: 'SELL', amount: '900000000000', price: '50000' }, 'too large'],
])('refuses %s', async (_name, terms, words) => {
  const { maker } = await pair();
  const answer = await sendOrder(bank, maker, terms);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(words);
});

test('money is held before an order exists: one balance is never promised twice', async () => {
  const trader = await newTrader(bank, { EPI: '1002', BTC: '0' });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      sendOrder(bank, trader, { operation: 'BUY', amount: '0.02', price: '45000' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers)
    if (answer.status !== 201) expect(problemOf(answer)).toBe('insufficient_balance');
  await settled(bank);
  expect((await fundsOf(bank, trader)).EPI?.held).toBe('901.80000000');
  await clear(trader);
});

test('the same key places one order, and one client never sees the order of another', async () => {
  const { maker, taker } = await pair();
  const key = newId();
  const terms: OrderTerms = { operation: 'BUY', amount: '0.1', price: '45000' };
  const [one, two] = await Promise.all([
    sendOrder(bank, maker, terms, key),
    sendOrder(bank, maker, terms, key),
  ]);
  const again = await sendOrder(bank, maker, terms, key);
  expect([two.text, again.text]).toEqual([one.text, one.text]);
  await settled(bank);
  expect(await ordersOf(bank, maker)).toHaveLength(1);
  const params = { id: one.output.id };
  for (const answer of [
    await bank.call(getTradeOrder, { params }, taker),
    await bank.call(cancelOrder, { params }, taker),
    await bank.call(amendOrder, { params, body: { amount: '0.2' } }, keyed(taker)),
  ])
    expect(problemOf(answer)).toBe('not_found');
  expect(await ordersOf(bank, taker)).toEqual([]);
  await clear(maker);
});

test('an order that is filled before its cancellation was never cancelled, and the activity shows the request', async () => {
  const { maker, taker } = await pair();
  const terms = { amount: '0.1', price: '50000' } as const;
  const { id } = await place(bank, maker, { operation: 'SELL', ...terms });
  const params = { id };
  // The writer waits for the book until all three commands are there.
  const answers = await bank.database.inTransaction(async (sql) => {
    await lockBook(sql, 'BTCEPI');
    const bought = await sendOrder(bank, taker, { operation: 'BUY', ...terms });
    const amended = await bank.call(amendOrder, { params, body: { amount: '0.2' } }, keyed(maker));
    return [bought, amended, await bank.call(cancelOrder, { params }, maker)];
  });
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
  await settled(bank);
  expect(await orderOf(bank, maker, id)).toMatchObject({ status: 'EXECUTED', leftAmount: zero });
  const { Items } = (await bank.call(listActivity, { query: { kind: 'crypto' } }, maker)).output;
  expect(Items.map(({ text }) => text)).toEqual([
    'Cancellation of an order in BTCEPI requested',
    'Change to an order in BTCEPI requested',
  ]);
  await clear(maker, taker);
});

test('an order that trades has a row in each of its wallets, which grow until it ends', async () => {
  const { maker, taker } = await pair();
  await place(bank, maker, { operation: 'BUY', amount: '0.1', price: '50000' });
  const rowsOf = async ({ token }: Trader) =>
    (await bank.call(listPayments, { query: { limit: 10 } }, { token })).output.Items.map((row) => [
      row.scheme,
      row.direction,
      row.amount,
      row.currency,
      row.fee,
      row.status,
    ]);
  expect(await rowsOf(maker)).toEqual([]);
  await place(bank, taker, { operation: 'SELL', amount: '0.04', price: '50000' });
  expect(new Set(await rowsOf(maker))).toEqual(
    new Set([
      ['TRADE', 'CREDIT', '0.04000000', 'BTC', '0.00000000', 'IN_PROCESS'],
      ['TRADE', 'DEBIT', '2000.00000000', 'EPI', '2.00000000', 'IN_PROCESS'],
    ]),
  );
  // The seller pays the fee out of the proceeds.
  expect(await rowsOf(taker)).toContainEqual([
    ...['TRADE', 'CREDIT', '2000.00000000', 'EPI', '4.00000000', 'EXECUTED'],
  ]);
  await place(bank, taker, { operation: 'SELL', amount: '0.06', price: '50000' });
  expect(new Set(await rowsOf(maker))).toEqual(
    new Set([
      ['TRADE', 'CREDIT', '0.10000000', 'BTC', '0.00000000', 'EXECUTED'],
      ['TRADE', 'DEBIT', '5000.00000000', 'EPI', '5.00000000', 'EXECUTED'],
    ]),
  );
  expect(await rowsOf(taker)).toHaveLength(4);
  expect(await entriesWithoutTransaction(bank.database.sql)).toEqual([]);
  await clear(maker, taker);
});

test('a command that cannot be written is rejected alone', async () => {
  const { maker, taker } = await pair();
  const victim = await newTrader(bank, { EPI: '10000', BTC: '0' });
  // The ledger has lost the order's hold, unknown to the book.
  const { id } = (await sendOrder(bank, victim, { operation: 'BUY', amount: '0.1', price: '50000' })).output;
  await settled(bank);
  await query`update ledger.reservations set status = 'released', closed_at = now()
    where id = (select reservation_id from trading.trade_order where id = ${id})`.execute(bank.database.sql);
  await query`update ledger.accounts set reserved = 0 where id = ${victim.wallets.EPI}`.execute(
    bank.database.sql,
  );
  const sold = await place(bank, taker, { operation: 'SELL', amount: '0.1', price: '50000' });
  expect(sold).toMatchObject({ status: 'REJECTED', endReason: 'failed' });
  expect((await fundsOf(bank, taker)).BTC).toEqual({ posted: '10.00000000', held: zero });
  expect(await place(bank, maker, { operation: 'SELL', amount: '0.1', price: '50500' })).toMatchObject({
    status: 'PLACED',
  });
  await query`update trading.trade_order set status = 'CANCELED', end_reason = 'failed', held_minor = 0 where id = ${id}`.execute(
    bank.database.sql,
  );
  expect(await verifyTrading(bank.database.sql)).toContain(
    `order ${id} is open, or is named as open, but not both`,
  );
  await query`delete from trading.open_order where order_id = ${id}`.execute(bank.database.sql);
  await query`update trading.book set seq = seq + 1`.execute(bank.database.sql);
  await clear(maker, taker);
});

test('candles of every length contain the trades', async () => {
  const { maker, taker } = await pair();
  for (const [amount, price] of [
    ['0.1', '50000'],
    ['0.3', '50400'],
  ] as const) {
    await place(bank, maker, { operation: 'SELL', amount, price });
    await place(bank, taker, { operation: 'BUY', amount, price });
  }
  const read = async (query: object) =>
    (await bank.call(getHistory, { params: { instrument: 'BTCEPI' }, query }, taker)).output;
  for (const period of ['30m', '1h', '4h', '1d']) {
    const { t, c, h, l, v } = await read({ period, limit: 1 });
    expect([t.length, c]).toEqual([1, ['50400.00000000']]);
    expect(Number(h[0])).toBeGreaterThanOrEqual(50_400);
    expect(Number(l[0])).toBeLessThanOrEqual(50_400);
    expect(Number(v[0])).toBeGreaterThanOrEqual(0.3);
    const [begins = 0] = t;
    expect((await read({ period, before: new Date(begins * 1_000).toISOString() })).t).not.toContain(begins);
  }
  await clear(maker, taker);
});
