/**
 * State of the market screen for one instrument, and how feed messages change it. Pure. Books and candles are always complete, so an
 * older one is dropped. Trades are numbered without a gap: a missing number means that a message was lost, and the caller reads again.
 */
import type { Book, FeedMessage, Trade } from '@calmly/contract';

type Candle = Extract<FeedMessage, { topic: 'candle' }>['candle'];

export interface MarketState {
  readonly book: Book | undefined;
  /** Newest first; undefined until they are read. */
  readonly trades: readonly Trade[] | undefined;
  /** The running half hour. */
  readonly candle: Candle | undefined;
}

export const emptyMarket: MarketState = { book: undefined, trades: undefined, candle: undefined };

/** As many as the endpoint returns. */
const keptTrades = 50;

export interface Applied {
  readonly state: MarketState;
  /** Trades are missing: read them again. */
  readonly isGap: boolean;
}

/** The state after one message of the feed. */
export function applyMessage(state: MarketState, message: FeedMessage): Applied {
  switch (message.topic) {
    case 'orderBuckets':
      return { state: withBook(state, message.book), isGap: false };
    case 'candle': {
      const { candle } = message;
      const isOlder = state.candle !== undefined && Date.parse(candle.time) < Date.parse(state.candle.time);
      return { state: isOlder ? state : { ...state, candle }, isGap: false };
    }
    case 'trades': {
      const trades = merged(state.trades ?? [], message.trades);
      return { state: { ...state, trades }, isGap: state.trades !== undefined && hasHole(trades) };
    }
  }
}

/** The state after a reading of the endpoints; newer data from the feed stays. */
export function applyReading(
  state: MarketState,
  { book, trades }: { readonly book: Book; readonly trades: readonly Trade[] },
): MarketState {
  const newest = trades[0]?.number ?? 0;
  const since = (state.trades ?? []).filter(({ number }) => number > newest);
  return { ...withBook(state, book), trades: merged(since, trades) };
}

const withBook = (state: MarketState, book: Book): MarketState =>
  state.book && state.book.seq > book.seq ? state : { ...state, book };

function merged(known: readonly Trade[], more: readonly Trade[]): readonly Trade[] {
  const numbers = new Set(known.map(({ number }) => number));
  return [...known, ...more.filter(({ number }) => !numbers.has(number))]
    .sort((one, other) => other.number - one.number)
    .slice(0, keptTrades);
}

const hasHole = (trades: readonly Trade[]) =>
  trades.some(({ number }, index) => index > 0 && trades[index - 1]?.number !== number + 1);
