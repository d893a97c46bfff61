/**
 * The results of a command, in order. Events carry everything needed to post money and to follow the book. `sequence` grows by one with every
 * event of a book. `left` is the unfilled part: lots, or for an order with a budget the rest of the budget.
 */
import type { Command, Side } from './commands.ts';

export type RejectionReason =
  | 'DUPLICATE_ORDER_ID'
  /** Not a whole number of ticks from 1 to 2^53 - 1. */
  | 'INVALID_PRICE'
  | 'INVALID_STOP_PRICE'
  /** Not a whole number of lots from 1 to 2^53 - 1; for an amended order: not more than the filled part. */
  | 'INVALID_QUANTITY'
  | 'INVALID_BUDGET'
  /** Post-only with IOC, FOK or a stop price; a market order with both quantity and budget or neither; a SELL with a budget. */
  | 'INVALID_COMBINATION'
  /** Price × quantity is above 2^53 - 1. */
  | 'NOTIONAL_TOO_LARGE'
  | 'TOO_MANY_ORDERS'
  /** The last trade has already reached the stop price. */
  | 'STOP_ALREADY_REACHED'
  /** Cancel and amend: no such order is open. */
  | 'UNKNOWN_ORDER'
  /** Amend: the order waits for its stop price. */
  | 'NOT_RESTING'
  | Obstacle;

/** Why an order may not trade or rest. An arriving order is rejected, a triggered stop is cancelled. */
export type Obstacle =
  | 'OUTSIDE_PRICE_BAND'
  /** Post-only, and it would trade at once. */
  | 'WOULD_TAKE'
  /** Fill-or-kill, and the book cannot fill all of it. */
  | 'NOT_FILLABLE';

export type CancelReason =
  | 'REQUESTED'
  | 'SELF_TRADE'
  /** An IOC or a market order found no more orders to trade with. */
  | 'NOT_FILLED'
  /** The rest of the budget does not buy a lot. */
  | 'BUDGET_SPENT'
  /** The side has its maximum number of prices, or the total quantity at the price would exceed 2^53 - 1. */
  | 'BOOK_FULL'
  | Obstacle;

export interface Accepted {
  readonly kind: 'accepted';
  readonly sequence: number;
  readonly orderId: number;
  readonly accountId: string;
  readonly side: Side;
}

export interface Rejected {
  readonly kind: 'rejected';
  readonly sequence: number;
  readonly orderId: number;
  readonly command: Command['kind'];
  readonly reason: RejectionReason;
}

/** A trade at the maker's price. The maker rested, the taker arrived. */
export interface Fill {
  readonly kind: 'fill';
  readonly sequence: number;
  /** Side of the taker. */
  readonly side: Side;
  /** Ticks. */
  readonly price: number;
  /** Lots. */
  readonly quantity: number;
  readonly makerOrderId: number;
  readonly makerAccountId: string;
  readonly makerLeft: number;
  readonly takerOrderId: number;
  readonly takerAccountId: string;
  readonly takerLeft: number;
}

/** The order now waits in the book, last at its price. */
export interface Rested {
  readonly kind: 'rested';
  readonly sequence: number;
  readonly orderId: number;
  readonly accountId: string;
  readonly side: Side;
  readonly price: number;
  readonly left: number;
}

/** The order has ended. */
export interface Cancelled {
  readonly kind: 'cancelled';
  readonly sequence: number;
  readonly orderId: number;
  readonly accountId: string;
  readonly side: Side;
  readonly left: number;
  readonly reason: CancelReason;
}

/** A trade reached the stop price: the order now acts as a limit or market order. */
export interface Triggered {
  readonly kind: 'triggered';
  readonly sequence: number;
  readonly orderId: number;
  readonly accountId: string;
  readonly side: Side;
}

export interface Amended {
  readonly kind: 'amended';
  readonly sequence: number;
  readonly orderId: number;
  readonly accountId: string;
  readonly side: Side;
  readonly price: number;
  /** Lots of the whole order. */
  readonly quantity: number;
  readonly left: number;
  /** If false, fills and `rested` follow as for an arriving order. */
  readonly keptPriority: boolean;
}

export type BookEvent = Accepted | Rejected | Fill | Rested | Cancelled | Triggered | Amended;
