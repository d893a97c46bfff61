import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CurrencyCode,
  displayAmount,
  divideHalfEven,
  exponentOf,
  formatDecimal,
  grouped,
  isZeroDecimal,
  parseDecimal,
  toHundredths,
} from './money.ts';

/** One currency per exponent that exists: 0, 2, 3, 8, 9, 18. */
const anyCurrency = fc.constantFrom<CurrencyCode>('JPY', 'EUR', 'KWD', 'BTC', 'TON', 'ETH');
const anyMinor = fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n });

test('zero is zero with or without decimals and sign, and the least amount is not', () => {
  expect(['0', '0.00', '-0.0'].map(isZeroDecimal)).toEqual([true, true, true]);
  expect(['0.01', '10', '-0.001', ''].map(isZeroDecimal)).toEqual([false, false, false, false]);
});

describe('parsing', () => {
  test.each([
    ['1234.5', 'EUR', 123450n],
    ['1234.50', 'EUR', 123450n],
    ['0.01', 'EUR', 1n],
    ['-0.01', 'EUR', -1n],
    ['007', 'EUR', 700n],
    ['500', 'JPY', 500n],
    ['1.005', 'KWD', 1005n],
    ['10', 'ETH', 10n ** 19n],
    ['0', 'JPY', 0n],
    [`${'0'.repeat(40)}5`, 'JPY', 5n],
    ['9'.repeat(38), 'JPY', 10n ** 38n - 1n],
  ] as const)('%s %s is %s minor units', (text, currency, minor) => {
    expect(parseDecimal(text, currency)).toBe(minor);
  });

  test.each([
    ['1.234', 'EUR'],
    ['1.000', 'EUR'],
    ['1.0', 'JPY'],
    ['', 'EUR'],
    ['.5', 'EUR'],
    ['5.', 'EUR'],
    ['1,5', 'EUR'],
    ['1 000', 'EUR'],
    ['+1', 'EUR'],
    ['1e3', 'EUR'],
    ['0x10', 'EUR'],
    ['١٢', 'EUR'],
    ['NaN', 'EUR'],
    ['Infinity', 'EUR'],
    ['1\n', 'EUR'],
    [`1${'0'.repeat(38)}`, 'JPY'],
  ] as const)('%j is not an amount in %s', (text, currency) => {
    expect(parseDecimal(text, currency)).toBeUndefined();
  });

  test.each([
    [0n, 'EUR', '0.00'],
    [-5n, 'EUR', '-0.05'],
    [123450n, 'EUR', '1234.50'],
    [500n, 'JPY', '500'],
  ] as const)('%s minor units of %s travel as %s', (minor, currency, text) => {
    expect(formatDecimal(minor, currency)).toBe(text);
  });

  test('what was formatted reads back as the same minor units, in every exponent', () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, (minor, currency) => {
        expect(parseDecimal(formatDecimal(minor, currency), currency)).toBe(minor);
      }),
    );
  });

  test('a formatted amount always carries all decimals of its currency', () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, (minor, currency) => {
        const [, fraction = ''] = formatDecimal(minor, currency).split('.');
        expect(fraction).toHaveLength(exponentOf(currency));
      }),
    );
  });
});

