/**
 * The rules of the book in their simplest form: one list of orders, sorted again for every trade. Tests compare the engine with it, so it
 * shares no code with the engine.
 */
import type { Amend, BookLimits, Command, Place, Side } from '../commands.ts';
import type { BookEvent, CancelReason, RejectionReason } from '../events.ts';

interface NaiveOrder {
  readonly terms: Place;
  price: number;
  quantity: number;
  left: number;
  /** Grows with each arrival in the book. */
  priority: number;
}

type Unnumbered<Event> = Event extends BookEvent ? Omit<Event, 'sequence'> : never;

const unbounded = Number.MAX_SAFE_INTEGER;

export class NaiveBook {
  readonly #limits: BookLimits;
  #events: BookEvent[] = [];
  #sequence = 0;
  #arrivals = 0;
  #lastPrice: number | undefined;
  #resting: NaiveOrder[] = [];
  #waiting: Place[] = [];
  #reached: Place[] = [];

  constructor(limits: BookLimits) {
    this.#limits = limits;
  }

  apply(command: Command): BookEvent[] {
    this.#events = [];
    const reason = this.#perform(command);
    if (reason) this.#tell({ kind: 'rejected', orderId: command.orderId, command: command.kind, reason });
    for (let stop = this.#reached.shift(); stop; stop = this.#reached.shift()) {
      this.#tell({ kind: 'triggered', orderId: stop.orderId, accountId: stop.accountId, side: stop.side });
      const order = this.#arrive(stop);
      const obstacle = this.#obstacle(order, order.price);
      if (obstacle) this.#end(order, obstacle);
      else this.#trade(order);
    }
    return this.#events;
  }

  /** Resting orders of a side: price, quantity and number of orders, best price first. */
  depth(side: Side): { price: number; quantity: number; orders: number }[] {
    const levels = new Map<number, { price: number; quantity: number; orders: number }>();
    for (const { price, left } of this.#sorted(side)) {
      const level = levels.get(price) ?? { price, quantity: 0, orders: 0 };
      levels.set(price, { price, quantity: level.quantity + left, orders: level.orders + 1 });
    }
    return [...levels.values()];
  }

