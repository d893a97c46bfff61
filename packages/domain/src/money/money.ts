/**
 * Currencies, and money: whole minor units as `bigint` with their currency. Decimal text exists only at the edges (the wire, a form, a screen), and is
 * converted here; nothing is ever a float. Rounding happens in one place, `divideHalfEven`. Source: server specification section 3 (wire
 * form), portal specification section 9 (shown form).
 */

export interface Money {
  readonly minor: bigint;
  readonly currency: CurrencyCode;
}

/** An amount in the parts that a screen styles separately; `text` is all of them together. */
export interface DisplayedAmount {
  readonly sign: '-' | '+' | '';
  /** Grouped by three with no-break spaces. */
  readonly whole: string;
  /** Without the dot; empty for a currency without decimals. */
  readonly fraction: string;
  readonly symbol: string;
  readonly text: string;
}

const noBreakSpace = '\u00a0';

/** The specification sets no limit; a `numeric(38,0)` column holds 38 digits. */
const maxDigits = 38;

/**
 * Minor units of a plain decimal text such as `1234.5` or `-0.01`. Undefined when it is not a number of that form, has
 * more decimals than the currency (even zeros: a client who writes `1.000 EUR` may mean a thousand) or cannot be stored.
 */
export function parseDecimal(text: string, currency: CurrencyCode): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const exponent = exponentOf(currency);
  if (fraction.length > exponent) return undefined;
  const digits = (whole + fraction.padEnd(exponent, '0')).replace(/^0+(?=\d)/, '');
  if (digits.length > maxDigits) return undefined;
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

/** Whether a decimal text is zero: `0`, `0.00`, `-0.0`. */
export const isZeroDecimal = (text: string): boolean => /^-?0(\.0+)?$/.test(text);

/** The amount in wire form: all decimals of the currency, a dot, no grouping. `1234.50`. */
export function formatDecimal(minor: bigint, currency: CurrencyCode): string {
  const { whole, fraction } = split(minor, exponentOf(currency));
  return `${minor < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

/** The amount in whole hundredths of a unit, for estimates: crypto has more decimals than anyone reads. */
export function toHundredths(minor: bigint, currency: CurrencyCode): bigint {
  const step = 10n ** BigInt(Math.max(exponentOf(currency) - 2, 0));
  return divideHalfEven(minor, step) * step;
}

/**
 * The amount as shown to a person: `-1 234.50 €`. For crypto, trailing zeros are dropped beyond the second decimal: `0.25 ETH`. A movement has a
 * direction, given as `sign`: '-' for a debit, '+' for a credit, and its amount counts as a magnitude. A balance has none: only a negative one shows
 * its '-'. Zero has no sign.
 */
export function displayAmount(
  minor: bigint,
  currency: CurrencyCode,
  options: { readonly sign?: 'debit' | 'credit' | undefined } = {},
): DisplayedAmount {
  const { symbol, exponent, kind } = currencies[currency];
  const { whole: digits, fraction: decimals } = split(minor, exponent);
  const whole = grouped(digits);
  const fraction = kind === 'crypto' ? withoutZeros(decimals) : decimals;
  const sign = displayedSign(minor, options.sign);
  const text = `${sign}${whole}${fraction && `.${fraction}`}${noBreakSpace}${symbol}`;
  return { sign, whole, fraction, symbol, text };
}

const leastCryptoDecimals = 2;

function withoutZeros(fraction: string): string {
  const significant = Array.from(fraction).findLastIndex((digit) => digit !== '0') + 1;
  return fraction.slice(0, Math.max(significant, leastCryptoDecimals));
}

/** Digits in groups of three from the right. */
export function grouped(digits: string): string {
  const first = digits.length % 3;
  const groups = first === 0 ? [] : [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(noBreakSpace);
}

/** `n / d` rounded to the nearest whole number, halves to the even one. The only place where money is rounded. */
export function divideHalfEven(n: bigint, d: bigint): bigint {
  if (d === 0n) throw new RangeError('division of money by zero');
  const quotient = n / d;
  const remainder = n % d;
  const twice = 2n * magnitude(remainder);
  const awayFromZero = n < 0n === d < 0n ? quotient + 1n : quotient - 1n;
  if (twice < magnitude(d)) return quotient;
  if (twice > magnitude(d)) return awayFromZero;
  return quotient % 2n === 0n ? quotient : awayFromZero;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

function split(minor: bigint, exponent: number): { whole: string; fraction: string } {
  const digits = magnitude(minor)
    .toString()
    .padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  return { whole: digits.slice(0, point), fraction: digits.slice(point) };
}

function displayedSign(minor: bigint, direction: 'debit' | 'credit' | undefined): '-' | '+' | '' {
  if (minor === 0n) return '';
  if (direction) return direction === 'debit' ? '-' : '+';
  return minor < 0n ? '-' : '';
}

/*
 * Currencies: which are supported and how many decimals each has. Every amount depends on the exponent: `minor = amount · 10^exponent`.
 * Source: ISO 4217 for money; the server specification section 3 for crypto.
 */

export interface Currency {
  readonly code: string;
  /** Decimals of the minor unit: 2 for EUR (cent), 0 for JPY, 18 for ETH (wei). */
  readonly exponent: number;
  /** Shown after the amount; the code itself where no sign is read everywhere. */
  readonly symbol: string;
  readonly kind: 'fiat' | 'crypto';
}

const table = {
  EUR: { code: 'EUR', exponent: 2, symbol: '€', kind: 'fiat' },
  USD: { code: 'USD', exponent: 2, symbol: '$', kind: 'fiat' },
  GBP: { code: 'GBP', exponent: 2, symbol: '£', kind: 'fiat' },
  CHF: { code: 'CHF', exponent: 2, symbol: 'CHF', kind: 'fiat' },
  PLN: { code: 'PLN', exponent: 2, symbol: 'zł', kind: 'fiat' },
  CZK: { code: 'CZK', exponent: 2, symbol: 'Kč', kind: 'fiat' },
  SEK: { code: 'SEK', exponent: 2, symbol: 'kr', kind: 'fiat' },
  JPY: { code: 'JPY', exponent: 0, symbol: '¥', kind: 'fiat' },
  KWD: { code: 'KWD', exponent: 3, symbol: 'KWD', kind: 'fiat' },
  BTC: { code: 'BTC', exponent: 8, symbol: 'BTC', kind: 'crypto' },
  ETH: { code: 'ETH', exponent: 18, symbol: 'ETH', kind: 'crypto' },
  TON: { code: 'TON', exponent: 9, symbol: 'TON', kind: 'crypto' },
  EPI: { code: 'EPI', exponent: 8, symbol: 'EPI', kind: 'crypto' },
  PFE: { code: 'PFE', exponent: 8, symbol: 'PFE', kind: 'crypto' },
} as const satisfies Record<string, Currency>;

export type CurrencyCode = keyof typeof table;

export const currencies: Readonly<Record<CurrencyCode, Currency & { readonly code: CurrencyCode }>> = table;

/** Those that states issue: what accounts, fees and transfers are in. */
export const fiatCurrencies = Object.values(currencies).filter(({ kind }) => kind === 'fiat');

/** Whether a text is a supported currency: capital letters, exactly. */
export const isCurrency = (text: string): text is CurrencyCode => Object.hasOwn(table, text);

/** Decimals of the currency's minor unit. */
export const exponentOf = (currency: CurrencyCode): number => table[currency].exponent;
