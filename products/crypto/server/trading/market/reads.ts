/** Answers of the market's endpoints: instruments, book, trades, candles. */
import {
  type Book,
  candleMinutes,
  type EndpointInput,
  type getHistory,
  type History,
  type InstrumentView,
  type Trade,
} from '@calmly/contract';
import {
  divideHalfEven,
  formatDecimal,
  type Instrument,
  type InstrumentCode,
  instrumentCodes,
  instruments,
  tradingFees,
} from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { averageMinor, priceMinor, quantityMinor } from '../scale.ts';
import { type PublishedBook, readBooks } from './book-store.ts';
import { type Candle, listCandles, listNewTrades, readDays, type TradeRow } from './history-store.ts';

const dayMs = 86_400_000;

/**
 * In the order of `instrumentCodes`. `change`, `high`, `low` and `volume` cover the half hours that began
 * in the last 24 hours; without a trade they are null, and the volume is 0.
 */
export async function listInstrumentViews(sql: Sql, now: Date): Promise<InstrumentView[]> {
  const [books, days] = await Promise.all([
    readBooks(sql, instrumentCodes),
    readDays(sql, new Date(now.getTime() - dayMs)),
  ]);
  return instrumentCodes.map((code) => {
    const instrument = instruments[code];
    const { lastPrice } = books.get(code) ?? {};
    const day = days.get(code);
    const price = (ticks: number | undefined) =>
      ticks === undefined ? null : formatDecimal(priceMinor(instrument, ticks), instrument.quote);
    return {
      code,
      base: instrument.base,
      quote: instrument.quote,
      tick: formatDecimal(instrument.tickMinor, instrument.quote),
      lot: formatDecimal(instrument.lotMinor, instrument.base),
      leastNotional: formatDecimal(instrument.leastNotionalMinor, instrument.quote),
      ...tradingFees,
      last: price(lastPrice),
      change: day ? changeOf(day.open, day.close) : null,
      high: price(day?.high),
      low: price(day?.low),
      volume: formatDecimal(quantityMinor(instrument, day?.volume ?? 0n), instrument.base),
    };
  });
}

/** Percent with two decimals. */
export function changeOf(open: number, close: number): string {
  const hundredths = divideHalfEven((BigInt(close) - BigInt(open)) * 10_000n, BigInt(open));
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Without the prices and numbers that only the server uses. */
export const toBook = ({ instrument, seq, buckets }: PublishedBook): Book => ({
  instrument,
  seq,
  buckets: [...buckets],
});

/** Every instrument has a book: a missing one is a set-up error, not the caller's. */
export async function requireBook(sql: Sql, code: InstrumentCode): Promise<PublishedBook> {
  const book = (await readBooks(sql, [code])).get(code);
  if (!book) throw new Error(`there is no book of ${code}`);
  return book;
}

/** Trades in an answer. */
const lastTrades = 50;

/** The newest trades, newest first, and the book's number, which is read first so that all earlier trades are included. */
export async function readTrades(sql: Sql, code: InstrumentCode): Promise<{ seq: number; trades: Trade[] }> {
  const { seq } = await requireBook(sql, code);
  const rows = await listNewTrades(sql, code, { after: 0n, limit: lastTrades });
  return { seq, trades: rows.map((row) => toTrade(instruments[code], row)) };
}

/** With the decimals of quote and base; time in UTC. */
export const toTrade = (instrument: Instrument, { number, price, quantity, side, at }: TradeRow): Trade => ({
  number: Number(number),
  price: formatDecimal(priceMinor(instrument, price), instrument.quote),
  quantity: formatDecimal(quantityMinor(instrument, quantity), instrument.base),
  operation: side,
  time: at.toISOString(),
});

/** Candles of a period as arrays, oldest first. */
export async function readHistory(
  sql: Sql,
  code: InstrumentCode,
  { period, before, limit }: EndpointInput<typeof getHistory>['query'],
): Promise<History> {
  const candles = await listCandles(sql, code, {
    minutes: candleMinutes[period],
    before: before === undefined ? undefined : new Date(before),
    limit,
  });
  const views = candles.map((candle) => toCandle(instruments[code], candle));
  const list = (field: 'ch' | 'v' | 'vwap' | 'open' | 'high' | 'low' | 'close') =>
    views.map((view) => view[field]);
  return {
    t: candles.map(({ startsAt }) => startsAt.getTime() / 1000),
    ch: list('ch'),
    v: list('v'),
    vwap: list('vwap'),
    o: list('open'),
    h: list('high'),
    l: list('low'),
    c: list('close'),
  };
}

/**
 * `ch` is the change from open to close in percent, `v` the volume in the base, `vwap` the average price, 0
 * without volume.
 */
export function toCandle(
  instrument: Instrument,
  { startsAt, open, high, low, close, volume, value }: Candle,
) {
  const price = (ticks: number) => formatDecimal(priceMinor(instrument, ticks), instrument.quote);
  const average = averageMinor(instrument, { value, lots: volume }) ?? 0n;
  return {
    time: startsAt.toISOString(),
    ch: changeOf(open, close),
    v: formatDecimal(quantityMinor(instrument, volume), instrument.base),
    vwap: formatDecimal(average, instrument.quote),
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
  };
}
