/** Orders of a book and the queue of one price: a linked list through the orders, so that any of them can be removed in constant time. */
import type { Place, SelfTrade, Side } from './commands.ts';

/** An account with open orders. Two orders are of one account if they have the same object. */
export interface Owner {
  readonly accountId: string;
  /** Open orders: resting ones and waiting stops. */
  open: number;
}

export interface Order {
  readonly orderId: number;
  readonly owner: Owner;
  readonly side: Side;
  readonly selfTrade: SelfTrade;
  readonly postOnly: boolean;
  /** `left` counts a budget and not lots. */
  readonly hasBudget: boolean;
  /** The stop's future order; undefined for all other orders. */
  readonly stop: Stop | undefined;
  price: number;
  /** Lots of the whole order. */
  quantity: number;
  left: number;
  level: Level | undefined;
  previous: Order | undefined;
  next: Order | undefined;
}

export interface Stop {
  readonly terms: Place;
  /** Sequence of the event that accepted it: stops reached by one trade are triggered in this order. */
  readonly arrival: number;
}

/** All orders at one price, oldest first. */
export interface Level {
  readonly price: number;
  /** The price, or for asks its negative: the best level has the largest key. */
  readonly key: number;
  /** Sum of the orders' remainders. */
  total: number;
  orders: number;
  head: Order | undefined;
  tail: Order | undefined;
}

/** Adds an order behind all others of the level. */
export function enqueue(level: Level, order: Order): void {
  order.level = level;
  order.previous = level.tail;
  order.next = undefined;
  if (level.tail) level.tail.next = order;
  else level.head = order;
  level.tail = order;
  level.total += order.left;
  level.orders += 1;
}

/** Takes an order out of its level. The caller removes an empty level. */
export function dequeue(level: Level, order: Order): void {
  if (order.previous) order.previous.next = order.next;
  else level.head = order.next;
  if (order.next) order.next.previous = order.previous;
  else level.tail = order.previous;
  order.level = undefined;
  order.previous = undefined;
  order.next = undefined;
  level.total -= order.left;
  level.orders -= 1;
}
