/** The fate of single orders, event by event: refusals, stops, amendments, limits of the book, and the book as text. */
import { describe, expect, it } from 'vitest';
import type { Amend, BookLimits, Command, PlaceLimit, PlaceMarket } from './commands.ts';
import type { BookEvent } from './events.ts';
import { bandEdge } from './liquidity.ts';
import { OrderBook } from './order-book.ts';

const open = (limits: Partial<BookLimits> = {}) =>
  new OrderBook({ ordersPerAccount: 100, levelsPerSide: 100, ...limits });

type OrderOptions = Partial<Omit<PlaceLimit, 'kind' | 'type'>>;
const limit = (
  side: 'BUY' | 'SELL',
  orderId: number,
  price: number,
  quantity: number,
  more: OrderOptions = {},
): PlaceLimit => ({
  kind: 'place',
  type: 'LIMIT',
  orderId,
  accountId: `account ${orderId}`,
  side,
  price,
  quantity,
  ...more,
});
const sell = (orderId: number, price: number, quantity: number, more?: OrderOptions) =>
  limit('SELL', orderId, price, quantity, more);
const buy = (orderId: number, price: number, quantity: number, more?: OrderOptions) =>
  limit('BUY', orderId, price, quantity, more);
const market = (orderId: number, quantity: number, more: Partial<PlaceMarket> = {}): PlaceMarket => ({
  kind: 'place',
  type: 'MARKET',
  orderId,
  accountId: `account ${orderId}`,
  side: 'BUY',
  quantity,
  ...more,
});
const amend = (orderId: number, change: Pick<Amend, 'price' | 'quantity'>): Amend => ({
  kind: 'amend',
  orderId,
  ...change,
});
const cancel = (orderId: number) => ({ kind: 'cancel', orderId }) as const;

const applyAll = (book: OrderBook, ...commands: Command[]) => {
  for (const command of commands) book.apply(command);
  return book;
};
/** Fills as `maker: quantity at price`, refusals and ends as their reason, the rest as its kind. */
const brief = (events: readonly BookEvent[]) =>
  events.map((event) => {
    if (event.kind === 'fill') return `${event.makerOrderId}: ${event.quantity} at ${event.price}`;
    if (event.kind === 'rejected') return event.reason;
    return event.kind === 'cancelled' ? `${event.orderId} ${event.reason}` : event.kind;
  });

describe('an order that cannot be taken', () => {
  it.each<[string, Command, string]>([
    ['has the id of one that is open', buy(1, 90, 1), 'DUPLICATE_ORDER_ID'],
    ['is unknown to a cancellation', cancel(7), 'UNKNOWN_ORDER'],
    ['is unknown to an amendment', amend(7, { price: 1 }), 'UNKNOWN_ORDER'],
    ['waits for its stop price', amend(3, { price: 1 }), 'NOT_RESTING'],
    ['gets a price that is none', amend(1, { price: 0 }), 'INVALID_PRICE'],
    ['gets no quantity', amend(1, { quantity: 0 }), 'INVALID_QUANTITY'],
    ['gets so much that it cannot be counted', amend(1, { quantity: 2 ** 50 }), 'NOTIONAL_TOO_LARGE'],
    ['rests only, but would take', buy(8, 100, 1, { postOnly: true }), 'WOULD_TAKE'],
    ['is whole or nothing, beyond its price', buy(8, 99, 1, { timeInForce: 'FOK' }), 'NOT_FILLABLE'],
  ])('%s', (_case, command, reason) => {
    const book = applyAll(open(), sell(1, 100, 5), buy(2, 50, 1), market(3, 1, { stopPrice: 200 }));
    const before = book.snapshot();
    const sequence = book.sequence + 1;
    expect(book.apply(command)).toEqual([
      { kind: 'rejected', sequence, orderId: command.orderId, command: command.kind, reason },
    ]);
    expect(book.sequence).toBe(sequence);
    expect(book.snapshot()).toBe(before.replace(`"sequence":${sequence - 1}`, `"sequence":${sequence}`));
  });

  it('is the first beyond an account’s limit, whether it rests or waits, unless it ends at once', () => {
    const own = { accountId: 'own' };
    const book = applyAll(
      open({ ordersPerAccount: 2 }),
      buy(1, 10, 1, own),
      market(2, 1, { ...own, stopPrice: 99 }),
    );
    expect(brief(book.apply(buy(3, 10, 1, own)))).toEqual(['TOO_MANY_ORDERS']);
    expect(brief(book.apply(market(3, 1, { ...own, stopPrice: 98 })))).toEqual(['TOO_MANY_ORDERS']);
    expect(brief(book.apply(buy(3, 10, 1, { ...own, timeInForce: 'IOC' })))).toEqual([
      'accepted',
      '3 NOT_FILLED',
    ]);
    expect(brief(book.apply(market(3, 1, own)))).toEqual(['accepted', '3 NOT_FILLED']);
    expect(brief(book.apply(buy(4, 10, 1)))).toEqual(['accepted', 'rested']);
    applyAll(book, cancel(2));
    expect(brief(book.apply(buy(3, 10, 1, own)))).toEqual(['accepted', 'rested']);
    applyAll(book, sell(5, 10, 1));
    expect(brief(book.apply(buy(6, 9, 1, own)))).toEqual(['accepted', 'rested']);
  });

  it('would open one price too many; at a price that is there it rests', () => {
    const book = applyAll(open({ levelsPerSide: 2 }), buy(1, 10, 1), buy(2, 11, 1));
    expect(brief(book.apply(buy(3, 12, 1)))).toEqual(['accepted', '3 BOOK_FULL']);
    expect(brief(book.apply(buy(4, 11, 1)))).toEqual(['accepted', 'rested']);
    expect(brief(book.apply(sell(5, 20, 1)))).toEqual(['accepted', 'rested']);
  });
});

