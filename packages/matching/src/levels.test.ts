import fc from 'fast-check';
import { expect, it } from 'vitest';
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
