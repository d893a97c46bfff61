/** The largest single payment, and the value of amounts measured by it. Minor units. */
import { describe, expect, test } from 'vitest';
import type { CurrencyCode } from '../money/money.ts';
import { aboutEuroCents, fromEuroCents, largestPayment } from './largest-payment.ts';

describe('the largest payment', () => {
  test.each<[CurrencyCode, bigint]>([
    ['EUR', 100_000_000n],
    ['USD', 110_000_000n],
    ['GBP', 85_000_000n],
    ['CHF', 95_000_000n],
    ['PLN', 420_000_000n],
    ['CZK', 2_500_000_000n],
    ['SEK', 1_100_000_000n],
    ['JPY', 170_000_000n],
    ['KWD', 330_000_000n],
  ])('in %s is %s', (currency, minor) => {
    // The second call reads the cache.
    expect([largestPayment(currency), largestPayment(currency)]).toEqual([minor, minor]);
  });

  test('there is none in crypto', () => {
    expect(() => largestPayment('BTC')).toThrow(new RangeError('payments are not offered in BTC'));
  });
});

test.each<[bigint, CurrencyCode, bigint | undefined]>([
  [123n, 'EUR', 123n],
  [110n, 'USD', 100n],
  [111n, 'USD', 101n],
  // Rounded up: never less than the real value.
  [1n, 'USD', 1n],
  [1n, 'CZK', 1n],
  [0n, 'USD', 0n],
  [17n, 'JPY', 10n],
  [330n, 'KWD', 100n],
  [1_000_000n, 'EPI', 1n],
  [1_000_001n, 'EPI', 2n],
  [0n, 'EPI', 0n],
  [1n, 'BTC', undefined],
])('%s minor units of %s are worth %s euro cents', (minor, currency, cents) => {
  expect(aboutEuroCents(minor, currency)).toBe(cents);
});

test.each<[bigint, CurrencyCode, bigint | undefined]>([
  [100n, 'EUR', 100n],
  [100n, 'USD', 110n],
  // Rounded down: never more than the real value.
  [1n, 'USD', 1n],
  [1n, 'GBP', 0n],
  [100n, 'JPY', 170n],
  [3n, 'EPI', 3_000_000n],
  [1n, 'ETH', undefined],
])('%s euro cents are worth in %s: %s', (cents, currency, minor) => {
  expect(fromEuroCents(cents, currency)).toBe(minor);
});
