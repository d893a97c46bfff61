/**
 * The websockets of trading. `/api/crypto/feed`: a browser names an instrument and gets its book, its trades as they happen and the running
 * candle. `/api/crypto/orders`: reports which orders of the client have changed.
 * Each server reads an instrument once for all its readers, at most twenty times a second, after this or another process has announced a
 * change. A slow reader gets no book and no candle until it has caught up, and then the newest; trades are never left out, so a reader
 * that does not read at all is dropped by the room.
 */
import {
  type FeedMessage,
  zFeedChoice,
  zFeedMessage,
  type zFeedRefusal,
  type zOrdersMessage,
} from '@calmly/contract';
import { type InstrumentCode, instrumentCodes, instruments } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import type { LiveConnection, LiveListener } from '@calmly/platform/http/live/room.ts';
import type { SocketRoute } from '@calmly/platform/http/router.ts';
import type { Log } from '@calmly/platform/log.ts';
import { z } from 'zod';
import type { PublishedBook } from './book-store.ts';
import { listCandles, listNewTrades } from './history-store.ts';
import { type ChangedOrders, instrumentIn, marketChannel, ordersChannel } from './news.ts';
import { requireBook, toBook, toCandle, toTrade } from './reads.ts';

const leastPauseMs = 50;
/** Pause after a failed read. */
const retryMs = 1_000;
/** A reader with more than this unsent is behind. */
const behindBytes = 64 * 1024;
/** Most trades of one message; a reader sees from their numbers that some were left out. */
const mostTrades = 500;

interface Reader {
  readonly connection: LiveConnection;
  instrument: InstrumentCode | undefined;
  /** Its first message, the book, is on its way. */
  isGreeted: boolean;
  isBehind: boolean;
}

interface Channel {
  readonly code: InstrumentCode;
  /** Number of the last trade that was sent. */
  lastTrade: bigint;
  sentAtMs: number;
  timer: NodeJS.Timeout | undefined;
  /** It changed again while it was being sent. */
  isDue: boolean;
}

export interface Feed {
  readonly sockets: readonly SocketRoute[];
  /** Starts listening; returns a function that stops. */
  start(): Promise<() => Promise<void>>;
}

/**
 * One per process. Reads outside transactions. Until `start` is listening, it sends only the
 * first book of each reader.
 */