describe('events', () => {
  it('of an order that rests, changes and is cancelled carry all that is needed to follow it', () => {
    const book = open();
    const order = { orderId: 1, accountId: 'account 1', side: 'BUY' } as const;
    expect(book.apply(buy(1, 10, 5))).toEqual([
      { kind: 'accepted', sequence: 1, ...order },
      { kind: 'rested', sequence: 2, ...order, price: 10, left: 5 },
    ]);
    expect(book.apply(sell(2, 10, 2)).at(-1)).toMatchObject({
      kind: 'fill',
      sequence: 4,
      makerLeft: 3,
      takerLeft: 0,
    });
    expect(book.apply(amend(1, { quantity: 4 }))).toEqual([
      { kind: 'amended', sequence: 5, ...order, price: 10, quantity: 4, left: 2, keptPriority: true },
    ]);
    expect(book.depth('BUY', 1)).toEqual([{ price: 10, quantity: 2, orders: 1 }]);
    expect(book.apply(amend(1, { price: 11, quantity: 6 }))).toEqual([
      { kind: 'amended', sequence: 6, ...order, price: 11, quantity: 6, left: 4, keptPriority: false },
      { kind: 'rested', sequence: 7, ...order, price: 11, left: 4 },
    ]);
    expect(book.depth('BUY', 5)).toEqual([{ price: 11, quantity: 4, orders: 1 }]);
    expect(book.apply(cancel(1))).toEqual([
      { kind: 'cancelled', sequence: 8, ...order, left: 4, reason: 'REQUESTED' },
    ]);
    expect([book.depth('BUY', 5), book.openOrders, book.lastPrice]).toEqual([[], 0, 10]);
    applyAll(book, buy(3, 10, 1), buy(4, 9, 1));
    expect(book.depth('BUY', 1)).toEqual([{ price: 10, quantity: 1, orders: 1 }]);
    expect(book.find(3)).toEqual({
      orderId: 3,
      accountId: 'account 3',
      side: 'BUY',
      left: 1,
      isWaiting: false,
    });
  });

  it('of a stop name it when it is triggered, and the remainder when it cannot be filled', () => {
    const book = applyAll(open(), sell(1, 100, 1));
    const order = { orderId: 2, accountId: 'account 2', side: 'BUY' } as const;
    expect(book.apply(market(2, 5, { stopPrice: 100 }))).toEqual([
      { kind: 'accepted', sequence: 3, ...order },
    ]);
    expect(book.find(2)).toEqual({ ...order, left: 5, isWaiting: true });
    expect(book.apply(buy(3, 100, 1)).slice(2)).toEqual([
      { kind: 'triggered', sequence: 6, ...order },
      { kind: 'cancelled', sequence: 7, ...order, left: 5, reason: 'NOT_FILLED' },
    ]);
    expect([book.find(2), book.openOrders]).toEqual([undefined, 0]);
  });

  it('before the first trade there is no last price', () => {
    expect([open().lastPrice, open().sequence, open().find(1)]).toEqual([undefined, 0, undefined]);
  });
});

