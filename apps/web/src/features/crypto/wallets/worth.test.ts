import { expect, it } from 'vitest';
import { totalWorth, worthMinor } from './worth.ts';

const market = [
  { code: 'BTCEPI', last: '82416.50000000' },
  { code: 'ETHEPI', last: null },
] as const;

it('is the balance at the last price, EPI at one to one', () => {
  expect(worthMinor({ asset: 'BTC', booked: '0.25000000' }, market)).toBe(2_060_412_500_000n);
  expect(worthMinor({ asset: 'EPI', booked: '10.00000001' }, market)).toBe(1_000_000_001n);
});

it('leaves out what has no price, and says so; nothing is worth nothing', () => {
  expect(worthMinor({ asset: 'PFE', booked: '1.00000000' }, market)).toBeUndefined();
  const wallets = [
    { asset: 'EPI', booked: '1.00000000' },
    { asset: 'ETH', booked: '1.000000000000000000' },
  ] as const;
  expect(totalWorth(wallets, market)).toEqual({ minor: 100_000_000n, isPartial: true });
  expect(totalWorth([{ asset: 'PFE', booked: '0.00000000' }], market)).toEqual({
    minor: 0n,
    isPartial: false,
  });
});
