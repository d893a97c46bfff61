/**
 * The external price service for crypto: `GET /statistics/history` and the websockets `/feed` (candles) and `/orders` (order buckets) below its address. The websockets
 * give prices at once; the history is read every minute, after each connection and after a gap in the messages, and fills what was missed.
 *
 * The price is the middle between the best order buckets while they are current and near each other, otherwise where the running candle closes.
 */
import { type InstrumentCode, instrumentCodes } from '@calmly/domain';
import type { PriceServiceConfig } from '@calmly/platform/config/prices.ts';
import type { Log } from '@calmly/platform/log.ts';
import { observePriceMessage, watch } from '@calmly/platform/metrics.ts';
import { createAsk, PartnerUnavailable } from '../../ask.ts';
import { CircuitOpen } from '../../circuit.ts';
import { judgePrice, noPrice, type PriceReading, type PriceState } from './judge-price.ts';
import { halfHourMs, readHistory, readMessage, type ServiceCandle, type ServiceMessage } from './messages.ts';
import { keepOpen } from './socket.ts';

/** Where prices go. A failure is logged and the next price tried. */
export interface PriceSink {
  /** In ticks; usable until it is too old. */
  price(instrument: InstrumentCode, price: { ticks: number; at: Date; usableUntil: Date }): Promise<void>;
  /** Half hours that have ended, oldest first; some may be known. */
  candles(instrument: InstrumentCode, candles: readonly ServiceCandle[]): Promise<void>;
}

export interface PriceService {
  /** Begins; returns how to stop. */
  follow(sink: PriceSink): () => Promise<void>;
}

const name = 'the price service';
const usual = {
  pollMs: 60_000,
  heartbeatMs: 20_000,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  /** Between two prices that are kept. */
  keepMs: 1_000,
  timeoutMs: 10_000,
};
const firstCandles = 1_000;
const laterCandles = 50;
const mostBytes = 1_000_000;
/** Bids and asks that are farther apart say little of the price. */
const mostSpreadPercent = 5;
/** Clocks differ. */
const aheadMs = 60_000;
const logPauseMs = 60_000;

interface Followed {
  state: PriceState;
  book: { readonly middle: number; readonly atMs: number } | undefined;
  /** Numbers of the last messages, by topic; of this connection. */
  readonly seqs: Map<ServiceMessage['topic'], number>;
  /** Not kept yet. */
  due: { readonly ticks: number; readonly at: Date } | undefined;
  timer: NodeJS.Timeout | undefined;
  /** The history is due or being read. */
  reading: NodeJS.Timeout | undefined;
  readMs: number;
  hasHistory: boolean;
}

/** Connects with `follow`, not before. */
export function createPriceService(config: PriceServiceConfig, log: Log): PriceService {
  return { follow: (sink) => follow({ config, log, sink }) };
}

