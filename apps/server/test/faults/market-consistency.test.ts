/**
 * L7 for the exchange: order book, trades, orders and wallets, read while callers place and cancel orders. During the run the book is never crossed
 * and no number decreases. Once all commands are applied, the book is the sum of the open orders, each wallet holds what its open
 * orders may still cost, and its balance is the sum of the ledger's entries.
 * `SEED` repeats the choices, `CALMLY_READ_CALLS` sets their number. The control answers two fifths of the repeated reads with old data.
 */
import {
  type Book,
  cancelOrder,
  getBook,
  listTradeOrders,
  listTrades,
  listWallets,
  type TradeOrder,
} from '@calmly/contract';
import { formatDecimal, parseDecimal } from '@calmly/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, startTestApp, type TestApp } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { chanceOfRun } from '../support/chance.ts';
import { staleReads } from '../support/consistency/stale-reads.ts';
import { newTrader, sendOrder, settled, type Trader } from '../support/trading.ts';

const calls = Number(process.env.CALMLY_READ_CALLS ?? sized(600, 30_000));
const callsEachRound = 600;
const callersEachTrader = 3;
/** Per client; at 200 the exchange refuses more. */
const mostOpen = 150;
/** A client must see this many of its acknowledged orders in a list of 50, whatever is placed in the meantime. */
const newestListed = 10;
const instrument = 'BTCEPI';
const takerBasisPoints = 20n;

const chance = chanceOfRun('market consistency');

let app: TestApp;
let traders: readonly Trader[];
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  traders = await Promise.all([0, 1, 2, 3].map(() => newTrader(app, { EPI: '1000000000', BTC: '10000' })));
  // A full run takes longer than an access token lasts.
  await app.database.pool.query(`update identity.access_token set expires_at = now() + interval '1 day'`);
  await app.database.pool.query(`update identity.session set expires_at = now() + interval '1 day'`);
});
afterAll(() => app.close());

/** Orders at few prices, so that many match. */
const newOrder = (trader: Trader) =>
  sendOrder(app, trader, {
    operation: chance.pick(['BUY', 'SELL']),
    amount: formatDecimal(BigInt(10 + chance.below(300)) * 10_000n, 'BTC'),
    price: formatDecimal(BigInt(99_990 + chance.below(21)) * 50_000_000n, 'EPI'),
  });

/** A number, and how far a reader had got when it began to read. */
class Progress {
  readonly #reached: Array<{ readonly at: number; readonly number: number }> = [];

