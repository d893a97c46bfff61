/**
 * A book as JSON text. Orders are in order of priority and stops in order of arrival, so that equal books give equal text. Lists
 * without field names keep a deep book small.
 */
import type { Place, SelfTrade, Side } from './commands.ts';
import type { Levels } from './levels.ts';
import type { Order } from './order.ts';
import { BookState, createOrder } from './state.ts';
import type { Stops } from './stops.ts';

const version = 1;

/** Order, account, price, quantity, left, post-only, self-trade. */
type RestingRow = readonly [number, string, number, number, number, boolean, SelfTrade];
/** Arrival and the stop's future order. */
type StopRow = readonly [number, Place];

export interface Snapshot {
  readonly version: number;
  readonly sequence: number;
  readonly lastPrice: number;
  readonly bids: readonly RestingRow[];
  readonly asks: readonly RestingRow[];
  readonly stops: readonly StopRow[];
}

/** Contains everything that decides later matches: sequence, last price, resting orders and stops. */
export function writeSnapshot(state: BookState): string {
  const { sequence, lastPrice } = state;
  const snapshot: Snapshot = {
    version,
    sequence,
    lastPrice,
    bids: restingRows(state.bids),
    asks: restingRows(state.asks),
    stops: stopRows(state.stops),
  };
  return JSON.stringify(snapshot);
}

/** Throws a `RangeError` for a snapshot of another version and a `SyntaxError` for other text. */
export function readSnapshot(text: string): BookState {
  const snapshot: Snapshot = JSON.parse(text);
  if (snapshot.version !== version) throw new RangeError(`not a snapshot of version ${version}`);
  const state = new BookState();
  state.sequence = snapshot.sequence;
  state.lastPrice = snapshot.lastPrice;
  for (const row of snapshot.bids) restoreResting(state, 'BUY', row);
  for (const row of snapshot.asks) restoreResting(state, 'SELL', row);
  for (const [arrival, terms] of snapshot.stops)
    state.wait(createOrder(terms, state.ownerOf(terms.accountId), arrival));
  return state;
}

function restingRows(levels: Levels): RestingRow[] {
  return ordersOf(levels).map(({ orderId, owner, price, quantity, left, postOnly, selfTrade }) => [
    orderId,
    owner.accountId,
    price,
    quantity,
    left,
    postOnly,
    selfTrade,
  ]);
}

function stopRows({ buys, sells }: Stops): StopRow[] {
  const rows: StopRow[] = [];
  for (const { stop } of [...ordersOf(buys), ...ordersOf(sells)])
    if (stop) rows.push([stop.arrival, stop.terms]);
  return rows.sort(([one], [other]) => one - other);
}

function ordersOf(levels: Levels): Order[] {
  const orders: Order[] = [];
  for (const level of levels) for (let order = level.head; order; order = order.next) orders.push(order);
  return orders;
}

function restoreResting(
  state: BookState,
  side: Side,
  [orderId, accountId, price, quantity, left, postOnly, selfTrade]: RestingRow,
): void {
  const terms = {
    kind: 'place',
    type: 'LIMIT',
    orderId,
    accountId,
    side,
    price,
    quantity,
    postOnly,
    selfTrade,
  } as const;
  const order = createOrder(terms, state.ownerOf(accountId));
  order.left = left;
  state.rest(order, Number.POSITIVE_INFINITY);
}