describe('showing', () => {
  test.each([
    [123450n, 'EUR', undefined, '1 234.50 €'],
    [123450n, 'EUR', 'debit', '-1 234.50 €'],
    [123450n, 'EUR', 'credit', '+1 234.50 €'],
    [-123450n, 'EUR', 'debit', '-1 234.50 €'],
    [-5n, 'EUR', undefined, '-0.05 €'],
    [0n, 'EUR', 'debit', '0.00 €'],
    [0n, 'EUR', undefined, '0.00 €'],
    [1234567n, 'JPY', 'credit', '+1 234 567 ¥'],
    [1234567n, 'KWD', undefined, '1 234.567 KWD'],
    [1230n, 'KWD', undefined, '1.230 KWD'],
    [1n, 'BTC', undefined, '0.00000001 BTC'],
    [25n * 10n ** 16n, 'ETH', undefined, '0.25 ETH'],
    [100_000_000n, 'BTC', 'credit', '+1.00 BTC'],
    [99999n, 'PLN', undefined, '999.99 zł'],
    [100000n, 'PLN', undefined, '1 000.00 zł'],
  ] as const)('%s minor units of %s, %s, show as %s', (minor, currency, sign, text) => {
    expect(displayAmount(minor, currency, { sign }).text).toBe(text.replaceAll(' ', '\u00a0'));
  });

  test('the parts of an amount are separate for the screen', () => {
    expect(displayAmount(-123450n, 'EUR')).toMatchObject({
      sign: '-',
      whole: '1\u00a0234',
      fraction: '50',
      symbol: '€',
    });
  });

  test('a shown amount without its spaces and symbol is the formatted amount, but for zeros at the end of crypto', () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, (minor, currency) => {
        const { sign, whole, fraction } = displayAmount(minor, currency);
        const shown = fraction.padEnd(exponentOf(currency), '0');
        const plain = `${sign}${whole.replaceAll('\u00a0', '')}${shown && `.${shown}`}`;
        expect(plain).toBe(formatDecimal(minor, currency));
      }),
    );
  });
});

test.each([
  ['', []],
  ['1', ['1']],
  ['123', ['123']],
  ['1234', ['1', '234']],
  ['1234567', ['1', '234', '567']],
])('%j in groups of three', (digits, groups) => {
  expect(grouped(digits)).toBe(groups.join('\u00a0'));
});

test.each([
  [123n, 'EUR', 123n],
  [1255n, 'KWD', 1260n],
  [1245n, 'KWD', 1240n],
  [7n, 'JPY', 7n],
  [123_456_789n, 'BTC', 123_000_000n],
] as const)('%s minor units of %s in whole hundredths are %s', (minor, currency, expected) => {
  expect(toHundredths(minor, currency)).toBe(expected);
});

describe('rounding', () => {
  test.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [5n, -2n, -2n],
    [-1n, 2n, 0n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [6n, 3n, 2n],
  ])('%s / %s is %s', (n, d, expected) => {
    expect(divideHalfEven(n, d)).toBe(expected);
  });

  /**
   * The expected value comes from exact fractions and shares nothing with the code: of all whole numbers near n/d take the closest, compared as |n -
   * q·d|, and of two equally close ones the even one.
   */
  function nearestEven(n: bigint, d: bigint): bigint {
    const abs = (x: bigint) => (x < 0n ? -x : x);
    const candidates = [-1n, 0n, 1n].map((step) => n / d + step);
    const distance = (q: bigint) => abs(n - q * d);
    const least = candidates.map(distance).reduce((a, b) => (b < a ? b : a));
    const closest = candidates.filter((q) => distance(q) === least);
    const [even] = closest.length > 1 ? closest.filter((q) => q % 2n === 0n) : closest;
    if (even === undefined) throw new Error('no candidate');
    return even;
  }

  test('division agrees with exact fractions, halves included', () => {
    const divisor = fc.oneof(
      fc.bigInt({ min: 1n, max: 20n }),
      fc.bigInt({ min: 1n, max: 10n ** 20n }),
      fc.constantFrom(2n, 100n, 10_000n, 10n ** 18n),
    );
    const dividend = fc.oneof(
      fc.bigInt({ min: -1000n, max: 1000n }),
      fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }),
    );
    fc.assert(
      fc.property(dividend, divisor, fc.boolean(), (n, d, negative) => {
        const signed = negative ? -d : d;
        expect(divideHalfEven(n, signed)).toBe(nearestEven(n, signed));
      }),
      { numRuns: 20_000 },
    );
  });

  test('exact halves go to the even side', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 18n }), (k, d) => {
        const rounded = divideHalfEven((2n * k + 1n) * d, 2n * d);
        expect(rounded % 2n).toBe(0n);
        expect([k, k + 1n]).toContain(rounded);
      }),
    );
  });

  test('dividing by zero is a programming error', () => {
    expect(() => divideHalfEven(1n, 0n)).toThrow(new RangeError('division of money by zero'));
  });
});
