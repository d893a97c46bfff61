/** How much an order may trade with the resting orders of the other side. */
import type { Side } from './commands.ts';
import type { Levels } from './levels.ts';
import type { Order } from './order.ts';

const whole = 10_000;

/**
 * The worst price in ticks at which an order may trade after a trade at `lastPrice`: `bps` hundredths of a percent above it for a BUY,
 * below it for a SELL, rounded towards it.
 */
export function bandEdge(side: Side, lastPrice: number, bps: number): number {
  const rest = lastPrice % whole;
  // Two products, because lastPrice × bps may exceed 2^53.
  const width = ((lastPrice - rest) / whole) * bps + Math.floor((rest * bps) / whole);
  return side === 'BUY'
    ? Math.min(lastPrice + width, Number.MAX_SAFE_INTEGER)
    : Math.max(lastPrice - width, 1);
}

/** Whether the levels with a key of at least `limitKey` fill all of an order. Its own account's orders do not count. */
export function canFill(levels: Levels, limitKey: number, order: Order): boolean {
  let needed = order.left;
  for (const level of levels) {
    if (level.key < limitKey) return false;
    if (order.owner.open === 0) needed -= level.total;
    else
      for (let maker = level.head; maker && needed > 0; maker = maker.next)
        if (maker.owner !== order.owner) needed -= maker.left;
        else if (order.selfTrade !== 'CANCEL_OLDEST') return false;
    if (needed <= 0) return true;
  }
  return false;
}
