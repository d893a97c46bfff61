/**
 * The order book of one pair: price-time priority, pure and deterministic. The same commands give the same events, whether the book
 * applied them all itself or was restored from a snapshot in between.
 */
import type { Amend, BookLimits, Cancel, Command, Place, Side } from './commands.ts';
import type { BookEvent, Obstacle, RejectionReason } from './events.ts';
import type { Levels } from './levels.ts';
import { bandEdge, canFill } from './liquidity.ts';
import { cancelOrder, endOrder, match } from './match.ts';
import type { Order } from './order.ts';
import { refusalOf, refusalOfSize } from './refusal.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { BookState, createOrder } from './state.ts';
import { isReached, takeReached } from './stops.ts';

/** One price of the book. */
export interface DepthLevel {
  /** Ticks. */
  readonly price: number;
  /** Lots of all orders at this price. */
  readonly quantity: number;
  readonly orders: number;
}

/** An order that rests or waits for its stop price. */
export interface OpenOrder {
  readonly orderId: number;
  readonly accountId: string;
  readonly side: Side;
  /** Lots, or for a waiting order with a budget the budget. */
  readonly left: number;
  /** Whether it waits for its stop price. */
  readonly isWaiting: boolean;
}

/** The terms of an order once it has arrived or was triggered. */
interface Terms {
  readonly isMarket: boolean;
  /** Whether the unfilled part rests. */
  readonly rests: boolean;
  readonly isWhole: boolean;
}

const restingTerms: Terms = { isMarket: false, rests: true, isWhole: false };
const immediateTerms: Terms = { isMarket: false, rests: false, isWhole: false };
const wholeTerms: Terms = { isMarket: false, rests: false, isWhole: true };
const marketTerms: Terms = { isMarket: true, rests: false, isWhole: false };

export class OrderBook {
  readonly #limits: BookLimits;
  readonly #state: BookState;
  /** Stops that trades of the present command reached, in the order in which they will act. */
  #reached: Order[] = [];

  /** An empty book, or the book of a snapshot. Throws a `RangeError` for a snapshot of another version. */
  constructor(limits: BookLimits, snapshot?: string) {
    this.#limits = limits;
    this.#state = snapshot === undefined ? new BookState() : readSnapshot(snapshot);
  }

  /** Sequence of the last event; 0 before the first. */
  get sequence(): number {
    return this.#state.sequence;
  }

  /** Ticks of the last trade; undefined before the first. */
  get lastPrice(): number | undefined {
    return this.#state.lastPrice || undefined;
  }

  /** How many orders rest or wait. */
  get openOrders(): number {
    return this.#state.orders.size;
  }

