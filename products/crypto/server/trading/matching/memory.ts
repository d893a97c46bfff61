/**
 * The writer's memory of an instrument: the order book and the open orders. It is built from the open orders alone, so a
 * start takes time only for them, whatever the history. It may be discarded at any time.
 */
import { bookRows, type OrderBucket } from '@calmly/contract';
import { formatDecimal, type Instrument, type InstrumentCode, instruments } from '@calmly/domain';
import { OrderBook, type Snapshot } from '@calmly/matching';
import { placeOf, type StoredOrder } from '../orders/order.ts';
import { priceMinor, quantityMinor } from '../scale.ts';
import type { BookRow } from './commands.ts';

export interface Memory {
  readonly instrument: Instrument & { readonly code: InstrumentCode };
  readonly book: OrderBook;
  /** Open orders by number. */
  readonly orders: Map<number, StoredOrder>;
  /** Of the book's row that it matches; undefined while it is ahead of the database. */
  seq: bigint | undefined;
  /** Number of the last trade. */
  trades: bigint;
}

/** Enough for any market; one more price is refused as `book_full`. */
const limits = { ordersPerAccount: Number.POSITIVE_INFINITY, levelsPerSide: 100_000 };

/** Builds the memory from a book's row and the open orders, in order of their turn. Pure. */
export function rebuild(
  code: InstrumentCode,
  row: Pick<BookRow, 'event' | 'lastPrice' | 'seq' | 'trades'>,
  orders: readonly StoredOrder[],
): Memory {
  // The others come with their commands.
  const open = orders.filter(({ turn }) => turn !== null);
  return {
    instrument: instruments[code],
    book: new OrderBook(limits, JSON.stringify(snapshotOf(row, open))),
    orders: new Map(open.map((order) => [order.number, order])),
    seq: row.seq,
    trades: row.trades,
  };
}

function snapshotOf({ event, lastPrice }: BookRow, open: readonly StoredOrder[]): Snapshot {
  const waits = ({ stopPrice, triggered }: StoredOrder) => stopPrice !== null && !triggered;
  const resting = (side: StoredOrder['side']) => open.filter((order) => order.side === side && !waits(order));
  // The sort keeps the turn of orders with the same price.
  return {
    version: 1,
    sequence: event,
    lastPrice,
    bids: resting('BUY')
      .sort((one, other) => other.price - one.price)
      .map(toRow),
    asks: resting('SELL')
      .sort((one, other) => one.price - other.price)
      .map(toRow),
    stops: open.filter(waits).map((order) => [order.turn ?? 0, placeOf(order)]),
  };
}

const toRow = ({
  number,
  clientId,
  price,
  quantity,
  filled,
  postOnly,
}: StoredOrder): Snapshot['bids'][number] => [
  number,
  clientId,
  price,
  quantity,
  quantity - filled,
  postOnly,
  'CANCEL_NEWEST',
];

/** The best prices of both sides, as published. */
export function bucketsOf({ instrument, book }: Memory): OrderBucket[] {
  const { base, quote } = instrument;
  return (['SELL', 'BUY'] as const).flatMap((operation) =>
    book.depth(operation, bookRows).map(({ price, quantity }) => ({
      operation,
      price: formatDecimal(priceMinor(instrument, price), quote),
      quantity: formatDecimal(quantityMinor(instrument, quantity), base),
    })),
  );
}
