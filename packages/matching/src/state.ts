/** State of a book: open orders by id, by price and by account. */
import type { Place, Side } from './commands.ts';
import { Levels } from './levels.ts';
import { dequeue, enqueue, type Order, type Owner, type Stop } from './order.ts';
import { addStop, createStops, removeStop } from './stops.ts';

export class BookState {
  /** Of the last event; 0 before the first. */
  sequence = 0;
  /** Ticks of the last trade; 0 before the first. */
  lastPrice = 0;
  readonly bids = new Levels(1);
  readonly asks = new Levels(-1);
  readonly stops = createStops();
  readonly orders = new Map<number, Order>();
  readonly #owners = new Map<string, Owner>();

  /** The account of an order. It is kept while it has open orders. */
  ownerOf(accountId: string): Owner {
    return this.#owners.get(accountId) ?? { accountId, open: 0 };
  }

  /** The side on which an order rests. */
  sideOf(side: Side): Levels {
    return side === 'BUY' ? this.bids : this.asks;
  }

  /** The side that an order trades with. */
  oppositeOf(side: Side): Levels {
    return side === 'BUY' ? this.asks : this.bids;
  }

  /** Puts an order behind the others at its price. False if the side already has `levelsPerSide` prices or the sum gets too large. */
  rest(order: Order, levelsPerSide: number): boolean {
    const levels = this.sideOf(order.side);
    let level = levels.find(order.price);
    if (level && level.total > Number.MAX_SAFE_INTEGER - order.left) return false;
    if (!level) {
      if (levels.size >= levelsPerSide) return false;
      level = levels.add(order.price);
    }
    enqueue(level, order);
    this.#open(order);
    return true;
  }

  /** Makes a stop wait for its price. */
  wait(order: Order): void {
    addStop(this.stops, order);
    this.#open(order);
  }

  /** Removes an open order. */
  leave(order: Order): void {
    if (order.stop) removeStop(this.stops, order);
    else this.#leaveLevel(order);
    this.close(order.orderId, order.owner);
  }

  /** Forgets an order that is in no level. */
  close(orderId: number, owner: Owner): void {
    this.orders.delete(orderId);
    owner.open -= 1;
    if (owner.open === 0) this.#owners.delete(owner.accountId);
  }

  #leaveLevel(order: Order): void {
    const { level } = order;
    if (!level) return;
    dequeue(level, order);
    if (level.orders === 0) this.sideOf(order.side).remove(level);
  }

  #open(order: Order): void {
    this.orders.set(order.orderId, order);
    const { owner } = order;
    if (owner.open === 0) this.#owners.set(owner.accountId, owner);
    owner.open += 1;
  }
}

/** A newly arrived order. With `arrival` it waits for its stop price. */
export function createOrder(terms: Place, owner: Owner, arrival?: number): Order {
  const stop: Stop | undefined = arrival === undefined ? undefined : { terms: { ...terms }, arrival };
  const isLimit = terms.type === 'LIMIT';
  return {
    orderId: terms.orderId,
    owner,
    side: terms.side,
    selfTrade: terms.selfTrade ?? 'CANCEL_NEWEST',
    postOnly: isLimit && terms.postOnly === true,
    hasBudget: !isLimit && terms.budget !== undefined,
    stop,
    price: isLimit ? terms.price : 0,
    quantity: terms.quantity ?? 0,
    left: terms.quantity ?? (isLimit ? 0 : (terms.budget ?? 0)),
    level: undefined,
    previous: undefined,
    next: undefined,
  };
}
