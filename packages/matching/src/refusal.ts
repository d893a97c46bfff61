/** Faults of an order by itself, before the book is checked. */
import type { Place } from './commands.ts';
import type { RejectionReason } from './events.ts';

/**
 * Whether a number of ticks, lots or their product is safe to calculate with. The product of two safe integers that exceeds 2^53 - 1 is
 * rounded to at least 2^53, so it never passes for a smaller one.
 */
export const isCountable = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** The first fault of an order; undefined if there is none. */
export function refusalOf(order: Place): RejectionReason | undefined {
  if (order.stopPrice !== undefined && !isCountable(order.stopPrice)) return 'INVALID_STOP_PRICE';
  if (order.type === 'LIMIT') {
    if (order.postOnly && (order.stopPrice !== undefined || (order.timeInForce ?? 'GTC') !== 'GTC'))
      return 'INVALID_COMBINATION';
    return refusalOfSize(order.price, order.quantity);
  }
  if ((order.quantity === undefined) === (order.budget === undefined)) return 'INVALID_COMBINATION';
  if (order.budget === undefined) return isCountable(order.quantity ?? 0) ? undefined : 'INVALID_QUANTITY';
  if (order.side === 'SELL') return 'INVALID_COMBINATION';
  return isCountable(order.budget) ? undefined : 'INVALID_BUDGET';
}

/**
 * Faults of a price and a quantity. Every fill is at the price of a resting order and for at most its quantity: if this
 * product is a safe integer, the product of every fill is one too.
 */
export function refusalOfSize(
  price: number,
  quantity: number,
): 'INVALID_PRICE' | 'INVALID_QUANTITY' | 'NOTIONAL_TOO_LARGE' | undefined {
  if (!isCountable(price)) return 'INVALID_PRICE';
  if (!isCountable(quantity)) return 'INVALID_QUANTITY';
  return isCountable(price * quantity) ? undefined : 'NOTIONAL_TOO_LARGE';
}