function follow({
  config,
  log,
  sink,
}: {
  readonly config: PriceServiceConfig;
  readonly log: Log;
  readonly sink: PriceSink;
}): () => Promise<void> {
  const { url, authorization, maxAgeMs } = config;
  const timing = { ...usual, ...config.timing };
  const base = url.replace(/\/$/, '');
  const ask = createAsk({
    name,
    url: base,
    authorization,
    mostBytes,
    timeoutMs: timing.timeoutMs,
    mayTrace: true,
  });
  const warn = createPacedLog(log);
  const running = new Set<Promise<unknown>>();
  let isStopped = false;

  const followed = new Map<InstrumentCode, Followed>(
    instrumentCodes.map((code) => [
      code,
      {
        state: noPrice,
        book: undefined,
        seqs: new Map(),
        due: undefined,
        timer: undefined,
        reading: undefined,
        readMs: Number.NEGATIVE_INFINITY,
        hasHistory: false,
      },
    ]),
  );
  const one = (code: InstrumentCode): Followed => {
    const found = followed.get(code);
    if (!found) throw new Error(`${code} is not followed`);
    return found;
  };

  /** Errors end here. */
  function run(work: Promise<unknown>, failed: string): void {
    const guarded = work
      .catch((error: unknown) => warn(failed, error))
      .finally(() => running.delete(guarded));
    running.add(guarded);
  }

  /** The middle of the book while it is current. */
  const bookPrice = ({ book }: Followed, nowMs: number): number | undefined =>
    book && nowMs - book.atMs <= maxAgeMs ? book.middle : undefined;

  /** The history says whether prices are believed. The book is newer than the close of its running candle, as everywhere. */
  function offerClose(code: InstrumentCode, close: number): void {
    const of = one(code);
    const atMs = performance.now();
    offer(code, { ticks: close, origin: 'history', atMs });
    const ticks = bookPrice(of, atMs);
    if (ticks === undefined) return;
    const reading = { ticks, origin: 'socket', atMs } as const;
    // A book far from it would have the history read again and again.
    if (of.state.suspect === undefined && judgePrice(of.state, reading).verdict === 'believed')
      offer(code, reading);
  }

  function offer(code: InstrumentCode, reading: PriceReading): void {
    const of = one(code);
    const { verdict, ...state } = judgePrice(of.state, reading);
    of.state = state;
    if (verdict === 'unsure') {
      // The history's second reading comes with its turn.
      if (reading.origin === 'socket') readAgain(code);
      else warn(`the price of ${code} jumped and is not used yet`);
      return;
    }
    of.due = { ticks: reading.ticks, at: new Date() };
    if (of.timer) return;
    of.timer = setTimeout(() => {
      of.timer = undefined;
      const { due } = of;
      of.due = undefined;
      if (!due || isStopped) return;
      const usableUntil = new Date(due.at.getTime() + maxAgeMs);
      run(sink.price(code, { ...due, usableUntil }), 'a price was not kept');
    }, timing.keepMs);
    of.timer.unref();
  }

  /** At most once in a while, however often it is asked for. */
  function readAgain(code: InstrumentCode): void {
    const of = one(code);
    if (of.reading || isStopped) return;
    const read = () => {
      of.readMs = performance.now();
      run(
        readOnce(code).finally(() => {
          of.reading = undefined;
        }),
        'the history of the price service was not read',
      );
    };
    of.reading = setTimeout(read, Math.max(0, of.readMs + timing.keepMs - performance.now()));
    of.reading.unref();
  }

  async function readOnce(code: InstrumentCode): Promise<void> {
    const of = one(code);
    const limit = of.hasHistory ? laterCandles : firstCandles;
    const { text } = await ask({
      method: 'GET',
      path: `/statistics/history?instrument=${code}&period=30m&limit=${limit}`,
    });
    const candles = readHistory(code, text);
    if (!candles) throw new PartnerUnavailable(`${name} answered nonsense`);
    if (isStopped) return;
    const now = Date.now();
    const ended = candles.filter(({ startsAt }) => startsAt.getTime() + halfHourMs <= now);
    await sink.candles(code, ended);
    of.hasHistory = true;
    const last = candles.at(-1);
    if (last && isCurrent(last, now)) offerClose(code, last.close);
  }

  function take(message: ServiceMessage): 'taken' | 'old' | 'gap' {
    const { instrument, topic, seq } = message;
    const of = one(instrument);
    const before = of.seqs.get(topic);
    if (before !== undefined && seq <= before) return 'old';
    of.seqs.set(topic, seq);
    const now = performance.now();
    if (message.topic === 'orderBuckets') of.book = bookOf(message, now);
    else if (!isCurrent(message.candle, Date.now())) return 'old';
    const ticks = bookPrice(of, now) ?? (message.topic === 'candle' ? message.candle.close : undefined);
    if (ticks !== undefined) offer(instrument, { ticks, origin: 'socket', atMs: now });
    return before !== undefined && seq > before + 1 ? 'gap' : 'taken';
  }

  function hear(text: string): void {
    const message = readMessage(text);
    const outcome = message ? take(message) : 'unknown';
    observePriceMessage(outcome);
    if (outcome === 'unknown') warn('the price service sent a message that we do not understand');
    if (outcome === 'gap' && message) readAgain(message.instrument);
  }

  const open = (path: '/feed' | '/orders', topic: ServiceMessage['topic']) =>
    keepOpen({
      ...timing,
      url: `${base.replace(/^http/, 'ws')}${path}`,
      authorization,
      greeting: JSON.stringify({ instruments: instrumentCodes }),
      onOpen() {
        for (const { seqs } of followed.values()) seqs.delete(topic);
        instrumentCodes.forEach(readAgain);
      },
      onMessage: hear,
      onLost(reason, lastedMs) {
        // Nothing says any more whether a book is still the current one.
        if (topic === 'orderBuckets') for (const of of followed.values()) of.book = undefined;
        // Never open: the specification's words (section 8).
        if (lastedMs === 0) warn(`Error connecting to ${path.slice(1)} websocket: ${reason}`);
        else warn(`the websocket ${path} of the price service was lost: ${reason}`);
      },
    });

  watch('calmly_price_service_age_seconds', 'Age of the oldest price of the price service', async () => {
    const times = [...followed.values()].map(({ state }) => state.last?.atMs ?? Number.NEGATIVE_INFINITY);
    return (performance.now() - Math.min(...times)) / 1000;
  });
  instrumentCodes.forEach(readAgain);
  const poll = setInterval(() => instrumentCodes.forEach(readAgain), Math.min(timing.pollMs, maxAgeMs / 2));
  poll.unref();
  const closings = [open('/feed', 'candle'), open('/orders', 'orderBuckets')];
  return async () => {
    isStopped = true;
    clearInterval(poll);
    for (const close of closings) close();
    for (const { timer, reading } of followed.values()) {
      clearTimeout(timer);
      clearTimeout(reading);
    }
    await Promise.all(running);
  };
}

/** Of this half hour or the one before, and not of the future. */
const isCurrent = ({ startsAt }: ServiceCandle, now: number): boolean =>
  startsAt.getTime() <= now + aheadMs && now < startsAt.getTime() + 2 * halfHourMs;

function bookOf(
  { bid, ask }: Extract<ServiceMessage, { topic: 'orderBuckets' }>,
  atMs: number,
): Followed['book'] {
  if (bid === undefined || ask === undefined || bid >= ask) return undefined;
  if ((ask - bid) * 100 > bid * mostSpreadPercent) return undefined;
  return { middle: Math.round((bid + ask) / 2), atMs };
}

/** The same words at most once a minute, with how often they were meant. */
function createPacedLog(log: Log): (words: string, error?: unknown) => void {
  const paced = new Map<string, { sinceMs: number; count: number }>();
  return (words, error) => {
    const now = performance.now();
    const known = paced.get(words);
    if (known && now - known.sinceMs < logPauseMs) {
      known.count += 1;
      return;
    }
    paced.set(words, { sinceMs: now, count: 0 });
    const isOutside = error instanceof PartnerUnavailable || error instanceof CircuitOpen;
    const fields = error === undefined ? {} : isOutside ? { reason: error.message } : { err: error };
    log.warn({ ...fields, count: (known?.count ?? 0) + 1 }, words);
  };
}
