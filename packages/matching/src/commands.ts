/**
 * Commands of a book. Prices are whole ticks and quantities whole lots, both safe integers; `scale.ts` converts them from
 * minor units. A budget is in ticks × lots, so that at a price of 5 ticks a budget of 10 buys 2 lots.
 */

export type Side = 'BUY' | 'SELL';

/**
 * What happens when an order would trade with another order of the same account: the arriving order is cancelled, the resting one is
 * cancelled, or both are.
 */
export type SelfTrade = 'CANCEL_NEWEST' | 'CANCEL_OLDEST' | 'CANCEL_BOTH';

/** GTC rests until it is filled or cancelled, IOC cancels what is not filled at once, FOK is filled as a whole or refused. */
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';

interface Placed {
  readonly kind: 'place';
  /** Unique among all orders of the book, ever. The book itself compares it with open orders only. */
  readonly orderId: number;
  /** The account that the order trades for. Orders of one account never trade with each other. */
  readonly accountId: string;
  readonly side: Side;
  /** Ticks. The order waits until a trade at this price or beyond it: at or above for BUY, at or below for SELL. */
  readonly stopPrice?: number;
  /** CANCEL_NEWEST if absent. */
  readonly selfTrade?: SelfTrade;
}

export interface PlaceLimit extends Placed {
  readonly type: 'LIMIT';
  /** Ticks: the most that a BUY pays and the least that a SELL accepts. */
  readonly price: number;
  /** Lots. */
  readonly quantity: number;
  /** GTC if absent. */
  readonly timeInForce?: TimeInForce;
  /** Refused if any part of it would trade at once. Only with GTC and without a stop price. */
  readonly postOnly?: boolean;
}

/** Trades at once at the best prices; the rest is cancelled. Either `quantity`, or for a BUY `budget`. */
export interface PlaceMarket extends Placed {
  readonly type: 'MARKET';
  /** Lots. */
  readonly quantity?: number;
  /** Ticks × lots to spend at most. Only for BUY. */
  readonly budget?: number;
}

export type Place = PlaceLimit | PlaceMarket;

export interface Cancel {
  readonly kind: 'cancel';
  readonly orderId: number;
}

/**
 * Changes a resting order. A lower quantity keeps the order's priority; a new price or a higher quantity puts it behind the orders
 * at its price, as if it had just arrived, and may make it trade.
 */
export interface Amend {
  readonly kind: 'amend';
  readonly orderId: number;
  /** Ticks. */
  readonly price?: number;
  /** Lots of the whole order, including the filled part: a fill in the meantime cannot make the order larger than intended. */
  readonly quantity?: number;
}

export type Command = Place | Cancel | Amend;

/** Limits of a book. A journal must be replayed under the limits that it was written with: take a snapshot before they change. */
export interface BookLimits {
  /** Open orders (resting and waiting stops) of one account. */
  readonly ordersPerAccount: number;
  /** Prices of one side at which orders rest. */
  readonly levelsPerSide: number;
  /** How far from the last trade an order may trade, in hundredths of a percent of its price. No limit if absent. */
  readonly priceBandBps?: number;
}
