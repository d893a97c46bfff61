/** The line of a forecast: its steps lead from the start to the end, and nothing lies below its lowest point. */

import { addDays } from '@calmly/platform/time/zoned-days.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawLine, shortageOf } from './line.ts';

const firstDay = '2026-10-20';
const days = 90;
const steps = fc.array(
  fc.record({
    on: fc.integer({ min: 0, max: days }).map((offset) => addDays(firstDay, offset)),
    minor: fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n }),
  }),
  { maxLength: 60 },
);
const start = fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n });

test('the sum of all steps is the end less the start, and each step says the balance after it', () => {
  fc.assert(
    fc.property(start, steps, (startMinor, list) => {
      const line = drawLine(startMinor, list, { firstDay, days });
      const sum = list.reduce((total, { minor }) => total + minor, 0n);
      expect((line.points.at(-1)?.minor ?? 0n) - startMinor).toBe(sum);
      let balance = startMinor;
      for (const { step, afterMinor } of line.steps) {
        balance += step.minor;
        expect(afterMinor).toBe(balance);
      }
      expect(line.steps).toHaveLength(list.length);
    }),
  );
});

test('each day ends with the start and the steps until then', () => {
  fc.assert(
    fc.property(start, steps, (startMinor, list) => {
      const { points } = drawLine(startMinor, list, { firstDay, days });
      expect(points).toHaveLength(days + 1);
      for (const { date, minor } of points)
        expect(minor).toBe(
          list.reduce((sum, step) => (step.on <= date ? sum + step.minor : sum), startMinor),
        );
    }),
  );
});

test('the lowest point is the first of the lowest, and money is missing from the first day below zero', () => {
  fc.assert(
    fc.property(start, steps, (startMinor, list) => {
      const line = drawLine(startMinor, list, { firstDay, days });
      expect(line.points.every(({ minor }) => minor >= line.lowest.minor)).toBe(true);
      expect(line.points.find(({ minor }) => minor === line.lowest.minor)).toEqual(line.lowest);
      const first = line.points.find(({ minor }) => minor < 0n);
      expect(shortageOf(line)).toEqual(first && { first, lowest: line.lowest });
    }),
  );
});

test('within a day money arrives before it leaves', () => {
  const on = '2026-10-25';
  const line = drawLine(
    0n,
    [
      { on, minor: -500n },
      { on, minor: 700n },
    ],
    { firstDay, days },
  );
  expect(line.steps.map(({ afterMinor }) => afterMinor)).toEqual([700n, 200n]);
  expect(shortageOf(line)).toBeUndefined();
});