it('keeps its place when it is amended to the same terms', () => {
  const book = applyAll(open(), sell(1, 100, 2), sell(2, 100, 2), amend(1, { price: 100, quantity: 2 }));
  expect(brief(book.apply(buy(3, 100, 1)))).toEqual(['accepted', '1: 1 at 100']);
});

it('leaves the others of its price when it is cancelled', () => {
  const book = applyAll(open(), sell(1, 100, 2), sell(2, 100, 3), cancel(1));
  expect(book.depth('SELL', 5)).toEqual([{ price: 100, quantity: 3, orders: 1 }]);
});

describe('a stop', () => {
  it.each([
    ['BUY', 100, 'STOP_ALREADY_REACHED'],
    ['BUY', 99, 'STOP_ALREADY_REACHED'],
    ['BUY', 101, 'accepted'],
    ['SELL', 100, 'STOP_ALREADY_REACHED'],
    ['SELL', 101, 'STOP_ALREADY_REACHED'],
    ['SELL', 99, 'accepted'],
  ] as const)('to %s at %s after a trade at 100: %s', (side, stopPrice, expected) => {
    const book = applyAll(open(), sell(1, 100, 1), buy(2, 100, 1));
    expect(brief(book.apply(market(3, 1, { side, stopPrice })))).toEqual([expected]);
  });

  it('to sell is triggered by a trade at or below its price, the highest first, in order of arrival', () => {
    const book = applyAll(open(), buy(1, 100, 1), buy(2, 95, 1), buy(3, 90, 9));
    applyAll(
      book,
      sell(4, 90, 1, { stopPrice: 95 }),
      sell(5, 90, 1, { stopPrice: 96 }),
      sell(6, 90, 1, { stopPrice: 94 }),
    );
    expect(brief(book.apply(market(7, 2, { side: 'SELL' })))).toEqual([
      'accepted',
      '1: 1 at 100',
      '2: 1 at 95',
      'triggered',
      '3: 1 at 90',
      'triggered',
      '3: 1 at 90',
      'triggered',
      '3: 1 at 90',
    ]);
    expect(book.depth('BUY', 5)).toEqual([{ price: 90, quantity: 6, orders: 1 }]);
  });

  it('is reached by the best price of a trade too, not only by the last', () => {
    const book = applyAll(open(), buy(1, 100, 1), buy(2, 90, 2), sell(3, 120, 1));
    applyAll(book, market(4, 1, { stopPrice: 100 }));
    expect(brief(book.apply(market(5, 2, { side: 'SELL' })))).toEqual([
      'accepted',
      '1: 1 at 100',
      '2: 1 at 90',
      'triggered',
      '3: 1 at 120',
    ]);
  });

  it('is not reached by resting orders', () => {
    const book = applyAll(open(), market(1, 1, { stopPrice: 100 }));
    expect(brief(book.apply(sell(2, 100, 1)))).toEqual(['accepted', 'rested']);
    expect(book.find(1)?.isWaiting).toBe(true);
  });

  it('is cancelled, and others of its price are not', () => {
    const book = applyAll(open(), market(1, 1, { stopPrice: 100 }), market(2, 1, { stopPrice: 100 }));
    expect(brief(book.apply(cancel(1)))).toEqual(['1 REQUESTED']);
    expect([book.find(1), book.find(2)?.isWaiting]).toEqual([undefined, true]);
    applyAll(book, cancel(2), sell(3, 100, 1));
    expect(brief(book.apply(buy(4, 100, 1)))).toEqual(['accepted', '3: 1 at 100']);
  });

  it('that may not trade outside the band is cancelled when it is triggered', () => {
    const book = applyAll(open({ priceBandBps: 500 }), sell(1, 100, 1), buy(2, 120, 1, { stopPrice: 100 }));
    expect(brief(book.apply(buy(3, 100, 1)))).toEqual([
      'accepted',
      '1: 1 at 100',
      'triggered',
      '2 OUTSIDE_PRICE_BAND',
    ]);
  });

  it('with a limit rests when it is triggered and finds no one', () => {
    const book = applyAll(open(), sell(1, 100, 1), buy(2, 99, 3, { stopPrice: 100 }));
    expect(brief(book.apply(buy(3, 100, 1)))).toEqual(['accepted', '1: 1 at 100', 'triggered', 'rested']);
    expect(book.depth('BUY', 1)).toEqual([{ price: 99, quantity: 3, orders: 1 }]);
  });
});

