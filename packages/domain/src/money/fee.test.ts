import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transferFee } from './charges.ts';

describe('transfer fee', () => {
  test.each([
    ['the percentage above the minimum', 1_248_000n, '0.15', 100n, 1872n],
    ['the minimum when the percentage is below it', 10_000n, '0.15', 100n, 100n],
    ['the minimum when both are equal', 100_000n, '0.1', 100n, 100n],
    ['half of a minor unit goes down to an even one', 250n, '1', 0n, 2n],
    ['half of a minor unit goes up to an even one', 350n, '1', 0n, 4n],
    ['a rate of zero charges the minimum', 999_999n, '0', 25n, 25n],
    ['beyond 64 bits nothing is lost', 10n ** 30n, '0.000001', 0n, 10n ** 22n],
  ])('%s', (_name, amount, rate, minimum, fee) => {
    expect(transferFee(amount, { rate, minfixMinor: minimum })).toBe(fee);
  });

  test('is never below the minimum and within half a minor unit of the exact percentage', () => {
    const millionths = fc.bigInt({ min: 0n, max: 999_999_999n });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        millionths,
        fc.bigInt(0n, 10n ** 6n),
        (a, r, min) => {
          const digits = r.toString().padStart(7, '0');
          const fee = transferFee(a, {
            rate: `${digits.slice(0, -6)}.${digits.slice(-6)}`,
            minfixMinor: min,
          });
          const error = fee * 100_000_000n - a * r;
          expect(fee >= min).toBe(true);
          expect(fee === min ? error >= -50_000_000n : error >= -50_000_000n && error <= 50_000_000n).toBe(
            true,
          );
        },
      ),
    );
  });

  test('grows with the amount', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const of = (minor: bigint) => transferFee(minor, { rate: '0.35', minfixMinor: 500n });
        expect(a <= b ? of(a) <= of(b) : of(a) >= of(b)).toBe(true);
      }),
    );
  });

  test.each(['', '-1', '1e2', '0.1234567', 'NaN', '1,5'])('an invalid rate %j throws', (rate) => {
    expect(() => transferFee(1n, { rate, minfixMinor: 0n })).toThrow(RangeError);
  });
});