  /** Applies the command and returns its events. A command that cannot be applied gives one `rejected` and changes nothing else. */
  apply(command: Command): BookEvent[] {
    const events: BookEvent[] = [];
    const reason =
      command.kind === 'place'
        ? this.#place(command, events)
        : command.kind === 'cancel'
          ? this.#cancel(command, events)
          : this.#amend(command, events);
    if (reason) this.#reject(command, reason, events);
    if (this.#reached.length > 0) this.#trigger(events);
    return events;
  }

  /** The best `count` prices of a side, best first. */
  depth(side: Side, count: number): DepthLevel[] {
    return this.#state
      .sideOf(side)
      .first(count)
      .map(({ price, total, orders }) => ({ price, quantity: total, orders }));
  }

  /** An open order; undefined if the book has none with this id. */
  find(orderId: number): OpenOrder | undefined {
    const order = this.#state.orders.get(orderId);
    if (!order) return undefined;
    const { owner, side, left, stop } = order;
    return { orderId, accountId: owner.accountId, side, left, isWaiting: stop !== undefined };
  }

  /** The whole book as text. Equal books have equal snapshots, byte for byte. */
  snapshot(): string {
    return writeSnapshot(this.#state);
  }

  #place(command: Place, events: BookEvent[]): RejectionReason | undefined {
    const state = this.#state;
    const terms = termsOf(command);
    const owner = state.ownerOf(command.accountId);
    const mayStayOpen = terms.rests || command.stopPrice !== undefined;
    const reason =
      refusalOf(command) ??
      this.#refusalInBook(command) ??
      (mayStayOpen && owner.open >= this.#limits.ordersPerAccount ? 'TOO_MANY_ORDERS' : undefined);
    if (reason) return reason;
    const isStop = command.stopPrice !== undefined;
    const order = createOrder(command, owner, isStop ? state.sequence + 1 : undefined);
    const obstacle = isStop ? undefined : this.#obstacleTo(order, order.price, terms);
    if (obstacle) return obstacle;
    const { orderId, accountId, side } = command;
    state.sequence += 1;
    events.push({ kind: 'accepted', sequence: state.sequence, orderId, accountId, side });
    if (isStop) state.wait(order);
    else this.#execute(order, terms, events);
    return undefined;
  }

  #cancel(command: Cancel, events: BookEvent[]): RejectionReason | undefined {
    const order = this.#state.orders.get(command.orderId);
    if (!order) return 'UNKNOWN_ORDER';
    cancelOrder(this.#state, order, 'REQUESTED', events);
    return undefined;
  }

  #amend(command: Amend, events: BookEvent[]): RejectionReason | undefined {
    const state = this.#state;
    const order = state.orders.get(command.orderId);
    if (!order) return 'UNKNOWN_ORDER';
    const { level } = order;
    if (!level || order.stop) return 'NOT_RESTING';
    const { price = order.price, quantity = order.quantity } = command;
    const left = quantity - (order.quantity - order.left);
    const keptPriority = price === order.price && quantity <= order.quantity;
    const reason =
      refusalOfSize(price, quantity) ??
      (left <= 0 ? 'INVALID_QUANTITY' : undefined) ??
      (keptPriority ? undefined : this.#obstacleTo(order, price, restingTerms));
    if (reason) return reason;
    if (keptPriority) level.total -= order.left - left;
    else state.leave(order);
    order.price = price;
    order.quantity = quantity;
    order.left = left;
    const { orderId, owner, side } = order;
    const { accountId } = owner;
    state.sequence += 1;
    const { sequence } = state;
    events.push({ kind: 'amended', sequence, orderId, accountId, side, price, quantity, left, keptPriority });
    if (!keptPriority) this.#execute(order, restingTerms, events);
    return undefined;
  }

  /** Triggers the reached stops. Their trades may reach further ones, which act after them. */
  #trigger(events: BookEvent[]): void {
    const state = this.#state;
    for (const { orderId, owner, side, stop } of this.#reached) {
      state.close(orderId, owner);
      if (!stop) continue;
      const order = createOrder(stop.terms, owner);
      const terms = termsOf(stop.terms);
      state.sequence += 1;
      events.push({
        kind: 'triggered',
        sequence: state.sequence,
        orderId,
        accountId: owner.accountId,
        side,
      });
      const obstacle = this.#obstacleTo(order, order.price, terms);
      if (obstacle) endOrder(state, order, obstacle, events);
      else this.#execute(order, terms, events);
    }
    this.#reached = [];
  }

  /** Trades an order that is in no level, then rests or cancels the remainder. */
  #execute(order: Order, { isMarket, rests }: Terms, events: BookEvent[]): void {
    const state = this.#state;
    const start = events.length;
    const opposite = state.oppositeOf(order.side);
    const end = match(state, order, this.#worstKey(order.side, order.price, isMarket, opposite), events);
    if (order.left > 0)
      if (end) endOrder(state, order, end, events);
      else if (!rests) {
        const isBeyondBand = isMarket && opposite.best !== undefined;
        endOrder(state, order, isBeyondBand ? 'OUTSIDE_PRICE_BAND' : 'NOT_FILLED', events);
      } else if (state.rest(order, this.#limits.levelsPerSide)) {
        const { orderId, owner, side, price, left } = order;
        const { accountId } = owner;
        state.sequence += 1;
        events.push({ kind: 'rested', sequence: state.sequence, orderId, accountId, side, price, left });
      } else endOrder(state, order, 'BOOK_FULL', events);
    if (state.stops.buys.size + state.stops.sells.size > 0) this.#collectReached(events, start);
  }

  /** Every traded price counts, not only the last: events from `start` on. */
  #collectReached(events: readonly BookEvent[], start: number): void {
    const prices: number[] = [];
    for (const event of events.slice(start)) if (event.kind === 'fill') prices.push(event.price);
    const [first, last] = [prices[0], prices.at(-1)];
    // The prices of one order's trades only rise or only fall.
    if (first === undefined || last === undefined) return;
    const reached = takeReached(this.#state.stops, Math.min(first, last), Math.max(first, last));
    for (const order of reached) this.#reached.push(order);
  }

  #refusalInBook({ orderId, side, stopPrice }: Place): RejectionReason | undefined {
    const { orders, lastPrice } = this.#state;
    if (orders.has(orderId)) return 'DUPLICATE_ORDER_ID';
    if (stopPrice !== undefined && lastPrice > 0 && isReached(side, stopPrice, lastPrice))
      return 'STOP_ALREADY_REACHED';
    return undefined;
  }

  /** The obstacle to trading or resting an order at a price. */
  #obstacleTo(order: Order, price: number, { isMarket, isWhole }: Terms): Obstacle | undefined {
    const { side } = order;
    const edge = this.#edge(side);
    if (edge !== undefined && !isMarket && (side === 'BUY' ? price > edge : price < edge))
      return 'OUTSIDE_PRICE_BAND';
    if (!order.postOnly && !isWhole) return undefined;
    const opposite = this.#state.oppositeOf(side);
    const worstKey = this.#worstKey(side, price, isMarket, opposite);
    if (order.postOnly && opposite.best && opposite.best.key >= worstKey) return 'WOULD_TAKE';
    return isWhole && !canFill(opposite, worstKey, order) ? 'NOT_FILLABLE' : undefined;
  }

  /** The key of the worst level that an order may trade with. */
  #worstKey(side: Side, price: number, isMarket: boolean, opposite: Levels): number {
    const worst = isMarket ? this.#edge(side) : price;
    return worst === undefined ? Number.NEGATIVE_INFINITY : opposite.sign * worst;
  }

  /** The end of the price band for a side, in ticks. */
  #edge(side: Side): number | undefined {
    const { priceBandBps } = this.#limits;
    const { lastPrice } = this.#state;
    if (priceBandBps === undefined || lastPrice === 0) return undefined;
    return bandEdge(side, lastPrice, priceBandBps);
  }

  #reject({ kind, orderId }: Command, reason: RejectionReason, events: BookEvent[]): void {
    this.#state.sequence += 1;
    events.push({ kind: 'rejected', sequence: this.#state.sequence, orderId, command: kind, reason });
  }
}

function termsOf(command: Place): Terms {
  if (command.type === 'MARKET') return marketTerms;
  const { timeInForce = 'GTC' } = command;
  if (timeInForce === 'GTC') return restingTerms;
  return timeInForce === 'IOC' ? immediateTerms : wholeTerms;
}
