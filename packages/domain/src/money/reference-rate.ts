/**
 * Reference rates: the total value of amounts in several currencies, for information only; nothing is ever bought or paid at them. A
 * rate is a decimal string, units of the currency per one euro (as the European Central Bank publishes them). Conversion is exact in
 * whole numbers and rounds once, at the end, half to even.
 */
import { type CurrencyCode, divideHalfEven, exponentOf } from './money.ts';

/** Units per euro by currency. EUR itself is `1`. */
export type ReferenceRates = Readonly<Partial<Record<CurrencyCode, string>>>;

/** The amount in another currency; undefined if a rate is missing. */
export function convertAtReference(
  minor: bigint,
  from: CurrencyCode,
  to: CurrencyCode,
  rates: ReferenceRates,
): bigint | undefined {
  if (from === to) return minor;
  const fromRate = fractionOf(rates[from]);
  const toRate = fractionOf(rates[to]);
  if (!fromRate || !toRate) return undefined;
  return divideHalfEven(
    minor * toRate.numerator * fromRate.denominator * 10n ** BigInt(exponentOf(to)),
    toRate.denominator * fromRate.numerator * 10n ** BigInt(exponentOf(from)),
  );
}

/** A positive number as an exact fraction. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Positive decimal text as a fraction; undefined for anything else. */
export function fractionOf(rate: string | undefined): Fraction | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(rate ?? '') ?? [];
  if (whole === undefined) return undefined;
  const numerator = BigInt(whole + fraction);
  return numerator > 0n ? { numerator, denominator: 10n ** BigInt(fraction.length) } : undefined;
}