  #perform(command: Command): RejectionReason | undefined {
    const { orderId } = command;
    const order = this.#resting.find(({ terms }) => terms.orderId === orderId);
    const stop = this.#waiting.find((each) => each.orderId === orderId);
    if (command.kind === 'place') return order || stop ? 'DUPLICATE_ORDER_ID' : this.#place(command);
    if (command.kind === 'amend')
      return order ? this.#amend(order, command) : stop ? 'NOT_RESTING' : 'UNKNOWN_ORDER';
    if (!order && !stop) return 'UNKNOWN_ORDER';
    this.#remove(orderId);
    this.#end(order ?? this.#arrive(stop as Place), 'REQUESTED');
    return undefined;
  }

  #place(terms: Place): RejectionReason | undefined {
    const { orderId, accountId, side, stopPrice } = terms;
    const last = this.#lastPrice;
    if (stopPrice !== undefined && last !== undefined && isReached(side, stopPrice, last))
      return 'STOP_ALREADY_REACHED';
    const open = [...this.#resting.map((each) => each.terms), ...this.#waiting];
    const own = open.filter((each) => each.accountId === accountId).length;
    if ((stopPrice !== undefined || rests(terms)) && own >= this.#limits.ordersPerAccount)
      return 'TOO_MANY_ORDERS';
    const order = this.#arrive(terms);
    const obstacle = stopPrice === undefined ? this.#obstacle(order, order.price) : undefined;
    if (obstacle) return obstacle;
    this.#tell({ kind: 'accepted', orderId, accountId, side });
    if (stopPrice !== undefined) this.#waiting.push(terms);
    else this.#trade(order);
    return undefined;
  }

  #amend(
    order: NaiveOrder,
    { price = order.price, quantity = order.quantity }: Amend,
  ): RejectionReason | undefined {
    const left = order.left + quantity - order.quantity;
    if (left <= 0) return 'INVALID_QUANTITY';
    const keptPriority = price === order.price && quantity <= order.quantity;
    const obstacle = keptPriority ? undefined : this.#obstacle(order, price);
    if (obstacle) return obstacle;
    const { orderId, accountId, side } = order.terms;
    this.#tell({ kind: 'amended', orderId, accountId, side, price, quantity, left, keptPriority });
    Object.assign(order, { price, quantity, left });
    if (keptPriority) return undefined;
    this.#remove(orderId);
    this.#trade(order);
    return undefined;
  }

  #trade(taker: NaiveOrder): void {
    const { terms } = taker;
    const worst = terms.type === 'MARKET' ? this.#edge(terms.side) : taker.price;
    const prices: number[] = [];
    let end: CancelReason | undefined;
    while (taker.left > 0 && !end) {
      const maker = this.#sorted(terms.side === 'BUY' ? 'SELL' : 'BUY')[0];
      if (!maker || (terms.side === 'BUY' ? maker.price > worst : maker.price < worst)) break;
      const hasBudget = terms.type === 'MARKET' && terms.budget !== undefined;
      const affordable = hasBudget ? Number(BigInt(taker.left) / BigInt(maker.price)) : taker.left;
      if (affordable === 0) end = 'BUDGET_SPENT';
      else if (maker.terms.accountId === terms.accountId) {
        const { selfTrade = 'CANCEL_NEWEST' } = terms;
        if (selfTrade !== 'CANCEL_NEWEST') {
          this.#remove(maker.terms.orderId);
          this.#end(maker, 'SELF_TRADE');
        }
        if (selfTrade !== 'CANCEL_OLDEST') end = 'SELF_TRADE';
      } else {
        const quantity = Math.min(affordable, maker.left);
        prices.push(maker.price);
        this.#fill(maker, taker, quantity, hasBudget ? quantity * maker.price : quantity);
      }
    }
    if (taker.left > 0) this.#settle(taker, end);
    const isHit = (stop: Place) => prices.some((price) => isReached(stop.side, stop.stopPrice ?? 0, price));
    this.#reached.push(...this.#waiting.filter(isHit));
    this.#waiting = this.#waiting.filter((stop) => !isHit(stop));
  }

  #settle(taker: NaiveOrder, end: CancelReason | undefined): void {
    const { orderId, accountId, side, type } = taker.terms;
    const others = this.#sorted(side === 'BUY' ? 'SELL' : 'BUY');
    if (end) this.#end(taker, end);
    else if (!rests(taker.terms))
      this.#end(taker, type === 'MARKET' && others.length > 0 ? 'OUTSIDE_PRICE_BAND' : 'NOT_FILLED');
    else if (this.#isFull(taker)) this.#end(taker, 'BOOK_FULL');
    else {
      this.#resting.push(taker);
      this.#arrivals += 1;
      taker.priority = this.#arrivals;
      this.#tell({ kind: 'rested', orderId, accountId, side, price: taker.price, left: taker.left });
    }
  }

  #fill(maker: NaiveOrder, taker: NaiveOrder, quantity: number, takes: number): void {
    maker.left -= quantity;
    taker.left -= takes;
    this.#lastPrice = maker.price;
    if (maker.left === 0) this.#remove(maker.terms.orderId);
    this.#tell({
      kind: 'fill',
      side: taker.terms.side,
      price: maker.price,
      quantity,
      makerOrderId: maker.terms.orderId,
      makerAccountId: maker.terms.accountId,
      makerLeft: maker.left,
      takerOrderId: taker.terms.orderId,
      takerAccountId: taker.terms.accountId,
      takerLeft: taker.left,
    });
  }

  #obstacle(
    { terms, left }: NaiveOrder,
    price: number,
  ): 'OUTSIDE_PRICE_BAND' | 'WOULD_TAKE' | 'NOT_FILLABLE' | undefined {
    if (terms.type === 'MARKET') return undefined;
    const isBuy = terms.side === 'BUY';
    const edge = this.#edge(terms.side);
    if (isBuy ? price > edge : price < edge) return 'OUTSIDE_PRICE_BAND';
    const within = this.#sorted(isBuy ? 'SELL' : 'BUY').filter((maker) =>
      isBuy ? maker.price <= price : maker.price >= price,
    );
    if (terms.postOnly && within.length > 0) return 'WOULD_TAKE';
    if (terms.timeInForce !== 'FOK') return undefined;
    let needed = left;
    for (const maker of within) {
      if (needed <= 0) break;
      if (maker.terms.accountId !== terms.accountId) needed -= maker.left;
      else if (terms.selfTrade !== 'CANCEL_OLDEST') return 'NOT_FILLABLE';
    }
    return needed > 0 ? 'NOT_FILLABLE' : undefined;
  }

  #isFull({ terms, price }: NaiveOrder): boolean {
    const levels = this.depth(terms.side);
    return levels.length >= this.#limits.levelsPerSide && !levels.some((level) => level.price === price);
  }

  #edge(side: Side): number {
    const { priceBandBps } = this.#limits;
    const last = this.#lastPrice;
    if (last === undefined || priceBandBps === undefined) return side === 'BUY' ? unbounded : 1;
    const width = Number((BigInt(last) * BigInt(priceBandBps)) / 10_000n);
    return side === 'BUY' ? last + width : Math.max(last - width, 1);
  }

  #sorted(side: Side): NaiveOrder[] {
    const direction = side === 'BUY' ? -1 : 1;
    return this.#resting
      .filter(({ terms }) => terms.side === side)
      .sort((one, other) => direction * (one.price - other.price) || one.priority - other.priority);
  }

  #arrive(terms: Place): NaiveOrder {
    const price = terms.type === 'LIMIT' ? terms.price : 0;
    const quantity = terms.quantity ?? 0;
    const left = terms.quantity ?? (terms.type === 'MARKET' ? (terms.budget ?? 0) : 0);
    return { terms, price, quantity, left, priority: 0 };
  }

  #remove(orderId: number): void {
    this.#resting = this.#resting.filter(({ terms }) => terms.orderId !== orderId);
    this.#waiting = this.#waiting.filter((stop) => stop.orderId !== orderId);
  }

  #end({ terms, left }: NaiveOrder, reason: CancelReason): void {
    const { orderId, accountId, side } = terms;
    this.#tell({ kind: 'cancelled', orderId, accountId, side, left, reason });
  }

  #tell(event: Unnumbered<BookEvent>): void {
    this.#sequence += 1;
    const { kind, ...rest } = event;
    this.#events.push({ kind, sequence: this.#sequence, ...rest } as BookEvent);
  }
}

const rests = (terms: Place): boolean => terms.type === 'LIMIT' && (terms.timeInForce ?? 'GTC') === 'GTC';

const isReached = (side: Side, stopPrice: number, price: number): boolean =>
  side === 'BUY' ? price >= stopPrice : price <= stopPrice;
