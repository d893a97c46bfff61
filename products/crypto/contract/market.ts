/**
 * The market, visible to everyone who trades. Prices and quantities are decimal text: prices in the quote per unit of the base, quantities in the
 * base.
 * `Seq` counts the changes of one instrument's book. One message may cover several, so numbers may be skipped; a number lower than
 * the last is outdated. Trades are numbered without a gap: a reader of the feed that misses a number calls the endpoints of this file again.
 * Source: specification sections 3 (feed candle, order bucket), 8; server page section 11.
 */

import { zAmount, zCurrency, zId, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { instrumentCodes } from '@calmly/domain';
import { z } from 'zod';

export const zInstrumentCode = z.enum(instrumentCodes);
const instrumentParam = z.strictObject({ instrument: zInstrumentCode });

export const zInstrument = wire({
  code: ['Code', zInstrumentCode],
  base: ['Base', zCurrency],
  quote: ['Quote', zCurrency],
  /** Smallest step of a price. */
  tick: ['Tick', zAmount],
  /** Smallest step of a quantity. */
  lot: ['Lot', zAmount],
  leastNotional: ['LeastNotional', zAmount],
  makerBasisPoints: ['MakerBasisPoints', z.number().int()],
  takerBasisPoints: ['TakerBasisPoints', z.number().int()],
  /** Price of the last trade; null before the first. */
  last: ['Last', zAmount.nullable()],
  /** Percent over the last 24 hours, with two decimals; null without a trade in that time. */
  change: ['Change', z.string().nullable()],
  high: ['High', zAmount.nullable()],
  low: ['Low', zAmount.nullable()],
  /** Traded in the last 24 hours, in the base. */
  volume: ['Volume', zAmount],
});
export type InstrumentView = z.output<typeof zInstrument>;

export const listInstruments = endpoint({
  id: 'listInstruments',
  method: 'GET',
  path: '/crypto/instruments',
  tag: 'Crypto',
  summary: 'List what is traded, with the last price and the last 24 hours',
  access: 'active',
  presence: 'open',
  response: z.array(zInstrument),
});

/** One price level of the book: all orders at that price together. */
export const zOrderBucket = wire({
  operation: ['operation', z.enum(['BUY', 'SELL'])],
  price: ['price', zAmount],
  quantity: ['quantity', zAmount],
});
export type OrderBucket = z.output<typeof zOrderBucket>;

/** Prices of the book on each side. */
export const bookRows = 8;

/** Best price first, at most `bookRows` of each side. */
export const zBook = wire({
  instrument: ['instrument', zInstrumentCode],
  seq: ['Seq', z.number().int()],
  buckets: ['orderBuckets', z.array(zOrderBucket)],
});
export type Book = z.output<typeof zBook>;

export const getBook = endpoint({
  id: 'getBook',
  method: 'GET',
  path: '/crypto/book/{instrument}',
  tag: 'Crypto',
  summary: 'Read the eight best prices of each side',
  access: 'active',
  presence: 'open',
  params: instrumentParam,
  response: zBook,
});

export const zTrade = wire({
  /** Counts the trades of an instrument without a gap. */
  number: ['TradeNumber', z.number().int()],
  price: ['price', zAmount],
  quantity: ['quantity', zAmount],
  /** The side of the incoming order. */
  operation: ['operation', z.enum(['BUY', 'SELL'])],
  time: ['time', zTime],
});
export type Trade = z.output<typeof zTrade>;

export const listTrades = endpoint({
  id: 'listTrades',
  method: 'GET',
  path: '/crypto/trades/{instrument}',
  tag: 'Crypto',
  summary: 'List the last 50 trades, newest first',
  access: 'active',
  presence: 'open',
  params: instrumentParam,
  response: wire({ seq: ['Seq', z.number().int()], trades: ['Trades', z.array(zTrade)] }),
});

/** Lengths of a candle, in minutes. Half hours are stored; longer ones are computed from them. */
export const candleMinutes = { '30m': 30, '1h': 60, '4h': 240, '1d': 1440 } as const;
export const candlePeriods = Object.keys(candleMinutes) as Array<keyof typeof candleMinutes>;
export type CandlePeriod = keyof typeof candleMinutes;

/**
 * Candles as arrays, oldest first: start (Unix seconds), change in percent, volume in the base, volume-weighted average price, open, high,
 * low, close. Half hours without a trade are left out.
 */
export const zHistory = wire({
  t: ['t', z.array(z.number().int())],
  ch: ['ch', z.array(z.string())],
  v: ['v', z.array(zAmount)],
  vwap: ['vwap', z.array(zAmount)],
  o: ['o', z.array(zAmount)],
  h: ['h', z.array(zAmount)],
  l: ['l', z.array(zAmount)],
  c: ['c', z.array(zAmount)],
});
export type History = z.output<typeof zHistory>;

export const getHistory = endpoint({
  id: 'getHistory',
  method: 'GET',
  path: '/crypto/history/{instrument}',
  tag: 'Crypto',
  summary: 'Read the candles of a period',
  access: 'active',
  presence: 'open',
  params: instrumentParam,
  query: z.strictObject({
    period: z.enum(candlePeriods).default('30m'),
    /** Candles that begin before this moment; without it, the newest. */
    before: zTime.optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  response: zHistory,
});

/**
 * Messages of `/api/crypto/feed` after a browser has named its instrument: the current book, trades as they happen, and the running candle.
 * The first message after the name is always the book. Book and candle are always complete, so a slow reader gets only the newest of them.
 */
export const zFeedMessage = z.discriminatedUnion('topic', [
  z.strictObject({ topic: z.literal('orderBuckets'), instrument: zInstrumentCode, book: zBook }),
  z.strictObject({
    topic: z.literal('trades'),
    instrument: zInstrumentCode,
    seq: z.number().int(),
    trades: z.array(zTrade),
  }),
  z.strictObject({
    topic: z.literal('candle'),
    instrument: zInstrumentCode,
    seq: z.number().int(),
    candle: wire({
      time: ['time', zTime],
      ch: ['ch', z.string()],
      v: ['v', zAmount],
      vwap: ['vwap', zAmount],
      open: ['open', zAmount],
      high: ['high', zAmount],
      low: ['low', zAmount],
      close: ['close', zAmount],
    }),
  }),
]);
export type FeedMessage = z.output<typeof zFeedMessage>;

/** The reply to any other message from a browser, such as an unknown instrument. The previously chosen instrument stays. */
export const zFeedRefusal = z.strictObject({
  topic: z.literal('error'),
  code: z.literal('instrument_unknown'),
  message: z.string(),
});

/** A browser sends this to choose its instrument. */
export const zFeedChoice = z.strictObject({ instrument: zInstrumentCode });

/** Message of `/api/crypto/orders`: the ids of the client's changed orders; `n` counts without a gap for one socket. */
export const zOrdersMessage = z.strictObject({
  topic: z.literal('orders'),
  n: z.number().int(),
  ids: z.array(zId),
});