  /** The highest number of a read that had ended by then. */
  before = (began: number) =>
    Math.max(0, ...this.#reached.flatMap(({ at, number }) => (at < began ? [number] : [])));

  reach(at: number, number: number): void {
    this.#reached.push({ at, number });
    // Later reads supersede old ones.
    if (this.#reached.length > 200) this.#reached.splice(0, 100, { at, number: this.before(at) });
  }
}

/** Places, cancels and reads until the round's calls are used up; returns the contradictions. */
async function playRound(read: Call): Promise<string[]> {
  const found: string[] = [];
  const books = new Progress();
  const trades = new Progress();
  const versions = new Map<string, Progress>();
  const acknowledged: Array<{ readonly id: string; readonly trader: Trader; readonly at: number }> = [];
  const open = new Map<Trader, string[]>();
  for (const trader of traders)
    open.set(
      trader,
      (await openOrders(trader)).map(({ id }) => id),
    );
  const acts: ReadonlyArray<(trader: Trader) => Promise<void>> = [
    async (trader) => {
      const own = open.get(trader) ?? [];
      if (own.length >= mostOpen || chance.happens(0.3)) {
        const [id] = own.splice(chance.below(Math.max(own.length, 1)), 1);
        if (id) await app.call(cancelOrder, { params: { id } }, { token: trader.token });
        return;
      }
      const { status, output } = await newOrder(trader);
      expect(status).toBe(201);
      own.push(output.id);
      acknowledged.push({ id: output.id, trader, at: performance.now() });
    },
    async ({ token }) => {
      const began = performance.now();
      const book = (await read(getBook, { params: { instrument } }, { token })).output;
      const [bid, ask] = [pricesOf(book, 'BUY')[0], pricesOf(book, 'SELL')[0]];
      if (bid !== undefined && ask !== undefined && bid >= ask) found.push(`book crossed: ${bid} and ${ask}`);
      if (book.seq < books.before(began)) found.push(`book went back to ${book.seq}`);
      books.reach(performance.now(), book.seq);
    },
    async ({ token }) => {
      const began = performance.now();
      const { trades: last } = (await read(listTrades, { params: { instrument } }, { token })).output;
      const numbers = last.map(({ number }) => number);
      const [newest = 0] = numbers;
      if (numbers.some((number, place) => number !== newest - place))
        found.push(`trades have gaps: ${numbers}`);
      if (newest < trades.before(began)) found.push(`trades went back to ${newest}`);
      trades.reach(performance.now(), newest);
    },
    async (trader) => {
      const began = performance.now();
      const query = { limit: 50 };
      const { Items } = (await read(listTradeOrders, { query }, { token: trader.token })).output;
      const ended = performance.now();
      const own = acknowledged.filter((order) => order.trader === trader && order.at < began);
      for (const { id } of own.slice(-newestListed))
        if (!Items.some((order) => order.id === id)) found.push(`orders: ${id} is missing`);
      for (const { id, initialAmount, leftAmount, status } of Items) {
        // Filled parts only grow, and ended orders stay ended.
        const filled = Number(minor(initialAmount) - minor(leftAmount));
        const reached = filled + (status === 'PLACED' ? 0 : 1);
        const progress = versions.get(id) ?? new Progress();
        if (reached < progress.before(began)) found.push(`orders: ${id} went back`);
        progress.reach(ended, reached);
        versions.set(id, progress);
      }
    },
  ];
  let left = callsEachRound;
  const call = async (trader: Trader) => {
    for (; left > 0; left -= 1) await chance.pick([...acts, ...acts.slice(0, 1)])(trader);
  };
  await Promise.all(
    traders.flatMap((trader) => Array.from({ length: callersEachTrader }, () => call(trader))),
  );
  await settled(app);
  return found;
}

const minor = (amount: string) => parseDecimal(amount, 'BTC') ?? 0n;
const one = 10n ** 8n;
const pricesOf = ({ buckets }: Book, side: 'BUY' | 'SELL') =>
  buckets.flatMap(({ operation, price }) => (operation === side ? [minor(price)] : []));

/** All open orders of a trader, over all pages. */
async function openOrders({ token }: Trader): Promise<TradeOrder[]> {
  const orders: TradeOrder[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { status: 'PLACED', limit: 100, ...(cursor !== undefined && { cursor }) };
    const page = (await app.call(listTradeOrders, { query }, { token })).output;
    orders.push(...page.Items);
    if (page.NextCursor === null) return orders;
    cursor = page.NextCursor;
  }
}

/** Every view of the market at rest. */
async function checkAtRest(): Promise<void> {
  const [first] = traders;
  const levels = { BUY: new Map<bigint, bigint>(), SELL: new Map<bigint, bigint>() };
  for (const trader of traders) {
    const held = { EPI: 0n, BTC: 0n };
    for (const { operation, price, leftAmount } of await openOrders(trader)) {
      const [at, amount] = [minor(price ?? ''), minor(leftAmount)];
      levels[operation].set(at, (levels[operation].get(at) ?? 0n) + amount);
      const cost = (at * amount) / one;
      if (operation === 'SELL') held.BTC += amount;
      else held.EPI += cost + (cost * takerBasisPoints) / 10_000n;
    }
    const { Items } = (await app.call(listWallets, {}, { token: trader.token })).output;
    for (const asset of ['EPI', 'BTC'] as const) {
      const wallet = Items.find((item) => item.asset === asset);
      const { rows } = await sql<{ sum: string }>`
        select sum(amount)::text as sum from ledger.entries where account_id = ${trader.wallets[asset]}`.execute(
        app.database.sql,
      );
      expect([minor(wallet?.booked ?? ''), minor(wallet?.reserved ?? '')]).toEqual([
        BigInt(rows[0]?.sum ?? 0),
        held[asset],
      ]);
    }
  }
  const book = (await app.call(getBook, { params: { instrument } }, { token: first?.token ?? '' })).output;
  const bestOf = (side: 'BUY' | 'SELL') =>
    [...levels[side]].sort(([a], [b]) => Number(side === 'BUY' ? b - a : a - b)).slice(0, 8);
  const shown = (side: 'BUY' | 'SELL') =>
    book.buckets.flatMap(({ operation, price, quantity }) =>
      operation === side ? [[minor(price), minor(quantity)]] : [],
    );
  expect([shown('BUY'), shown('SELL')]).toEqual([bestOf('BUY'), bestOf('SELL')]);
}

test('book, trades, orders and wallets show states that existed, and at rest exactly the open orders', async () => {
  for (let done = 0; done < calls; done += callsEachRound) {
    expect(await playRound(app.call)).toEqual([]);
    await checkAtRest();
  }
  record({
    id: 'L7',
    what: 'order book, trades, orders and wallets while orders meet',
    figure: `${calls.toLocaleString('en')} calls, 0 contradictions`,
    control: 'two fifths of repeated reads answered as before',
  });
});

test('control: reads that lag are found, in every view', async () => {
  const views = new Set<string | undefined>();
  for (let round = 0; round < 5 && views.size < 3; round += 1)
    for (const text of await playRound(staleReads(app.call, chance))) views.add(text.split(/[ :]/)[0]);
  expect(views).toEqual(new Set(['book', 'trades', 'orders']));
});
