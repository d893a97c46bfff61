/**
 * What the external price service says, as the specification names it: statistics history with the arrays t, ch, v, vwap, o, h, l, c; the price feed with candles of ch, v, vwap,
 * open, high, low, close, time; and order buckets with operation, price and quantity. Prices are decimal text or numbers, in EPI for a whole unit, and are read exactly.
 * Anything else is not believed. Pure.
 */
import {
  divideHalfEven,
  exponentOf,
  type Fraction,
  type InstrumentCode,
  instrumentCodes,
  instruments,
} from '@calmly/domain';
import { z } from 'zod';
import { parseJsonExactly, readDecimal } from '../decimals.ts';

/** A half hour. */
export interface ServiceCandle {
  readonly startsAt: Date;
  /** Ticks. */
  readonly close: number;
}

export type ServiceMessage = { readonly instrument: InstrumentCode; readonly seq: number } & (
  | { readonly topic: 'candle'; readonly candle: ServiceCandle }
  | { readonly topic: 'orderBuckets'; readonly bid: number | undefined; readonly ask: number | undefined }
);

export const halfHourMs = 30 * 60_000;
/** What the price of a whole unit can be at most. */
const mostTicks = 1_000_000_000;
const mostCandles = 1_000;
const mostBuckets = 1_000;

/** Numbers are text here. */
const zSeq = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const zInstrument = z.enum(instrumentCodes);
const zPriced = z.object({ open: z.string(), high: z.string(), low: z.string(), close: z.string() });
const zMessage = z.discriminatedUnion('topic', [
  z.object({
    topic: z.literal('candle'),
    instrument: zInstrument,
    seq: zSeq,
    candle: zPriced.extend({ time: z.iso.datetime() }),
  }),
  z.object({
    topic: z.literal('orderBuckets'),
    instrument: zInstrument,
    seq: zSeq,
    orderBuckets: z
      .array(z.object({ operation: z.enum(['BUY', 'SELL']), price: z.string(), quantity: z.string() }))
      .max(mostBuckets),
  }),
]);
const zList = z.array(z.string()).max(mostCandles);
const zHistory = z.object({ t: zList, o: zList, h: zList, l: zList, c: zList });

/** A message of one of the two websockets; undefined if it is anything else. */
export function readMessage(text: string): ServiceMessage | undefined {
  const { data } = zMessage.safeParse(jsonOf(text));
  if (!data) return undefined;
  const { instrument, seq } = data;
  if (data.topic === 'candle') {
    const candle = candleOf(instrument, new Date(data.candle.time), data.candle);
    return candle && { topic: 'candle', instrument, seq, candle };
  }
  const prices = { BUY: [] as number[], SELL: [] as number[] };
  for (const { operation, price, quantity } of data.orderBuckets) {
    const ticks = ticksOf(instrument, readDecimal(price));
    if (ticks === undefined || !readDecimal(quantity)) return undefined;
    prices[operation].push(ticks);
  }
  const bid = prices.BUY.length > 0 ? Math.max(...prices.BUY) : undefined;
  const ask = prices.SELL.length > 0 ? Math.min(...prices.SELL) : undefined;
  return { topic: 'orderBuckets', instrument, seq, bid, ask };
}

/** Half hours, oldest first; undefined if the answer is anything else. */
export function readHistory(instrument: InstrumentCode, text: string): ServiceCandle[] | undefined {
  const { data } = zHistory.safeParse(jsonOf(text));
  if (!data) return undefined;
  const { t, o, h, l, c } = data;
  if ([o, h, l, c].some(({ length }) => length !== t.length)) return undefined;
  const candles: ServiceCandle[] = [];
  for (const [place, time] of t.entries()) {
    const [open = '', high = '', low = '', close = ''] = [o[place], h[place], l[place], c[place]];
    const startsAt = new Date(/^\d{9,11}$/.test(time) ? Number(time) * 1000 : Number.NaN);
    const candle = candleOf(instrument, startsAt, { open, high, low, close });
    const last = candles.at(-1);
    if (!candle || (last && last.startsAt >= candle.startsAt)) return undefined;
    candles.push(candle);
  }
  return candles;
}

/** A candle that begins with a half hour and whose prices agree with each other. */
function candleOf(
  instrument: InstrumentCode,
  startsAt: Date,
  prices: z.output<typeof zPriced>,
): ServiceCandle | undefined {
  const [open, high, low, close] = [prices.open, prices.high, prices.low, prices.close].map((price) =>
    ticksOf(instrument, readDecimal(price)),
  );
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  const isWhole = startsAt.getTime() % halfHourMs === 0;
  const agrees = low <= Math.min(open, close) && high >= Math.max(open, close);
  return isWhole && agrees ? { startsAt, close } : undefined;
}

/** The nearest tick; undefined for a price that cannot be. */
function ticksOf(instrument: InstrumentCode, price: Fraction | undefined): number | undefined {
  if (!price) return undefined;
  const { quote, tickMinor } = instruments[instrument];
  const minor = price.numerator * 10n ** BigInt(exponentOf(quote));
  const ticks = divideHalfEven(minor, price.denominator * tickMinor);
  return ticks >= 1n && ticks <= BigInt(mostTicks) ? Number(ticks) : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return parseJsonExactly(text);
  } catch {
    return undefined;
  }
}
