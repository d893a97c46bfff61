/** Orders that wait for a trade at their stop price, found by price and triggered in order of arrival. */
import type { Side } from './commands.ts';
import { Levels } from './levels.ts';
import { dequeue, enqueue, type Order } from './order.ts';

export interface Stops {
  /** Lowest stop price first: a rising price reaches it first. */
  readonly buys: Levels;
  /** Highest stop price first. */
  readonly sells: Levels;
}

/** Empty, one per book. */
export const createStops = (): Stops => ({ buys: new Levels(-1), sells: new Levels(1) });

/** Whether a trade at `traded` triggers a stop at `stopPrice`. Ticks. */
export const isReached = (side: Side, stopPrice: number, traded: number): boolean =>
  side === 'BUY' ? traded >= stopPrice : traded <= stopPrice;

/** Adds a waiting order. */
export function addStop(stops: Stops, order: Order): void {
  const price = order.stop?.terms.stopPrice ?? 0;
  const levels = levelsOf(stops, order);
  enqueue(levels.find(price) ?? levels.add(price), order);
}

/** Removes a waiting order. */
export function removeStop(stops: Stops, order: Order): void {
  const { level } = order;
  if (!level) return;
  dequeue(level, order);
  if (level.orders === 0) levelsOf(stops, order).remove(level);
}

/** Removes all orders reached by trades between `low` and `high` ticks, in order of arrival. */
export function takeReached(stops: Stops, low: number, high: number): Order[] {
  const reached: Order[] = [];
  for (const { levels, side, traded } of [
    { levels: stops.buys, side: 'BUY', traded: high },
    { levels: stops.sells, side: 'SELL', traded: low },
  ] as const)
    while (levels.best && isReached(side, levels.best.price, traded)) {
      const { best } = levels;
      for (let order = best.head; order; order = order.next) reached.push(order);
      levels.remove(best);
    }
  for (const order of reached) order.level = undefined;
  return reached.sort((one, other) => arrivalOf(one) - arrivalOf(other));
}

const levelsOf = (stops: Stops, order: Order): Levels => (order.side === 'BUY' ? stops.buys : stops.sells);

/** Sequence of the event that accepted a stop. */
const arrivalOf = (order: Order): number => order.stop?.arrival ?? 0;
