import { expect, test } from 'vitest';
import { topUpCost } from './move-cost.ts';

test.each([
  [100_00n, '1.5', 1_50n, 101_50n],
  [1n, '1.5', 0n, 1n],
  // Half a cent is rounded to the even cent.
  [1_00n, '1.5', 2n, 1_02n],
  [50_00n, '0', 0n, 50_00n],
])('a top-up of %s cents at %s percent costs %s', (amount, percent, fee, total) => {
  expect(topUpCost(amount, percent)).toEqual({ fee, total });
});
