import { describe, expect, it } from 'vitest';
import type { Amend, BookLimits, PlaceLimit, PlaceMarket } from './commands.ts';
import type { BookEvent } from './events.ts';
import { OrderBook } from './order-book.ts';

const max = Number.MAX_SAFE_INTEGER;

const open = (limits: Partial<BookLimits> = {}) =>
  new OrderBook({ ordersPerAccount: 100, levelsPerSide: 100, ...limits });

const sell = (
  orderId: number,
  price: number,
  quantity: number,
  more: Partial<PlaceLimit> = {},
): PlaceLimit => ({
  kind: 'place',
  type: 'LIMIT',
  orderId,
  accountId: `seller ${orderId}`,
  side: 'SELL',
  price,
  quantity,
  ...more,
});

const buy = (
  orderId: number,
  price: number,
  quantity: number,
  more: Partial<PlaceLimit> = {},
): PlaceLimit => ({
  ...sell(orderId, price, quantity),
  accountId: `buyer ${orderId}`,
  side: 'BUY',
  ...more,
});

const market = (
  orderId: number,
  size: Pick<PlaceMarket, 'quantity' | 'budget'>,
  more: Partial<PlaceMarket> = {},
): PlaceMarket => ({
  kind: 'place',
  type: 'MARKET',
  orderId,
  accountId: `taker ${orderId}`,
  side: 'BUY',
  ...size,
  ...more,
});

const amend = (orderId: number, change: Pick<Amend, 'price' | 'quantity'>): Amend => ({
  kind: 'amend',
  orderId,
  ...change,
});

/** Fills as `maker: quantity at price`, ends as their reason, the rest as its kind. */
const brief = (events: readonly BookEvent[]) =>
  events.map((event) => {
    if (event.kind === 'fill') return `${event.makerOrderId}: ${event.quantity} at ${event.price}`;
    if (event.kind === 'rejected') return `rejected ${event.reason}`;
    return event.kind === 'cancelled' ? `${event.orderId} cancelled ${event.reason}` : event.kind;
  });

