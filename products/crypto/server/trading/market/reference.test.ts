/**
 * Prices of the external service, over the client API: worth and cost of wallets, and refused orders, before a market has traded. Controls, tried
 * once: without the age an old price limits orders; without the second source a wild message moves the price; without reading after a gap the half
 * hour stays missing;
 * without the heartbeat a silent connection stays.
 */
import type { ServerResponse } from 'node:http';
import { listPositions, type WalletPosition } from '@calmly/contract';
import type { PriceServiceConfig } from '@calmly/platform/config/prices.ts';
import { createApp } from '@calmly/server/src/app.ts';
import { createCall, startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { type PriceServer, startPriceServer } from '@calmly/server/test/support/processes/price-service.ts';
import { newTrader, orderOf, sendOrder, settled, type Trader } from '@calmly/server/test/support/trading.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const closing: Array<() => Promise<unknown>> = [];
let service: PriceServer;
beforeEach(async () => {
  service = await startPriceServer();
  closing.push(service.close);
});
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

const timing = {
  pollMs: 60_000,
  heartbeatMs: 20_000,
  firstRetryMs: 20,
  longestRetryMs: 100,
  keepMs: 20,
  timeoutMs: 5_000,
};
const configOf = (more: Partial<PriceServiceConfig> = {}) => ({
  prices: {
    http: undefined,
    service: { url: service.url, authorization: service.authorization, maxAgeMs: 60_000, timing, ...more },
  },
});

async function startBank(
  more: Partial<PriceServiceConfig> = {},
  options: Parameters<typeof startTestApp>[0] = {},
): Promise<TestApp> {
  const bank = await startTestApp({ ...options, config: { ...configOf(more), ...options.config } });
  closing.push(bank.close);
  return bank;
}

/** The price of BTC that the bank knows; undefined without one. */
async function known({ database }: TestApp): Promise<number | undefined> {
  const { rows } = await query<{ price: number }>`
    select price::int / 2.0::float8 as price from trading.reference_price where instrument = 'BTCEPI' and usable_until > now()`.execute(
    database.sql,
  );
  return rows[0]?.price;
}
const untilPrice = (bank: TestApp, price: number) =>
  until(
    () => known(bank),
    (found) => found === price,
  );
/** A message sent right after a connection opens may be lost, so it is repeated. */
const untilHeard = (bank: TestApp, close: string) =>
  until(
    async () => {
      service.candle('BTCEPI', close);
      return known(bank);
    },
    (found) => found === Number(close),
  );

async function positionOf(
  { call }: Pick<TestApp, 'call'>,
  { token }: Trader,
): Promise<WalletPosition | undefined> {
  return (await call(listPositions, {}, { token })).output.Items.find(({ asset }) => asset === 'BTC');
}

const orderAt = async (bank: TestApp, trader: Trader, operation: 'BUY' | 'SELL', price: string) => {
  const { status, text } = await sendOrder(bank, trader, { operation, amount: '0.01', price });
  return status < 300 ? 'placed' : /more than 20/.test(text) ? 'far' : text;
};
const buyAt = (bank: TestApp, trader: Trader, price: string) => orderAt(bank, trader, 'BUY', price);
const sellAt = (bank: TestApp, trader: Trader, price: string) => orderAt(bank, trader, 'SELL', price);

it('limits orders before and after the first trade, and values wallets until then', async () => {
  const bank = await startBank();
  await untilPrice(bank, 80_000);
  const anna = await newTrader(bank, { BTC: '1', EPI: '100000' });
  service.candle('BTCEPI', '81000.5');
  await untilPrice(bank, 81_000.5);
  // The deposit cost the close of the last half hour; its worth is the service's current price.
  expect(await positionOf(bank, anna)).toMatchObject({
    averageCost: '80000.00000000',
    price: '81000.50000000',
    unrealised: '1000.50000000',
    unpriced: '0.00000000',
  });
  expect(await buyAt(bank, anna, '97201')).toBe('far');
  expect(await sellAt(bank, anna, '64800')).toBe('far');
  expect(await buyAt(bank, anna, '60000')).toBe('placed');

  const boris = await newTrader(bank, { BTC: '1', EPI: '100000' });
  expect(await sellAt(bank, boris, '66000')).toBe('placed');
  expect(await buyAt(bank, anna, '66000')).toBe('placed');
  await until(
    () => positionOf(bank, boris),
    (position) => position?.price === '66000.00000000',
  );
  // Two clients trading with each other do not move the price that orders are compared with.
  expect(await buyAt(bank, anna, '97201')).toBe('far');
  expect(await sellAt(bank, boris, '64800')).toBe('far');
  expect(await buyAt(bank, anna, '79201')).toBe('placed');
});

it('a market order does not take the only offer when it is far above the known price', async () => {
  const bank = await startBank();
  await untilPrice(bank, 80_000);
  const anna = await newTrader(bank, { BTC: '1', EPI: '100000' });
  const boris = await newTrader(bank, { BTC: '1', EPI: '100000' });
  expect(await sellAt(bank, boris, '800000')).toBe('placed');
  await settled(bank);
  const buy = () => sendOrder(bank, anna, { operation: 'BUY', amount: '0.01' });
  expect([(await buy()).status, (await buy()).body]).toMatchObject([409, { code: 'no_liquidity' }]);
  // The control: a fair offer ahead of it is taken, and nothing beyond it.
  expect(await sellAt(bank, boris, '81000')).toBe('placed');
  await settled(bank);
  const { id } = (await sendOrder(bank, anna, { operation: 'BUY', amount: '0.02' })).output;
  await settled(bank);
  expect(await orderOf(bank, anna, id)).toMatchObject({
    status: 'CANCELED',
    leftAmount: '0.01000000',
  });
});

it('follows candles and order buckets, reads numbers exactly, and takes the middle of a book', async () => {
  const bank = await startBank();
  await untilPrice(bank, 80_000);
  await untilQuiet();
  expect(service.greetings).toEqual([
    { instruments: ['BTCEPI', 'ETHEPI', 'TONEPI'] },
    { instruments: ['BTCEPI', 'ETHEPI', 'TONEPI'] },
  ]);
  service.candle('BTCEPI', '80000.249999999999999');
  service.candle('BTCEPI', '80000.2500000000000001');
  await untilPrice(bank, 80_000.5);
  service.buckets('BTCEPI', '81000', '81010');
  await untilPrice(bank, 81_005);
  // The book is current, so a candle does not count.
  service.candle('BTCEPI', '80500');
  service.buckets('BTCEPI', '81001', '81011');
  await untilPrice(bank, 81_006);
  // A book with a wide spread.
  service.buckets('BTCEPI', '70000', '90000');
  service.candle('BTCEPI', '80400');
  await untilPrice(bank, 80_400);
});

it('does not use a price that is too old', async () => {
  const bank = await startBank({ maxAgeMs: 400 });
  await until(
    () => known(bank),
    (price) => price !== undefined,
  );
  service.sockets = 'refused';
  service.drop();
  service.fault = (response) => Boolean(response.writeHead(503).end());
  await until(
    () => known(bank),
    (price) => price === undefined,
  );
  const anna = await newTrader(bank, { BTC: '1', EPI: '1000000' });
  expect(await positionOf(bank, anna)).toMatchObject({
    price: null,
    value: null,
    averageCost: '80000.00000000',
  });
  expect(await buyAt(bank, anna, '160000')).toBe('placed');
});

it('has a price at once after a restart, while the service is away', async () => {
  const bank = await startBank();
  await untilPrice(bank, 80_000);
  const anna = await newTrader(bank, { BTC: '1' });
  await service.close();
  const app = await createApp({
    database: bank.database,
    log: pino({ level: 'silent' }),
    config: { ...testConfig, ...configOf() },
  });
  closing.push(() => app.close());
  const call = createCall(await app.listen({ host: '127.0.0.1', port: 0 }));
  expect(await positionOf({ call }, anna)).toMatchObject({ price: '80000.00000000' });
});

/** Waits until both websockets are open and their reads of the history have been answered. */
async function untilQuiet(): Promise<void> {
  await until(
    () => service.greetings.length,
    (count) => count >= 2,
  );
  for (let seen = -1; seen !== service.historyCalls.length; ) {
    seen = service.historyCalls.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

it('reconnects after a drop, with pauses, and reads the missed history', async () => {
  const bank = await startBank();
  await untilPrice(bank, 80_000);
  await untilQuiet();
  service.sockets = 'refused';
  service.drop();
  service.closes.BTCEPI = ['80000', '80100', '80200'];
  service.historyCalls.length = 0;
  service.connections.length = 0;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([service.connections, service.historyCalls]).toEqual([[], []]);
  service.sockets = 'open';
  await untilPrice(bank, 80_200);
  // One of them is enough for the price.
  await until(
    () => service.connections.length,
    (count) => count >= 2,
  );
  expect(service.connections.toSorted()).toEqual(['/feed', '/orders']);
  await untilHeard(bank, '80300');
});

it('reads the history after a gap in the messages', async () => {
  const bank = await startBank();
  await untilPrice(bank, 80_000);
  await untilQuiet();
  service.candle('BTCEPI', '80010');
  await untilPrice(bank, 80_010);
  service.historyCalls.length = 0;
  service.candle('BTCEPI', '80020');
  await untilPrice(bank, 80_020);
  expect(service.historyCalls).toEqual([]);
  service.candle('BTCEPI', '80030', 3);
  await until(
    () => service.historyCalls,
    ({ length }) => length === 1,
  );
  expect(service.historyCalls).toEqual(['BTCEPI 50']);
});

// socket.test.ts checks that a connection that answers pings is kept, however little it sends.
it('gives up a connection that is silent', async () => {
  service.sockets = 'silent';
  const bank = await startBank({ timing: { ...timing, heartbeatMs: 300 } });
  await until(
    () => service.connections.length,
    (count) => count >= 4,
  );
  service.sockets = 'open';
  await untilPrice(bank, 80_000);
  await until(
    () => service.greetings.length,
    (count) => count >= 2,
  );
  await untilHeard(bank, '80010');
});

const candleMessage = (more: object, candle: object = {}) =>
  JSON.stringify({
    topic: 'candle',
    instrument: 'BTCEPI',
    // From the future; the next candle's is higher.
    seq: service.lastSeq('BTCEPI') + 1_000,
    candle: {
      time: new Date(Math.floor(Date.now() / 1_800_000) * 1_800_000).toISOString(),
      open: '80999',
      high: '80999',
      low: '80999',
      close: '80999',
      ...candle,
    },
    ...more,
  });

describe('the feed', () => {
  let bank: TestApp;
  let own: PriceServer;
  beforeAll(async () => {
    own = await startPriceServer();
    service = own;
    bank = await startTestApp({ config: configOf() });
  });
  beforeEach(() => {
    service = own;
  });
  afterAll(async () => {
    await bank.close();
    await own.close();
  });

  it.each<[string, () => string | Buffer]>([
    ['no JSON', () => 'hello'],
    ['another topic', () => candleMessage({ topic: 'weather' })],
    ['an unknown instrument', () => candleMessage({ instrument: 'DOGEEPI' })],
    ['no number', () => candleMessage({ seq: 'x' })],
    ['a price that is no number', () => candleMessage({}, { close: 'NaN' })],
    ['a negative price', () => candleMessage({}, { close: '-1', low: '-1' })],
    ['nothing as a price', () => candleMessage({}, { close: 0, low: 0 })],
    ['a price beyond all bounds', () => candleMessage({}, { close: '1e30', high: '1e30' })],
    ['a close above its high', () => candleMessage({}, { high: '80000' })],
    [
      'a candle of yesterday',
      () => candleMessage({}, { time: new Date(Date.now() - 86_400_000).toISOString() }),
    ],
    ['a candle of tomorrow', () => candleMessage({}, { time: '2999-01-01T00:00:00Z' })],
    ['an old number', () => candleMessage({ seq: 0 })],
    ['bytes', () => Buffer.from(candleMessage({}))],
    ['too much', () => 'x'.repeat(300_000)],
  ])('ignores %s and uses the next message', async (_name, message) => {
    // The previous message may have ended the connection.
    await untilHeard(bank, '80001');
    service.send('/feed', message());
    await until(
      async () => {
        service.candle('BTCEPI', '80002', 2_000);
        return known(bank);
      },
      (price) => price === 80_002,
    );
  });
});

it('does not believe a jump of one message; the history decides', async () => {
  const bank = await startBank();
  await untilPrice(bank, 80_000);
  await untilQuiet();
  service.fault = (response) => Boolean(response.writeHead(503).end());
  service.historyCalls.length = 0;
  service.candleAlone('BTCEPI', '8000');
  await until(
    () => service.historyCalls,
    ({ length }) => length >= 1,
  );
  // The next price is kept, so a wild one in its place would have been too.
  service.candleAlone('BTCEPI', '80050');
  const seen = new Set<number | undefined>();
  await until(
    async () => {
      const price = await known(bank);
      seen.add(price);
      return price;
    },
    (price) => price === 80_050 || price === 8_000,
  );
  expect([...seen]).not.toContain(8_000);
  service.fault = undefined;
  service.candleAlone('BTCEPI', '80100');
  await untilPrice(bank, 80_100);
  service.candle('BTCEPI', '50000');
  await untilPrice(bank, 50_000);
});

it.each<[string, (response: ServerResponse) => boolean]>([
  ['does not answer in time', () => true],
  ['fails', (response) => Boolean(response.writeHead(500).end())],
  ['answers a page', (response) => Boolean(response.end('<html>'))],
  ['answers too much', (response) => Boolean(response.end(`[${'1,'.repeat(600_000)}1]`))],
  [
    'has arrays of different lengths',
    (response) => Boolean(response.end('{"t":[1764151200],"o":[],"h":[],"l":[],"c":[]}')),
  ],
  [
    'has times that are none',
    (response) => Boolean(response.end('{"t":[17],"o":[1],"h":[1],"l":[1],"c":[1]}')),
  ],
])('starts without a price while the history %s, and has one afterwards', async (_name, fault) => {
  service.fault = fault;
  const bank = await startBank({ timing: { ...timing, pollMs: 50, timeoutMs: 500 } });
  await until(
    () => service.historyCalls.length,
    (count) => count >= 3,
  );
  service.candle('BTCEPI', '80100');
  expect(await known(bank)).toBeUndefined();
  service.fault = undefined;
  await untilPrice(bank, 80_100);
});

it('the sandbox’s market trades at the prices of the service, and stops without them', async () => {
  service.closes.BTCEPI = ['120000', '120000'];
  const bank = await startBank(
    { maxAgeMs: 3_000 },
    {
      jobs: true,
      config: {
        sandbox: { ...testConfig.sandbox, market: true, followsPrices: true, marketStepMs: 20 },
        crypto: { ...testConfig.crypto, sandboxBlockMs: 20 },
      },
    },
  );
  const book = async () => {
    const { rows } = await query<{ last: string | null; open: number }>`
      select (select (last_price / 2)::text from trading.book where instrument = 'BTCEPI') as last,
        (select count(*)::int from trading.trade_order where instrument = 'BTCEPI' and status = 'PLACED') as open`.execute(
      bank.database.sql,
    );
    return { last: Number(rows[0]?.last), open: rows[0]?.open ?? 0 };
  };
  await until(book, ({ last }) => last > 118_000 && last < 122_000);
  service.sockets = 'refused';
  service.drop();
  service.fault = (response) => Boolean(response.writeHead(503).end());
  await until(book, ({ open }) => open === 0);
});