describe('an order to rest only', () => {
  it('rests beside the other side, and as the first of it', () => {
    const book = applyAll(open(), sell(1, 100, 1));
    expect(brief(book.apply(buy(2, 99, 1, { postOnly: true })))).toEqual(['accepted', 'rested']);
    expect(brief(book.apply(sell(3, 99, 1, { postOnly: true })))).toEqual(['WOULD_TAKE']);
    expect(brief(open().apply(buy(4, 99, 1, { postOnly: true, timeInForce: 'GTC' })))).toEqual([
      'accepted',
      'rested',
    ]);
  });

  it('keeps that when it is amended', () => {
    const book = applyAll(open(), sell(1, 100, 1), buy(2, 99, 1, { postOnly: true }));
    expect(brief(book.apply(amend(2, { price: 100 })))).toEqual(['WOULD_TAKE']);
    expect(book.depth('BUY', 1)).toEqual([{ price: 99, quantity: 1, orders: 1 }]);
  });
});

describe('an order that is whole or nothing', () => {
  it('takes several prices, up to its own', () => {
    const book = applyAll(open(), sell(1, 100, 2), sell(2, 101, 2), sell(3, 102, 2));
    const whole = (quantity: number) => brief(book.apply(buy(9, 101, quantity, { timeInForce: 'FOK' })));
    expect(whole(5)).toEqual(['NOT_FILLABLE']);
    expect(whole(4)).toEqual(['accepted', '1: 2 at 100', '2: 2 at 101']);
  });

  it.each([
    ['CANCEL_NEWEST', ['NOT_FILLABLE']],
    ['CANCEL_BOTH', ['NOT_FILLABLE']],
    ['CANCEL_OLDEST', ['accepted', '1 SELF_TRADE', '2: 2 at 100']],
  ] as const)('meets its own account’s order first, with %s', (selfTrade, expected) => {
    const own = { accountId: 'own' };
    const book = applyAll(open(), sell(1, 100, 2, own), sell(2, 100, 2));
    expect(brief(book.apply(buy(3, 100, 2, { ...own, selfTrade, timeInForce: 'FOK' })))).toEqual(expected);
  });

  it('is filled before it meets its own account’s order', () => {
    const own = { accountId: 'own' };
    const book = applyAll(open(), sell(1, 100, 2), sell(2, 100, 2, own));
    expect(brief(book.apply(buy(3, 100, 2, { ...own, timeInForce: 'FOK' })))).toEqual([
      'accepted',
      '1: 2 at 100',
    ]);
  });
});

describe('the price band', () => {
  it.each([
    ['BUY', 10_000, 500, 10_500],
    ['SELL', 10_000, 500, 9_500],
    // Rounded towards the last trade.
    ['BUY', 105, 500, 110],
    ['SELL', 105, 500, 100],
    ['BUY', 12_345, 700, 13_209],
    ['SELL', 12_345, 700, 11_481],
    ['SELL', 1, 10_000, 1],
    ['SELL', 100, 20_000, 1],
    ['BUY', Number.MAX_SAFE_INTEGER, 500, Number.MAX_SAFE_INTEGER],
    ['BUY', 2 ** 52, 1, 2 ** 52 + 450_359_962_737],
  ] as const)(
    'for %s after a trade at %s, of %s hundredths of a percent, ends at %s',
    (side, last, bps, edge) => {
      expect(bandEdge(side, last, bps)).toBe(edge);
    },
  );

  it('lets an order trade at its edge, on both sides', () => {
    const book = applyAll(open({ priceBandBps: 500 }), sell(1, 100, 1), buy(2, 100, 1), buy(3, 95, 1));
    expect(brief(book.apply(sell(4, 94, 1)))).toEqual(['OUTSIDE_PRICE_BAND']);
    expect(brief(book.apply(sell(4, 95, 1)))).toEqual(['accepted', '3: 1 at 95']);
  });

  it('holds an amended order too', () => {
    const book = applyAll(open({ priceBandBps: 500 }), sell(1, 100, 1), buy(2, 100, 1), buy(3, 95, 2));
    expect(brief(book.apply(amend(3, { price: 106 })))).toEqual(['OUTSIDE_PRICE_BAND']);
    expect(brief(book.apply(amend(3, { price: 105 })))).toEqual(['amended', 'rested']);
  });
});