describe('OrderBook', () => {
  it('trades with the best price first and with the oldest order of a price first, at its price', () => {
    const book = open();
    for (const order of [sell(1, 102, 5), sell(2, 101, 5), sell(3, 101, 5), sell(4, 100, 5)])
      book.apply(order);
    expect(brief(book.apply(buy(5, 102, 18)))).toEqual([
      'accepted',
      '4: 5 at 100',
      '2: 5 at 101',
      '3: 5 at 101',
      '1: 3 at 102',
    ]);
    expect(book.depth('SELL', 8)).toEqual([{ price: 102, quantity: 2, orders: 1 }]);
    expect(book.lastPrice).toBe(102);
  });

  it('reports a fill with all that posting it needs', () => {
    const book = open();
    book.apply(sell(1, 100, 5));
    expect(book.apply(buy(2, 101, 3))).toEqual([
      { kind: 'accepted', sequence: 3, orderId: 2, accountId: 'buyer 2', side: 'BUY' },
      {
        kind: 'fill',
        sequence: 4,
        side: 'BUY',
        price: 100,
        quantity: 3,
        makerOrderId: 1,
        makerAccountId: 'seller 1',
        makerLeft: 2,
        takerOrderId: 2,
        takerAccountId: 'buyer 2',
        takerLeft: 0,
      },
    ]);
    expect(book.find(1)).toEqual({
      orderId: 1,
      accountId: 'seller 1',
      side: 'SELL',
      left: 2,
      isWaiting: false,
    });
    expect(book.find(2)).toBeUndefined();
  });

  it.each([
    ['GTC', ['accepted', '1: 5 at 100', 'rested']],
    ['IOC', ['accepted', '1: 5 at 100', '2 cancelled NOT_FILLED']],
    ['FOK', ['rejected NOT_FILLABLE']],
  ] as const)('treats what %s cannot fill', (timeInForce, expected) => {
    const book = open();
    book.apply(sell(1, 100, 5));
    book.apply(sell(9, 102, 5));
    expect(brief(book.apply(buy(2, 101, 8, { timeInForce })))).toEqual(expected);
  });

  it('spends a budget to the last lot that it buys', () => {
    const book = open();
    book.apply(sell(1, 100, 2));
    book.apply(sell(2, 150, 9));
    expect(brief(book.apply(market(3, { budget: 640 })))).toEqual([
      'accepted',
      '1: 2 at 100',
      '2: 2 at 150',
      '3 cancelled BUDGET_SPENT',
    ]);
  });

  it.each([
    ['CANCEL_NEWEST', ['accepted', '3 cancelled SELF_TRADE'], 5],
    ['CANCEL_OLDEST', ['accepted', '1 cancelled SELF_TRADE', '2: 4 at 100'], undefined],
    ['CANCEL_BOTH', ['accepted', '1 cancelled SELF_TRADE', '3 cancelled SELF_TRADE'], undefined],
  ] as const)('prevents self-trade by %s', (selfTrade, expected, left) => {
    const book = open();
    book.apply(sell(1, 100, 5, { accountId: 'same' }));
    book.apply(sell(2, 100, 5));
    expect(brief(book.apply(buy(3, 100, 4, { accountId: 'same', selfTrade })))).toEqual(expected);
    expect(book.find(1)?.left).toBe(left);
  });

  it('does not count its own orders for fill-or-kill', () => {
    const book = open();
    book.apply(sell(1, 100, 5, { accountId: 'same' }));
    book.apply(sell(2, 100, 5));
    const order = (orderId: number, quantity: number) =>
      buy(orderId, 100, quantity, { accountId: 'same', timeInForce: 'FOK', selfTrade: 'CANCEL_OLDEST' });
    expect(brief(book.apply(order(3, 6)))).toEqual(['rejected NOT_FILLABLE']);
    expect(brief(book.apply(order(4, 5)))).toEqual(['accepted', '1 cancelled SELF_TRADE', '2: 5 at 100']);
  });

  it('keeps the priority of an order only if its quantity is lowered', () => {
    const book = open();
    for (const order of [sell(1, 100, 5), sell(2, 100, 5), sell(3, 100, 5)]) book.apply(order);
    expect(brief(book.apply(amend(1, { quantity: 4 })))).toEqual(['amended']);
    expect(brief(book.apply(amend(2, { quantity: 6 })))).toEqual(['amended', 'rested']);
    expect(brief(book.apply(buy(4, 100, 12)))).toEqual([
      'accepted',
      '1: 4 at 100',
      '3: 5 at 100',
      '2: 3 at 100',
    ]);
    expect(brief(book.apply(amend(2, { quantity: 3 })))).toEqual(['rejected INVALID_QUANTITY']);
    book.apply(buy(5, 90, 1));
    expect(brief(book.apply(amend(5, { price: 100 })))).toEqual(['amended', '2: 1 at 100']);
  });

  it('triggers the stops that a trade reaches in order of arrival, then those reached by their trades', () => {
    const book = open();
    for (const order of [sell(1, 100, 1), sell(2, 105, 9), sell(3, 110, 9)]) book.apply(order);
    book.apply(market(4, { quantity: 9 }, { stopPrice: 99 }));
    book.apply(market(5, { quantity: 1 }, { stopPrice: 105 }));
    book.apply(market(6, { quantity: 1 }, { stopPrice: 98 }));
    expect(brief(book.apply(buy(7, 100, 1)))).toEqual([
      'accepted',
      '1: 1 at 100',
      'triggered',
      '2: 9 at 105',
      'triggered',
      '3: 1 at 110',
      'triggered',
      '3: 1 at 110',
    ]);
    expect(book.openOrders).toBe(1);
  });

  it('trades and rests only within the price band around the last trade', () => {
    const book = open({ priceBandBps: 500 });
    for (const order of [sell(1, 100, 1), buy(2, 100, 1), sell(3, 105, 1), sell(4, 106, 1)])
      book.apply(order);
    expect(brief(book.apply(buy(5, 106, 1)))).toEqual(['rejected OUTSIDE_PRICE_BAND']);
    expect(brief(book.apply(market(6, { quantity: 2 })))).toEqual([
      'accepted',
      '3: 1 at 105',
      '6 cancelled OUTSIDE_PRICE_BAND',
    ]);
    expect(brief(book.apply(sell(7, 99, 1)))).toEqual(['rejected OUTSIDE_PRICE_BAND']);
    expect(brief(book.apply(sell(8, 100, 1)))).toEqual(['accepted', 'rested']);
  });

  it.each([
    ['INVALID_PRICE', sell(1, 0, 1)],
    ['INVALID_PRICE', sell(1, 1.5, 1)],
    ['INVALID_PRICE', sell(1, Number.NaN, 1)],
    ['INVALID_PRICE', sell(1, max + 1, 1)],
    ['INVALID_QUANTITY', sell(1, 1, 0)],
    ['INVALID_QUANTITY', sell(1, 1, -1)],
    ['INVALID_QUANTITY', market(1, { quantity: 0.5 })],
    ['INVALID_BUDGET', market(1, { budget: max + 1 })],
    ['INVALID_STOP_PRICE', sell(1, 1, 1, { stopPrice: 0 })],
    ['INVALID_COMBINATION', sell(1, 1, 1, { postOnly: true, timeInForce: 'IOC' })],
    ['INVALID_COMBINATION', sell(1, 1, 1, { postOnly: true, stopPrice: 1 })],
    ['INVALID_COMBINATION', market(1, { quantity: 1, budget: 1 })],
    ['INVALID_COMBINATION', market(1, {})],
    ['INVALID_COMBINATION', market(1, { budget: 1 }, { side: 'SELL' })],
    ['NOTIONAL_TOO_LARGE', sell(1, 2 ** 27, 2 ** 26)],
  ])('rejects with %s', (reason, order) => {
    const book = open();
    expect(brief(book.apply(order))).toEqual([`rejected ${reason}`]);
    expect(book.openOrders).toBe(0);
  });

  it('calculates exactly at the largest numbers', () => {
    const book = open();
    // 2^53 - 1 = 6361 × 69431 × 20394401.
    book.apply(sell(1, 6361 * 69431, 20394401));
    expect(brief(book.apply(market(2, { budget: max })))).toEqual([
      'accepted',
      `1: 20394401 at ${6361 * 69431}`,
    ]);
    book.apply(sell(3, 1, max - 1));
    book.apply(sell(4, 1, 1));
    expect(brief(book.apply(sell(5, 1, 1)))).toEqual(['accepted', '5 cancelled BOOK_FULL']);
    expect(book.depth('SELL', 1)).toEqual([{ price: 1, quantity: max, orders: 2 }]);
    expect(brief(book.apply(buy(6, 1, max, { timeInForce: 'FOK' })))).toEqual([
      'accepted',
      `3: ${max - 1} at 1`,
      '4: 1 at 1',
    ]);
    book.apply(sell(7, max, 1));
    expect(brief(book.apply(market(8, { budget: max - 1 })))).toEqual([
      'accepted',
      '8 cancelled BUDGET_SPENT',
    ]);
    expect(brief(book.apply(market(9, { budget: max })))).toEqual(['accepted', `7: 1 at ${max}`]);
  });

  it('refuses a snapshot of another version', () => {
    expect(() => new OrderBook({ ordersPerAccount: 1, levelsPerSide: 1 }, '{"version":0}')).toThrow(
      RangeError,
    );
  });
});
