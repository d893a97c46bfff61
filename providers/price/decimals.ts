/**
 * Numbers of foreign sources, exactly: what a source writes as a number is read as its text and never becomes a floating-point value. Pure.
 */
import type { Fraction } from '@calmly/domain';

/** `JSON.parse` whose numbers are the text that they were written as. Throws SyntaxError. */
export function parseJsonExactly(text: string): unknown {
  const reviver = (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? context?.source : value;
  return JSON.parse(text, reviver);
}

/** A positive decimal, also with an exponent as JSON allows; undefined for anything else, and for more digits than a price has. */
export function readDecimal(text: unknown): Fraction | undefined {
  if (typeof text !== 'string') return undefined;
  const match = /^(\d{1,20})(?:\.(\d{1,24}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', decimals = '', exponent = '0'] = match;
  const digits = BigInt(whole + decimals);
  const shift = Number(exponent) - decimals.length;
  if (digits === 0n) return undefined;
  return shift >= 0
    ? { numerator: digits * 10n ** BigInt(shift), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-shift) };
}

/** Exact and not reduced. The second must not be zero. */
export const quotientOf = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.denominator,
  denominator: one.denominator * other.numerator,
});

/** Whether a number is from `least` to `most`. */
export const isBetween = ({ numerator, denominator }: Fraction, least: Fraction, most: Fraction): boolean =>
  numerator * least.denominator >= least.numerator * denominator &&
  numerator * most.denominator <= most.numerator * denominator;

/** Whether the first is at most so many percent above or below the second. */
export function isNear(one: Fraction, other: Fraction, percent: number): boolean {
  const distance = one.numerator * other.denominator - other.numerator * one.denominator;
  const scale = other.numerator * one.denominator;
  return (distance < 0n ? -distance : distance) * 100n <= scale * BigInt(percent);
}

const significantDigits = 10;

/** Plain decimal text with ten significant digits, the rest cut off, without zeros at the end. */
export function decimalText({ numerator, denominator }: Fraction): string {
  const least = 10n ** BigInt(significantDigits - 1);
  let decimals = 0;
  while ((numerator * 10n ** BigInt(decimals)) / denominator < least) decimals += 1;
  const digits = `${(numerator * 10n ** BigInt(decimals)) / denominator}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const last = [...digits.slice(whole.length)].findLastIndex((digit) => digit !== '0');
  return last < 0 ? whole : `${whole}.${digits.slice(whole.length, whole.length + last + 1)}`;
}
