/** Trades of an arriving order with resting ones, best price first and oldest first within a price. */
import type { BookEvent, CancelReason } from './events.ts';
import type { Order } from './order.ts';
import type { BookState } from './state.ts';

/**
 * Fills an order from the levels of the other side whose key is at least `limitKey`. Returns the reason for cancelling the rest;
 * undefined if it may rest.
 */
export function match(
  state: BookState,
  taker: Order,
  limitKey: number,
  events: BookEvent[],
): 'SELF_TRADE' | 'BUDGET_SPENT' | undefined {
  const levels = state.oppositeOf(taker.side);
  while (taker.left > 0) {
    const level = levels.best;
    if (!level || level.key < limitKey) return undefined;
    const { price } = level;
    const maker = level.head;
    if (!maker) throw new Error(`empty level at ${price}`);
    const affordable = taker.hasBudget ? (taker.left - (taker.left % price)) / price : taker.left;
    if (affordable === 0) return 'BUDGET_SPENT';
    if (maker.owner === taker.owner) {
      if (taker.selfTrade !== 'CANCEL_NEWEST') cancelOrder(state, maker, 'SELF_TRADE', events);
      if (taker.selfTrade !== 'CANCEL_OLDEST') return 'SELF_TRADE';
      continue;
    }
    const quantity = affordable < maker.left ? affordable : maker.left;
    taker.left -= taker.hasBudget ? quantity * price : quantity;
    if (quantity === maker.left) {
      state.leave(maker);
      maker.left = 0;
    } else {
      maker.left -= quantity;
      level.total -= quantity;
    }
    state.lastPrice = price;
    state.sequence += 1;
    events.push({
      kind: 'fill',
      sequence: state.sequence,
      side: taker.side,
      price,
      quantity,
      makerOrderId: maker.orderId,
      makerAccountId: maker.owner.accountId,
      makerLeft: maker.left,
      takerOrderId: taker.orderId,
      takerAccountId: taker.owner.accountId,
      takerLeft: taker.left,
    });
  }
  return undefined;
}

/** Ends an open order. */
export function cancelOrder(state: BookState, order: Order, reason: CancelReason, events: BookEvent[]): void {
  state.leave(order);
  endOrder(state, order, reason, events);
}

/** Reports the end of an order that is not open. */
export function endOrder(
  state: BookState,
  { orderId, owner, side, left }: Order,
  reason: CancelReason,
  events: BookEvent[],
): void {
  state.sequence += 1;
  events.push({
    kind: 'cancelled',
    sequence: state.sequence,
    orderId,
    accountId: owner.accountId,
    side,
    left,
    reason,
  });
}