export function createFeed({ database, log }: { readonly database: Database; readonly log: Log }): Feed {
  const { sql } = database;
  const readers = new Set<Reader>();
  const channels = new Map<InstrumentCode, Channel>();
  const byClient = new Map<string, Map<LiveConnection, number>>();
  let isStopped = false;

  function channelOf(code: InstrumentCode): Channel {
    const channel = channels.get(code) ?? {
      code,
      lastTrade: -1n,
      sentAtMs: 0,
      timer: undefined,
      isDue: false,
    };
    channels.set(code, channel);
    return channel;
  }

  const readersOf = (code: InstrumentCode) =>
    [...readers].filter(({ instrument, isGreeted }) => isGreeted && instrument === code);

  /** Sends the news, now or after the pause. */
  function schedule(code: InstrumentCode): void {
    const channel = channelOf(code);
    if (isStopped || readersOf(code).length === 0) return;
    if (channel.timer) {
      channel.isDue = true;
      return;
    }
    const waitMs = Math.max(0, channel.sentAtMs + leastPauseMs - performance.now());
    channel.timer = setTimeout(() => {
      channel.sentAtMs = performance.now();
      channel.isDue = false;
      publish(channel)
        .catch((error: unknown) => {
          log.warn({ err: error }, 'the market was not sent to its readers');
          setTimeout(() => schedule(code), retryMs).unref();
        })
        .finally(() => {
          channel.timer = undefined;
          if (channel.isDue) schedule(code);
        });
    }, waitMs);
  }

  async function publish(channel: Channel): Promise<void> {
    const { code } = channel;
    const { book, trades, candle } = await read(code, channel.lastTrade);
    channel.lastTrade = book.trades;
    const whole = [bookMessage(book), ...candle].map(encode);
    const news = trades.map(encode);
    for (const reader of readersOf(code)) {
      const { connection } = reader;
      for (const text of news) connection.send(text);
      reader.isBehind = connection.unsentBytes() > behindBytes;
      if (!reader.isBehind) for (const text of whole) connection.send(text);
    }
    // A slow reader gets the newest as soon as there is room.
    if (readersOf(code).some(({ isBehind }) => isBehind))
      setTimeout(() => schedule(code), leastPauseMs).unref();
  }

  async function read(code: InstrumentCode, after: bigint) {
    const book = await requireBook(sql, code);
    const instrument = instruments[code];
    const [rows, [running]] = await Promise.all([
      after < 0n || book.trades === after ? [] : listNewTrades(sql, code, { after, limit: mostTrades }),
      listCandles(sql, code, { minutes: 30, before: undefined, limit: 1 }),
    ]);
    // Trades of a later group are sent with that group's book.
    const known = rows.filter(({ number }) => number <= book.trades).reverse();
    const { seq } = book;
    const trades: FeedMessage[] =
      known.length === 0
        ? []
        : [{ topic: 'trades', instrument: code, seq, trades: known.map((row) => toTrade(instrument, row)) }];
    const candle: FeedMessage[] = running
      ? [{ topic: 'candle', instrument: code, seq, candle: toCandle(instrument, running) }]
      : [];
    return { book, trades, candle };
  }

  async function greet(reader: Reader, code: InstrumentCode): Promise<void> {
    const channel = channelOf(code);
    let book = await requireBook(sql, code);
    // The reader's book must include everything sent in the meantime.
    while (book.trades < channel.lastTrade) book = await requireBook(sql, code);
    if (reader.instrument !== code) return;
    if (readersOf(code).length === 0) channel.lastTrade = book.trades;
    reader.isGreeted = true;
    reader.connection.send(encode(bookMessage(book)));
  }

  /** A reader that is not greeted hears nothing, so retry until the reader has left or chosen another instrument. */
  function greetWithRetries(reader: Reader, code: InstrumentCode): void {
    const isWaiting = () =>
      !isStopped && readers.has(reader) && reader.instrument === code && !reader.isGreeted;
    greet(reader, code).catch((error: unknown) => {
      log.warn({ err: error }, 'a book was not sent to its reader');
      setTimeout(() => isWaiting() && greetWithRetries(reader, code), retryMs).unref();
    });
  }

  function openFeed(connection: LiveConnection): LiveListener {
    const reader: Reader = { connection, instrument: undefined, isGreeted: false, isBehind: false };
    readers.add(reader);
    return {
      message(text) {
        const choice = choiceIn(text);
        if (!choice) connection.send(refusal);
        if (!choice || choice === reader.instrument) return;
        reader.instrument = choice;
        reader.isGreeted = false;
        greetWithRetries(reader, choice);
      },
      closed: () => readers.delete(reader),
    };
  }

  function openOrders(connection: LiveConnection): LiveListener {
    const { clientId } = connection;
    const own = byClient.get(clientId) ?? new Map<LiveConnection, number>();
    byClient.set(clientId, own);
    own.set(connection, 0);
    return {
      closed() {
        own.delete(connection);
        if (own.size === 0 && byClient.get(clientId) === own) byClient.delete(clientId);
      },
    };
  }

  /** `skipped` leaves out a number, so that the reader knows that something is missing. */
  function tellOrders(clientId: string, ids: string[], skipped = 0): void {
    for (const [connection, last] of byClient.get(clientId) ?? []) {
      const n = last + 1 + skipped;
      byClient.get(clientId)?.set(connection, n);
      const message: z.output<typeof zOrdersMessage> = { topic: 'orders', n, ids };
      connection.send(JSON.stringify(message));
    }
  }

  return {
    sockets: [
      { path: '/crypto/feed', open: openFeed },
      { path: '/crypto/orders', open: openOrders },
    ],
    async start() {
      const unlistenMarket = await database.listen(
        marketChannel,
        (payload) => {
          const code = instrumentIn(payload);
          if (code) schedule(code);
        },
        () => instrumentCodes.forEach(schedule),
      );
      const unlistenOrders = await database.listen(
        ordersChannel,
        (payload) => {
          for (const [clientId, ...ids] of JSON.parse(payload) as ChangedOrders) tellOrders(clientId, ids);
        },
        () => {
          for (const clientId of byClient.keys()) tellOrders(clientId, [], 1);
        },
      );
      return async () => {
        isStopped = true;
        for (const { timer } of channels.values()) clearTimeout(timer);
        await unlistenMarket();
        await unlistenOrders();
      };
    },
  };
}

const bookMessage = (book: PublishedBook): FeedMessage => ({
  topic: 'orderBuckets',
  instrument: book.instrument,
  book: toBook(book),
});

const encode = (message: FeedMessage): string => JSON.stringify(z.encode(zFeedMessage, message));

const refusal = JSON.stringify({
  topic: 'error',
  code: 'instrument_unknown',
  message: `Send {"instrument": code} with one of ${instrumentCodes.join(', ')}.`,
} satisfies z.output<typeof zFeedRefusal>);

/** The instrument that a browser chose; undefined for any other message. */
function choiceIn(text: string): InstrumentCode | undefined {
  try {
    return zFeedChoice.parse(JSON.parse(text)).instrument;
  } catch {
    return undefined;
  }
}
