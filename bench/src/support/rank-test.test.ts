import { expect, test } from 'vitest';
import { rankTest } from './rank-test.ts';

const ramp = (count: number, offset = 0) => Array.from({ length: count }, (_, index) => index + offset);

test('samples that interleave perfectly are the same', () => {
  const left = ramp(100).map((value) => value * 2);
  const right = ramp(100).map((value) => value * 2 + 1);
  expect(rankTest(left, right)).toBeGreaterThan(0.9);
});

test('equal samples full of ties are the same', () => {
  expect(rankTest(Array(50).fill(5), Array(50).fill(5).with(0, 6))).toBeGreaterThan(0.3);
});

test('a shifted sample is detected, in both directions', () => {
  expect(rankTest(ramp(100), ramp(100, 30))).toBeLessThan(0.001);
  expect(rankTest(ramp(100, 30), ramp(100))).toBeLessThan(0.001);
});

test('the textbook: ranks of tortoise and hare with 6 against 6 give U = 11 and 25', () => {
  // T H H H H H T T T T T H: two-sided normal approximation with continuity correction.
  expect(rankTest([1, 7, 8, 9, 10, 11], [2, 3, 4, 5, 6, 12])).toBeCloseTo(0.298, 3);
});
