/** The calculator: the larger of percentage and minimum, on top of the amount or off it. */
import { expect, test } from 'vitest';
import { transferCost } from './cost.ts';

const swift = { rate: '0.2', minimum: '10.00', surcharge: '0.00', chargeBearer: 'SHA' } as const;

test.each([
  ['the minimum', 100_000n, swift, { feeMinor: 1_000n, debitedMinor: 101_000n, sentMinor: 100_000n }],
  [
    'the percentage',
    1_000_000n,
    swift,
    { feeMinor: 2_000n, debitedMinor: 1_002_000n, sentMinor: 1_000_000n },
  ],
  [
    'a surcharge for other banks',
    100_000n,
    { ...swift, surcharge: '15.00', chargeBearer: 'OUR' as const },
    { feeMinor: 2_500n, debitedMinor: 102_500n, sentMinor: 100_000n },
  ],
  [
    'a fee that is taken off',
    100_000n,
    { ...swift, chargeBearer: 'BEN' as const },
    { feeMinor: 1_000n, debitedMinor: 100_000n, sentMinor: 99_000n },
  ],
])('charges %s', (_name, amount, price, cost) => {
  expect(transferCost(amount, price, 'EUR')).toEqual(cost);
});
