/** The same commands for both books: limit orders, which sometimes cross, and cancellations. */
import type { Cancel, Place, Side } from '@calmly/matching';

type BookCommand = Place | Cancel;

export interface Flow {
  /** Applied before the clock starts. */
  readonly filling: readonly BookCommand[];
  readonly commands: readonly BookCommand[];
}

const shallowCommands = 100_000;
const deepOrders = 100_000;
const deepCommands = 50_000;

/** Ten prices on each side of 1000. A third of the orders cross, and a third of the commands cancel one of the last hundred orders. */
export function shallowFlow(): Flow {
  const random = createRandom(8);
  const commands: BookCommand[] = [];
  for (let index = 0; index < shallowCommands; index += 1) {
    const kind = random();
    if (kind < 0.33) commands.push(cancelOf(index - 1 - Math.floor(random() * 100)));
    else {
      const side = random() < 0.5 ? 'BUY' : 'SELL';
      const distance = kind < 0.55 ? -9 : Math.floor(random() * 10);
      const quantity = 1 + Math.floor(random() * (kind < 0.55 ? 30 : 20));
      commands.push(limitOf(index, side, side === 'BUY' ? 1000 - distance : 1001 + distance, quantity));
    }
  }
  return { filling: [], commands };
}

/**
 * 100,000 orders at `prices` prices. Orders arrive and leave all over the book, as many as trade: one in ten takes orders near the best
 * price.
 */
export function deepFlow(prices: number): Flow {
  const random = createRandom(9);
  const half = prices / 2;
  const resting = (index: number) => {
    const side = random() < 0.5 ? 'BUY' : 'SELL';
    const distance = Math.floor(random() * half);
    const quantity = 1 + Math.floor(random() * 20);
    return limitOf(index, side, side === 'BUY' ? half - distance : half + 1 + distance, quantity);
  };
  const filling = Array.from({ length: deepOrders }, (_, index) => resting(index));
  const commands: BookCommand[] = [];
  for (let index = deepOrders; index < deepOrders + deepCommands; index += 1) {
    const kind = random();
    if (kind < 0.4) commands.push(cancelOf(Math.floor(random() * index)));
    else if (kind < 0.5) {
      const side = random() < 0.5 ? 'BUY' : 'SELL';
      commands.push(limitOf(index, side, side === 'BUY' ? prices : 1, 1 + Math.floor(random() * 80)));
    } else commands.push(resting(index));
  }
  return { filling, commands };
}

const limitOf = (index: number, side: Side, price: number, quantity: number): BookCommand => ({
  kind: 'place',
  type: 'LIMIT',
  orderId: index,
  accountId: `account-${index % 1000}`,
  side,
  price,
  quantity,
  selfTrade: 'CANCEL_OLDEST',
});

const cancelOf = (index: number): BookCommand => ({ kind: 'cancel', orderId: index });

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
