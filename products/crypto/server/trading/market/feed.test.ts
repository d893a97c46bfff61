/** The websockets of trading: what they send to whom, and that a reader notices a loss. */
import { once } from 'node:events';
import {
  type FeedMessage,
  liveTicket,
  zFeedMessage,
  zFeedRefusal,
  type zOrdersMessage,
} from '@calmly/contract';
import { startBeside, startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newTrader, place, sendOrder, type Trader } from '@calmly/server/test/support/trading.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { createFeed } from './feed.ts';
import { marketChannel } from './news.ts';
import { readTrades, requireBook } from './reads.ts';

let bank: TestApp;
let beside: Awaited<ReturnType<typeof startBeside>>;
let maker: Trader;
let taker: Trader;
let sockets: WebSocket[];

beforeAll(async () => {
  bank = await startTestApp();
  // Only one of the two servers matches; both serve readers.
  beside = await startBeside(bank);
  maker = await newTrader(bank, { EPI: '100000000', BTC: '1000' });
  taker = await newTrader(bank, { EPI: '100000000', BTC: '1000' });
});
afterAll(async () => {
  await beside.close();
  await bank.close();
});
beforeEach(() => {
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.terminate();
});

async function connect(path: string, who: Trader, url = bank.url): Promise<WebSocket> {
  const { ticket } = (await bank.call(liveTicket, {}, who)).output;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api${path}`, ['calmly', `calmly.${ticket}`], {
    origin: url,
  });
  sockets.push(socket);
  await once(socket, 'open');
  return socket;
}

/** A reader of an instrument; `heard` collects its messages. */
async function readFeed(who: Trader, url = bank.url): Promise<{ socket: WebSocket; heard: FeedMessage[] }> {
  const socket = await connect('/crypto/feed', who, url);
  const heard: FeedMessage[] = [];
  socket.on('message', (data) => heard.push(z.decode(zFeedMessage, JSON.parse(String(data)))));
  socket.send(JSON.stringify({ instrument: 'BTCEPI' }));
  await until(
    () => heard.length,
    (count) => count > 0,
  );
  return { socket, heard };
}

const bookOf = (heard: readonly FeedMessage[]) =>
  heard.findLast((message) => message.topic === 'orderBuckets')?.book;
const tradesIn = (heard: readonly FeedMessage[]) =>
  heard.flatMap((message) => (message.topic === 'trades' ? message.trades : []));

test('readers at two servers get the book first, then every trade with its number, and the running candle', async () => {
  const readers = [await readFeed(maker), await readFeed(taker, beside.url)];
  for (const { heard } of readers) expect(heard[0]?.topic).toBe('orderBuckets');
  for (let round = 0; round < 10; round += 1) {
    await sendOrder(bank, maker, { operation: 'SELL', amount: '0.01', price: '50000' });
    await sendOrder(bank, taker, { operation: 'BUY', amount: '0.01', price: '50000' });
  }
  await place(bank, maker, { operation: 'BUY', amount: '0.02', price: '49000' });
  for (const { heard } of readers) {
    await until(
      () => bookOf(heard)?.buckets,
      (buckets) => buckets?.length === 1 && buckets[0]?.price === '49000.00000000',
    );
    const numbers = tradesIn(heard).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    expect(heard.findLast(({ topic }) => topic === 'candle')).toMatchObject({
      candle: { v: '0.10000000', close: '50000.00000000', ch: '0.00' },
    });
  }
});

test('a reader whose first book, or the next one, could not be read still gets it', async () => {
  const socket = await connect('/crypto/feed', maker);
  const heard: FeedMessage[] = [];
  socket.on('message', (data) => heard.push(z.decode(zFeedMessage, JSON.parse(String(data)))));
  await failOneRead(async () => socket.send(JSON.stringify({ instrument: 'TONEPI' })));
  await until(() => bookOf(heard), Boolean);
  heard.length = 0;
  const other = await bank.database.openConnection('test');
  await failOneRead(() => other.query('select pg_notify($1, $2)', [marketChannel, 'TONEPI 1']));
  await other.end();
  await until(() => bookOf(heard), Boolean);
});

/** Makes the one read of a book that `cause` triggers fail in the database. */
async function failOneRead(cause: () => Promise<unknown>): Promise<void> {
  const { database } = bank;
  await database.inTransaction(async (sql) => {
    await query`lock table trading.book in access exclusive mode`.execute(sql);
    await cause();
    await until(
      async () => {
        const { rows } = await query<{ ended: boolean }>`
          select pg_cancel_backend(pid) as ended from pg_locks
          where relation = 'trading.book'::regclass and not granted`.execute(sql);
        return rows.length;
      },
      (count) => count > 0,
    );
  });
}

test("only the client's own sockets hear of an order, with numbers without a gap", async () => {
  const hearing = async (who: Trader, url: string) => {
    const socket = await connect('/crypto/orders', who, url);
    const heard: Array<z.output<typeof zOrdersMessage>> = [];
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
    return heard;
  };
  const own = await hearing(maker, beside.url);
  const other = await hearing(taker, bank.url);
  const ids: string[] = [];
  for (let round = 0; round < 5; round += 1)
    ids.push((await place(bank, maker, { operation: 'BUY', amount: '0.02', price: '48000' })).id);
  await until(
    () => own.flatMap((message) => message.ids),
    (named) => ids.every((id) => named.includes(id)),
  );
  expect(own.map(({ n }) => n)).toEqual(own.map((_, index) => index + 1));
  expect(other).toEqual([]);
});

test('a socket needs a ticket, and any message of a browser other than an instrument is refused with the reason', async () => {
  const bare = new WebSocket(`${bank.url.replace('http', 'ws')}/api/crypto/feed`, ['calmly'], {
    origin: bank.url,
  });
  bare.on('error', () => undefined);
  const [, response] = await once(bare, 'unexpected-response');
  expect(response.statusCode).toBe(401);

  const socket = await connect('/crypto/feed', maker);
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  const all = ['{', '{"instrument":"DOGEPI"}', '[]', 'null'];
  for (const nonsense of all) socket.send(nonsense);
  socket.send(JSON.stringify({ instrument: 'ETHEPI' }));
  await until(
    () => heard.length,
    (count) => count > all.length,
  );
  const refusals = heard.slice(0, all.length).map((text) => zFeedRefusal.parse(JSON.parse(text)));
  for (const { code, message } of refusals)
    expect([code, message]).toEqual([
      'instrument_unknown',
      expect.stringContaining('BTCEPI, ETHEPI, TONEPI'),
    ]);
  expect(heard.at(-1)).toContain('"instrument":"ETHEPI"');
  socket.send('{"instrument":"DOGEPI"}');
  await until(
    () => heard.length,
    (count) => count > all.length + 1,
  );
  expect(heard.at(-1)).toContain('instrument_unknown');
});

test('a slow reader gets every trade, but books only once there is room again', async () => {
  const { sql } = bank.database;
  const feed = createFeed({ database: bank.database, log: pino({ level: 'silent' }) });
  const stop = await feed.start();
  const heard: FeedMessage[] = [];
  let unsent = 0;
  const listener = feed.sockets
    .find(({ path }) => path === '/crypto/feed')
    ?.open({
      clientId: maker.clientId,
      sessionId: '',
      send: (text) => heard.push(z.decode(zFeedMessage, JSON.parse(text))),
      unsentBytes: () => unsent,
    });
  listener?.message?.('{"instrument":"BTCEPI"}');
  await until(
    () => heard.length,
    (count) => count === 1,
  );
  unsent = 1_000_000;
  const before = (await readTrades(sql, 'BTCEPI')).trades[0]?.number ?? 0;
  for (let round = 0; round < 3; round += 1) {
    await sendOrder(bank, maker, { operation: 'SELL', amount: '0.01', price: '50000' });
    await place(bank, taker, { operation: 'BUY', amount: '0.01', price: '50000' });
  }
  await until(
    () => tradesIn(heard).map(({ number }) => number),
    (numbers) => numbers.length === 3 && numbers[0] === before + 1,
  );
  expect(heard.filter(({ topic }) => topic === 'orderBuckets')).toHaveLength(1);
  unsent = 0;
  const { seq } = await requireBook(sql, 'BTCEPI');
  await until(
    () => bookOf(heard)?.seq,
    (sent) => sent === seq,
  );
  listener?.closed?.();
  await stop();
});
