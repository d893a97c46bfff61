import { expect, it } from 'vitest';
import { totalWorth, worthMinor } from './worth.ts';

const prices = [
  { asset: 'BTC', price: '82416.50000000' },
  { asset: 'ETH', price: null },
] as const;

it('is the balance at its price, EPI at one to one', () => {
  expect(worthMinor({ asset: 'BTC', booked: '0.25000000', inReview: '0' }, prices)).toBe(2_060_412_500_000n);
  expect(worthMinor({ asset: 'EPI', booked: '10.00000001', inReview: '0' }, prices)).toBe(1_000_000_001n);
});

it('leaves out assets without a price, and says so; nothing is worth nothing', () => {
  expect(worthMinor({ asset: 'PFE', booked: '1.00000000', inReview: '0' }, prices)).toBeUndefined();
  const wallets = [
    { asset: 'EPI', booked: '1.00000000', inReview: '0' },
    { asset: 'ETH', booked: '1.000000000000000000', inReview: '0' },
  ] as const;
  expect(totalWorth(wallets, prices)).toEqual({ minor: 100_000_000n, isPartial: true });
  expect(totalWorth([{ asset: 'PFE', booked: '0.00000000', inReview: '0' }], prices)).toEqual({
    minor: 0n,
    isPartial: false,
  });
});

it('leaves out deposits that the network has undone while the bank reviews them', () => {
  const wallet = { asset: 'BTC', booked: '0.25000000', inReview: '0.15000000' } as const;
  expect(worthMinor(wallet, prices)).toBe(824_165_000_000n);
  expect(totalWorth([wallet], prices)).toEqual({ minor: 824_165_000_000n, isPartial: false });
});
