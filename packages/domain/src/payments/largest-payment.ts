/** The most that is paid, or asked for, in one piece: about a million euro. Decimal texts in the currency's own exponent. */
import { type CurrencyCode, parseDecimal } from '../money/money.ts';

const largest: Readonly<Partial<Record<CurrencyCode, string>>> = {
  EUR: '1000000.00',
  USD: '1100000.00',
  GBP: '850000.00',
  CHF: '950000.00',
  PLN: '4200000.00',
  CZK: '25000000.00',
  SEK: '11000000.00',
  JPY: '170000000',
  KWD: '330000.000',
};

/** EPI is worth euro one to one, with eight digits after the point. */
const epiPerCent = 1_000_000n;

/** Read once: every payment looks it up. */
const read = new Map<CurrencyCode, bigint>();

/** In minor units. Throws a RangeError for a currency in which nothing is paid. */
export function largestPayment(currency: CurrencyCode): bigint {
  const minor = read.get(currency) ?? parseDecimal(largest[currency] ?? '', currency);
  if (minor === undefined) throw new RangeError(`payments are not offered in ${currency}`);
  read.set(currency, minor);
  return minor;
}

/**
 * What an amount is worth in euro cents, rounded up, near enough for a limit: measured by the largest payment, which is worth the same
 * everywhere. Undefined for coins, whose price is no constant.
 */
export function aboutEuroCents(amountMinor: bigint, currency: CurrencyCode): bigint | undefined {
  if (currency === 'EPI') return (amountMinor + epiPerCent - 1n) / epiPerCent;
  if (largest[currency] === undefined) return undefined;
  const whole = largestPayment(currency);
  return (amountMinor * largestPayment('EUR') + whole - 1n) / whole;
}

/** The amount of a currency that is worth so many euro cents, by the same measure. */
export function fromEuroCents(cents: bigint, currency: CurrencyCode): bigint | undefined {
  if (currency === 'EPI') return cents * epiPerCent;
  if (largest[currency] === undefined) return undefined;
  return (cents * largestPayment(currency)) / largestPayment('EUR');
}
