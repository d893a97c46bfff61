import { expect, test } from 'vitest';
import { usedPercent } from './controls.ts';

test.each([
  ['187.40', '3000.00', 6],
  ['0.00', '10.00', 0],
  ['10.00', '10.00', 100],
  // A limit lowered below the amount spent, and a limit of zero.
  ['12.00', '10.00', 100],
  ['1.00', '0.00', 100],
  ['0.00', '0.00', 0],
  // More was refunded than spent.
  ['-5.00', '10.00', 0],
])('%s of %s is %s percent', (used, limit, percent) => {
  expect(usedPercent(used, limit, 'EUR')).toBe(percent);
});
