import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CurrencyCode } from './money.ts';
import { convertAtReference } from './reference-rate.ts';

const rates = { EUR: '1', USD: '1.1', JPY: '160', KWD: '0.325' };

it.each<[bigint, CurrencyCode, CurrencyCode, bigint]>([
  [10_000n, 'EUR', 'USD', 11_000n],
  [11_000n, 'USD', 'EUR', 10_000n],
  [10_000n, 'EUR', 'JPY', 16_000n],
  [160n, 'JPY', 'EUR', 100n],
  [100n, 'EUR', 'KWD', 325n],
  [-11_000n, 'USD', 'JPY', -16_000n],
  [5n, 'EUR', 'EUR', 5n],
  // No rate is needed.
  [5n, 'SEK', 'SEK', 5n],
  // 0.005 and 0.015 euro: a half is rounded to the even cent.
  [8n, 'JPY', 'EUR', 5n],
  [1n, 'EUR', 'JPY', 2n],
])('%s %s is worth %s %s', (minor, from, to, expected) => {
  expect(convertAtReference(minor, from, to, rates)).toBe(expected);
});

it('rounds a half to the even unit, on both sides of zero', () => {
  const half = { EUR: '1', JPY: '50' };
  expect([1n, 3n, -1n, -3n].map((minor) => convertAtReference(minor, 'EUR', 'JPY', half))).toEqual([
    0n,
    2n,
    0n,
    -2n,
  ]);
});

it('reports a missing or invalid rate', () => {
  expect(convertAtReference(1n, 'EUR', 'SEK', rates)).toBeUndefined();
  expect(convertAtReference(1n, 'EUR', 'USD', { EUR: '1', USD: '0' })).toBeUndefined();
  expect(convertAtReference(1n, 'EUR', 'USD', { EUR: '1', USD: '-2' })).toBeUndefined();
  expect(convertAtReference(1n, 'EUR', 'USD', { EUR: '1', USD: '1.1x' })).toBeUndefined();
});

it('is off by less than one unit after a conversion there and back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (minor) => {
      const there = convertAtReference(minor, 'EUR', 'USD', rates) ?? 0n;
      const back = convertAtReference(there, 'USD', 'EUR', rates) ?? 0n;
      expect(back - minor <= 1n && minor - back <= 1n).toBe(true);
    }),
  );
});
