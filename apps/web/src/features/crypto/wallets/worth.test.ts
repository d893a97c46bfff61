import { expect, it } from 'vitest';
import { totalWorth, worthMinor } from './worth.ts';

const prices = [
  { asset: 'BTC', price: '82416.50000000' },
  { asset: 'ETH', price: null },
] as const;

it('is the balance at its price, EPI at one to one', () => {
  expect(worthMinor({ asset: 'BTC', booked: '0.25000000' }, prices)).toBe(2_060_412_500_000n);
  expect(worthMinor({ asset: 'EPI', booked: '10.00000001' }, prices)).toBe(1_000_000_001n);
});

it('leaves out what has no price, and says so; nothing is worth nothing', () => {
  expect(worthMinor({ asset: 'PFE', booked: '1.00000000' }, prices)).toBeUndefined();
  const wallets = [
    { asset: 'EPI', booked: '1.00000000' },
    { asset: 'ETH', booked: '1.000000000000000000' },
  ] as const;
  expect(totalWorth(wallets, prices)).toEqual({ minor: 100_000_000n, isPartial: true });
  expect(totalWorth([{ asset: 'PFE', booked: '0.00000000' }], prices)).toEqual({
    minor: 0n,
    isPartial: false,
  });
});