describe('a market order with a budget', () => {
  it('is over when the money is spent to the last', () => {
    const book = applyAll(open(), sell(1, 100, 5));
    const spend = {
      kind: 'place',
      type: 'MARKET',
      orderId: 2,
      accountId: 'b',
      side: 'BUY',
      budget: 300,
    } as const;
    expect(brief(book.apply(spend))).toEqual(['accepted', '1: 3 at 100']);
    expect(book.find(1)?.left).toBe(2);
  });

  it('waits for its stop price with its budget', () => {
    const book = applyAll(open(), sell(1, 100, 9));
    applyAll(book, {
      kind: 'place',
      type: 'MARKET',
      orderId: 2,
      accountId: 'b',
      side: 'BUY',
      budget: 250,
      stopPrice: 100,
    });
    expect(book.find(2)?.left).toBe(250);
    expect(brief(book.apply(buy(3, 100, 1)))).toEqual([
      'accepted',
      '1: 1 at 100',
      'triggered',
      '1: 2 at 100',
      '2 BUDGET_SPENT',
    ]);
  });
});

describe('a book as text', () => {
  const filled = () =>
    applyAll(
      open(),
      sell(1, 100, 5),
      sell(2, 100, 1, { selfTrade: 'CANCEL_BOTH' }),
      buy(3, 100, 2),
      buy(4, 90, 3, { postOnly: true }),
      market(5, 1, { side: 'SELL', stopPrice: 80 }),
      buy(6, 110, 1, { stopPrice: 105, timeInForce: 'IOC' }),
      market(7, 1, { stopPrice: 103 }),
    );

  it('has orders in their priority and stops in order of arrival', () => {
    expect(JSON.parse(filled().snapshot())).toEqual({
      version: 1,
      sequence: 11,
      lastPrice: 100,
      bids: [[4, 'account 4', 90, 3, 3, true, 'CANCEL_NEWEST']],
      asks: [
        [1, 'account 1', 100, 5, 3, false, 'CANCEL_NEWEST'],
        [2, 'account 2', 100, 1, 1, false, 'CANCEL_BOTH'],
      ],
      stops: [
        [9, market(5, 1, { side: 'SELL', stopPrice: 80 })],
        [10, buy(6, 110, 1, { stopPrice: 105, timeInForce: 'IOC' })],
        [11, market(7, 1, { stopPrice: 103 })],
      ],
    });
  });

  it('continues as if it had never been text', () => {
    const limits = { ordersPerAccount: 1, levelsPerSide: 100 };
    const book = new OrderBook(limits, filled().snapshot());
    expect(book.snapshot()).toBe(filled().snapshot());
    expect([book.lastPrice, book.sequence, book.openOrders]).toEqual([100, 11, 6]);
    expect(brief(book.apply(buy(8, 1, 1, { accountId: 'account 5' })))).toEqual(['TOO_MANY_ORDERS']);
    expect(brief(book.apply(buy(8, 1, 1, { accountId: 'account 4' })))).toEqual(['TOO_MANY_ORDERS']);
    expect(brief(book.apply(sell(9, 90, 1, { postOnly: true })))).toEqual(['WOULD_TAKE']);
    expect(brief(book.apply(buy(10, 100, 9, { accountId: 'account 2' })))).toEqual(['TOO_MANY_ORDERS']);
    expect(brief(book.apply(buy(10, 100, 4)))).toEqual(['accepted', '1: 3 at 100', '2: 1 at 100']);
    expect(brief(book.apply(sell(11, 80, 3)))).toEqual(['accepted', '4: 3 at 90']);
  });
});
