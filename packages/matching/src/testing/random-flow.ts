/** Random commands for tests: fast-check draws whole flows, a seed long ones. */
import fc from 'fast-check';
import type { Command } from '../commands.ts';

const accounts = ['A', 'B', 'C', 'D', 'E'];

/** There are few prices, so that orders meet; about one order in ten repeats an id or names an unknown one. */
function commandFrom(pick: (count: number) => number, orderId: number): Command {
  const kind = pick(20);
  const known = Math.max(1, orderId - pick(30));
  if (kind < 3) return { kind: 'cancel', orderId: known };
  if (kind < 5) {
    const price = pick(2) ? { price: 90 + pick(21) } : {};
    return { kind: 'amend', orderId: known, ...price, ...(pick(2) ? { quantity: 1 + pick(40) } : {}) };
  }
  const placed = {
    kind: 'place',
    orderId: pick(60) ? orderId : known,
    accountId: accounts[pick(accounts.length)] ?? 'A',
    side: pick(2) ? 'BUY' : 'SELL',
    ...(pick(8) ? {} : { stopPrice: 90 + pick(21) }),
    selfTrade: (['CANCEL_NEWEST', 'CANCEL_OLDEST', 'CANCEL_BOTH'] as const)[pick(3)] ?? 'CANCEL_BOTH',
  } as const;
  const quantity = 1 + pick(30);
  if (kind < 7) {
    const isBudget = placed.side === 'BUY' && pick(2) === 0;
    return { ...placed, type: 'MARKET', ...(isBudget ? { budget: 1 + pick(5000) } : { quantity }) };
  }
  const price = 90 + pick(21);
  const timeInForce = (['GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const)[pick(6)] ?? 'GTC';
  const postOnly = timeInForce === 'GTC' && !('stopPrice' in placed) && pick(6) === 0;
  return { ...placed, type: 'LIMIT', price, quantity, timeInForce, postOnly };
}

/** Flows of up to `length` commands; a failing one is made as short as possible. */
export const flows = (length: number): fc.Arbitrary<Command[]> =>
  fc
    .array(fc.array(fc.nat(999_999), { minLength: 14, maxLength: 14 }), { maxLength: length, size: 'max' })
    .map((draws) =>
      draws.map((draw, index) => {
        let at = 0;
        const pick = (count: number) => {
          const drawn = draw[at % draw.length] ?? 0;
          at += 1;
          return drawn % count;
        };
        return commandFrom(pick, index + 1);
      }),
    );

/** A flow of any length, the same for the same seed (mulberry32). */
export function* longFlow(seed: number, length: number): Generator<Command> {
  let state = seed;
  const pick = (count: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
  for (let orderId = 1; orderId <= length; orderId += 1) yield commandFrom(pick, orderId);
}
