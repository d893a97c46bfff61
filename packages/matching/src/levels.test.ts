import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Levels } from './levels.ts';

it.each([1, -1] as const)('keeps levels in order through random additions and removals (sign %i)', (sign) => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 100, maxLength: 3000, size: 'max' }),
      (prices) => {
        const levels = new Levels(sign);
        const model = new Set<number>();
        for (const price of prices) {
          const level = levels.find(price);
          expect(level?.price).toBe(model.has(price) ? price : undefined);
          if (level) levels.remove(level);
          else levels.add(price);
          if (!model.delete(price)) model.add(price);
          const best = model.size > 0 ? (sign === 1 ? Math.max(...model) : Math.min(...model)) : undefined;
          if (price % 10 === 0) expect(levels.best?.price).toBe(best);
        }
        expect(levels.size).toBe(model.size);
        expect(levels.first(1000).map(({ price }) => price)).toEqual(
          [...model].sort((a, b) => sign * (b - a)),
        );
      },
    ),
    { numRuns: 20 },
  );
});

/** Enough levels to fill several chunks. */
const prices = Array.from({ length: 500 }, (_, index) => index + 1);

describe.each([
  ['bids', 1, prices.toReversed()],
  ['asks', -1, prices],
] as const)('%s', (_side, sign, bestFirst) => {
  const filled = (order: readonly number[]) => {
    const levels = new Levels(sign);
    for (const price of order) levels.add(price);
    return levels;
  };

  it('are ordered however they arrive', () => {
    for (const order of [prices, prices.toReversed()]) {
      const levels = filled(order);
      expect([...levels].map(({ price }) => price)).toEqual(bestFirst);
      expect(prices.every((price) => levels.find(price)?.price === price)).toBe(true);
      expect([levels.find(0), levels.find(501), levels.find(1.5)]).toEqual([undefined, undefined, undefined]);
      expect(levels.first(3).map(({ price }) => price)).toEqual(bestFirst.slice(0, 3));
      expect(levels.first(0)).toEqual([]);
    }
  });

  it('know their best while they are emptied from the best, from the worst and from the middle', () => {
    const middleFirst = bestFirst.toSorted((one, other) => Math.abs(one - 250) - Math.abs(other - 250));
    for (const order of [bestFirst, bestFirst.toReversed(), middleFirst]) {
      const levels = filled(prices);
      const left = new Set<number>(bestFirst);
      for (const price of order) {
        const level = levels.find(price);
        if (level) levels.remove(level);
        left.delete(price);
        const [best] = left;
        expect([levels.best?.price, levels.size]).toEqual([best, left.size]);
        expect(levels.first(2).map((each) => each.price)).toEqual([...left].slice(0, 2));
      }
      expect([...levels]).toEqual([]);
      levels.add(7);
      expect([levels.best?.price, levels.find(7)?.price]).toEqual([7, 7]);
    }
  });

  it('refuse to remove a missing level', () => {
    const level = new Levels(sign).add(7);
    expect(() => new Levels(sign).remove(level)).toThrow('no level at 7');
  });
});
