/**
 * L8: random flows of several clients over HTTP, compared with a naive model to the minor unit; and writers that work on one database at the same
 * time, lose their memory, and are compared with the orders after every group.
 */
import { amendOrder, cancelOrder, getBook, listTrades } from '@calmly/contract';
import { formatDecimal, parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { createApp } from '@calmly/server/src/app.ts';
import { createCall, createRawCall, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { record, sized } from '@calmly/server/test/support/campaign.ts';
import { type Chance, chanceOfRun } from '@calmly/server/test/support/chance.ts';
import { createTestDatabase } from '@calmly/server/test/support/database.ts';
import {
  fundsOf,
  newTrader,
  type OrderTerms,
  orderOf,
  ordersOf,
  sendOrder,
  type Trader,
} from '@calmly/server/test/support/trading.ts';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankAccount, bankBalances, verifyBooks } from '../../../ledger/server/index.ts';
import { verifyTrading } from './index.ts';
import { lockBook } from './matching/commands.ts';
import { matchGroup } from './matching/match-group.ts';
import { type Memory, rebuild } from './matching/memory.ts';
import { lockKey } from './matching/writer.ts';
import { listOpen } from './orders/store.ts';
import { type Change, TradingModel } from './testing/trading-model.ts';

const chance = chanceOfRun('trading model');
const steps = sized(150, 5_000);
const start = { EPI: '100000000', BTC: '1000' };

const priceText = (ticks: number) => formatDecimal(BigInt(ticks) * 50_000_000n, 'EPI');
const amountText = (lots: number) => formatDecimal(BigInt(lots) * 10_000n, 'BTC');

interface Drawn {
  readonly who: number;
  readonly side: 'BUY' | 'SELL';
  readonly price: number;
  readonly quantity: number;
  readonly stopPrice: number | undefined;
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK';
  readonly postOnly: boolean;
  readonly isMarket: boolean;
}

/** There are few prices, so that orders meet. */
function draw({ below, happens, pick }: Chance, clients: number): Drawn {
  const isMarket = happens(0.1);
  const stopPrice = happens(0.1) ? 99_990 + below(21) : undefined;
  const timeInForce = pick(['GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const);
  return {
    who: below(clients),
    side: pick(['BUY', 'SELL'] as const),
    price: 99_990 + below(21),
    quantity: 10 + below(300),
    stopPrice,
    timeInForce,
    postOnly: !isMarket && stopPrice === undefined && timeInForce === 'GTC' && happens(0.1),
    isMarket,
  };
}

const termsOf = ({
  side,
  price,
  quantity,
  stopPrice,
  isMarket,
  timeInForce,
  postOnly,
}: Drawn): OrderTerms => ({
  operation: side,
  type: isMarket ? 'MARKET' : 'LIMIT',
  amount: amountText(quantity),
  price: priceText(price),
  timeInForce,
  postOnly,
  ...(stopPrice !== undefined && { stopPrice: priceText(stopPrice) }),
});

function placeIn(model: TradingModel, orderId: number, drawn: Drawn): void {
  const { who, side, price, quantity, stopPrice, timeInForce, postOnly, isMarket } = drawn;
  model.place({
    kind: 'place',
    type: 'LIMIT',
    orderId,
    accountId: String(who),
    side,
    price,
    quantity,
    postOnly,
    timeInForce: isMarket && timeInForce === 'GTC' ? 'IOC' : timeInForce,
    ...(stopPrice !== undefined && { stopPrice }),
  });
}

test('random flows over HTTP match a naive model', async () => {
  const { test: bank, feesAccountId, close } = await startWithoutWriter();
  const traders = await Promise.all([0, 1, 2, 3].map(() => newTrader(bank, start)));
  const model = new TradingModel();
  const ids = new Map<number, { readonly id: string; readonly trader: Trader; readonly drawn: Drawn }>();
  const feesBefore = (await bankBalances(bank.database.sql, 'fees')).get('EPI') ?? 0n;

  /** The model's steps for the waiting commands, in order. */
  const waiting: Array<() => void> = [];
  let memory: Memory | undefined;
  const matchSome = async (limit: number) => {
    const matched = await matchGroup(bank.database, { code: 'BTCEPI', memory, limit, feesAccountId });
    ({ memory } = matched);
    model.beginGroup();
    for (const follow of waiting.splice(0, matched.count)) follow();
    return matched.count;
  };
  /** A second cancellation of a waiting order adds no command. */
  const cancelling = new Set<number>();
  const cancel = (orderId: number) => {
    if (cancelling.has(orderId)) return;
    cancelling.add(orderId);
    waiting.push(() => {
      cancelling.delete(orderId);
      model.cancel(orderId);
    });
  };
  const amended = { done: 0, undone: 0 };
  const amend = (orderId: number, change: Change, extra: bigint) => () => {
    amended[model.amend(orderId, change, extra) ? 'done' : 'undone'] += 1;
  };

  for (let step = 1; step <= steps; step += 1) {
    if (chance.happens(0.3)) await matchSome(1 + chance.below(8));
    // The newest, which are open or waiting.
    const newest = [...ids].slice(-10);
    const known = newest[chance.below(Math.max(newest.length, 1))];
    if (known && chance.happens(0.35)) {
      const [orderId, { id, trader, drawn }] = known;
      const { token } = trader;
      if (chance.happens(0.3)) {
        const { status } = await bank.call(cancelOrder, { params: { id } }, { token });
        expect([200, 409]).toContain(status);
        if (status === 200) cancel(orderId);
        continue;
      }
      const change = chance.happens(0.5)
        ? { quantity: 10 + chance.below(300) }
        : { price: 99_990 + chance.below(21) };
      const body =
        'price' in change ? { price: priceText(change.price) } : { amount: amountText(change.quantity) };
      const { status } = await bank.call(
        amendOrder,
        { params: { id }, body },
        { token, idempotencyKey: newId() },
      );
      expect([200, 400, 409]).toContain(status);
      // Its money is held now; by its turn, more of it may be filled.
      if (status === 200) waiting.push(amend(orderId, change, model.extraOf(orderId, change, drawn)));
      continue;
    }
    const drawn = draw(chance, traders.length);
    const trader = traders[drawn.who] as Trader;
    const answer = await sendOrder(bank, trader, termsOf(drawn));
    if (answer.status !== 201) {
      // The market has already reached the stop price.
      expect(answer.text).toContain('already reached');
      continue;
    }
    ids.set(step, { id: answer.output.id, trader, drawn });
    waiting.push(() => placeIn(model, step, drawn));
  }

  for (let count = 1; count > 0; ) count = await matchSome(8);
  expect(waiting).toEqual([]);
  expect(amended.done + amended.undone).toBeGreaterThan(steps / 30);
  for (const [index, trader] of traders.entries()) {
    const found = new Map((await ordersOf(bank, trader)).map((order) => [order.id, order]));
    for (const [orderId, { id, trader: owner }] of ids) {
      if (owner !== trader || (!found.has(id) && ids.size > 200)) continue;
      const order = model.orders.get(orderId);
      expect(found.get(id)).toMatchObject({
        status: order?.status,
        leftAmount: amountText((order?.quantity ?? 0) - (order?.filled ?? 0)),
        fee: formatDecimal(order?.fee ?? 0n, 'EPI'),
      });
    }
    const moved = model.wallets.get(String(index)) ?? { epi: 0n, btc: 0n };
    const held = model.held(String(index));
    expect(await fundsOf(bank, trader)).toEqual({
      EPI: {
        posted: formatDecimal((parseDecimal(start.EPI, 'EPI') ?? 0n) + moved.epi, 'EPI'),
        held: formatDecimal(held.epi, 'EPI'),
      },
      BTC: {
        posted: formatDecimal((parseDecimal(start.BTC, 'BTC') ?? 0n) + moved.btc, 'BTC'),
        held: formatDecimal(held.btc, 'BTC'),
      },
    });
  }
  expect((await bankBalances(bank.database.sql, 'fees')).get('EPI')).toBe(feesBefore + model.fees);
  const reader = traders[0] as Trader;
  const params = { instrument: 'BTCEPI' } as const;
  expect((await bank.call(listTrades, { params }, reader)).output.trades[0]?.number ?? 0).toBe(model.trades);
  expect((await bank.call(getBook, { params }, reader)).output.buckets).toEqual(
    (['SELL', 'BUY'] as const).flatMap((operation) =>
      model.depth(operation).map(({ price, quantity }) => ({
        operation,
        price: priceText(price),
        quantity: amountText(quantity),
      })),
    ),
  );
  expect(model.trades).toBeGreaterThan(steps / 10);
  expect(await verifyTrading(bank.database.sql)).toEqual([]);
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  await close();
});

let alone: Awaited<ReturnType<typeof startWithoutWriter>>;

/** An app whose writer never gets the lock. */
async function startWithoutWriter() {
  const { database, close } = await createTestDatabase();
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock($1)', [lockKey]);
  const log = pino({ level: 'silent' });
  const app = await createApp({ database, log, config: testConfig });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const test: TestApp = {
    app,
    database,
    log,
    url,
    call: createCall(url),
    callRaw: createRawCall(url),
    close,
  };
  return {
    test,
    feesAccountId: await bankAccount(database.sql, 'fees', 'EPI'),
    async close() {
      await app.close();
      holder.release(true);
      await close();
    },
  };
}

beforeAll(async () => {
  alone = await startWithoutWriter();
});
afterAll(async () => {
  await alone.close();
});

/** The stored book. */
const stored = ({ database }: TestApp) =>
  database.inTransaction(async (sql) => {
    const row = await lockBook(sql, 'BTCEPI');
    return rebuild('BTCEPI', row, await listOpen(sql, 'BTCEPI')).book.snapshot();
  });

test.each([
  ['another price', [{ price: '51000' }], '51102', '51000.00000000', '0.60000000', '30661.20000000'],
  ['a lower amount', [{ amount: '0.5' }], '50100', '50000.00000000', '0.10000000', '5010.00000000'],
  [
    'two changes, the second paid by what the first added',
    [{ amount: '2' }, { price: '49999' }],
    ...(['100200', '49999.00000000', '1.60000000', '80158.39680000'] as const),
  ],
  [
    'a price for which the trade has left too little: nothing changes',
    [{ amount: '1.3', price: '40000' }],
    ...(['52104', '50000.00000000', '0.60000000', '30060.00000000'] as const),
  ],
  [
    'an amount that is filled by then: nothing changes',
    [{ amount: '0.3' }],
    ...(['50100', '50000.00000000', '0.60000000', '30060.00000000'] as const),
  ],
])('an order for 1 BTC at 50,000 is sold 0.4 before its turn to change: %s', async (...row) => {
  const [, changes, heldAtOnce, price, leftAmount, held] = row;
  const { test: bank, feesAccountId } = alone;
  const [buyer, seller] = await Promise.all([newTrader(bank, start), newTrader(bank, start)]);
  const matchAll = () => matchGroup(bank.database, { ...group, memory: undefined, limit: 8, feesAccountId });
  const { id } = (await sendOrder(bank, buyer, { operation: 'BUY', amount: '1', price: '50000' })).output;
  await matchAll();
  await sendOrder(bank, seller, { operation: 'SELL', amount: '0.4', price: '50000' });
  const params = { id };
  for (const body of changes) {
    const keyed = { token: buyer.token, idempotencyKey: newId() };
    expect((await bank.call(amendOrder, { params, body }, keyed)).status).toBe(200);
  }
  expect((await fundsOf(bank, buyer)).EPI?.held).toBe(`${heldAtOnce}.00000000`);
  await matchAll();
  expect(await orderOf(bank, buyer, id)).toMatchObject({ price, leftAmount, fee: '20.00000000' });
  expect((await fundsOf(bank, buyer)).EPI).toEqual({ posted: '99979980.00000000', held });
  await bank.call(cancelOrder, { params }, buyer);
  await matchAll();
  expect((await fundsOf(bank, buyer)).EPI?.held).toBe('0.00000000');
  expect((await fundsOf(bank, buyer)).BTC?.posted).toBe('1000.40000000');
});

const group = { code: 'BTCEPI' } as const;

test('the book is rebuilt exactly from the open orders, whatever happened before', async () => {
  const { test: bank, feesAccountId } = alone;
  const traders = await Promise.all([0, 1, 2].map(() => newTrader(bank, start)));
  let memory: Memory | undefined;
  for (let round = 0; round < sized(12, 200); round += 1) {
    for (let each = 0; each < 12; each += 1) {
      const drawn = draw(chance, traders.length);
      await sendOrder(bank, traders[drawn.who] as Trader, termsOf(drawn));
    }
    const someone = chance.pick(traders);
    const open = (await ordersOf(bank, someone)).filter(({ status }) => status === 'PLACED');
    if (open.length > 0) {
      const params = { id: chance.pick(open).id };
      const keyed = { token: someone.token, idempotencyKey: newId() };
      if (chance.happens(0.5)) await bank.call(cancelOrder, { params }, keyed);
      else
        await bank.call(amendOrder, { params, body: { amount: amountText(10 + chance.below(300)) } }, keyed);
    }
    if (chance.happens(0.2)) memory = undefined;
    let count = 1;
    while (count > 0) {
      const limit = 1 + chance.below(8);
      ({ count, memory } = await matchGroup(bank.database, { code: 'BTCEPI', memory, limit, feesAccountId }));
    }
    expect(memory?.book.snapshot()).toBe(await stored(bank));
  }
  expect(memory?.book.openOrders).toBeGreaterThan(0);
  expect(await verifyTrading(bank.database.sql)).toEqual([]);
});

test('two writers at once do no harm', async () => {
  const { test: bank, feesAccountId } = alone;
  const traders = await Promise.all([0, 1, 2].map(() => newTrader(bank, start)));
  let isOver = false;
  const write = async () => {
    let memory: Memory | undefined;
    let groups = 0;
    for (let count = 0; !isOver || count > 0; ) {
      try {
        ({ count, memory } = await matchGroup(bank.database, {
          code: 'BTCEPI',
          memory,
          limit: 3,
          feesAccountId,
        }));
        if (count > 0) groups += 1;
        else await new Promise((resolve) => setImmediate(resolve));
      } catch (error) {
        return error;
      }
    }
    return groups;
  };
  const writers = [write(), write()];
  for (let round = 0; round < sized(30, 1_000); round += 1)
    await Promise.all(
      Array.from({ length: 6 }, () => {
        const drawn = draw(chance, traders.length);
        return sendOrder(bank, traders[drawn.who] as Trader, termsOf(drawn));
      }),
    );
  isOver = true;
  const groups = await Promise.all(writers);
  expect(groups.filter((each) => typeof each !== 'number')).toEqual([]);
  for (const each of groups) expect(each).toBeGreaterThan(0);
  expect(await verifyTrading(bank.database.sql)).toEqual([]);
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  record({
    id: 'L8',
    what: 'orders over HTTP against a naive model; rebuilt books; two writers at once',
    figure: `${steps} steps equal to the model, ${groups.join(' and ')} groups by two writers`,
    controlByHand: 'writers that do not compare the number of the book',
  });
});
