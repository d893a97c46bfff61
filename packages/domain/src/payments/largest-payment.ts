/** The largest amount of a single payment or request: about a million euro. Decimal texts in the currency's own exponent. */
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

/** EPI is worth exactly one euro and has eight decimals. */
const epiPerCent = 1_000_000n;

/** Cached, because every payment looks it up. */
const read = new Map<CurrencyCode, bigint>();

/** In minor units. Throws a RangeError for a currency in which payments are not possible. */
export function largestPayment(currency: CurrencyCode): bigint {
  const minor = read.get(currency) ?? parseDecimal(largest[currency] ?? '', currency);
  if (minor === undefined) throw new RangeError(`payments are not offered in ${currency}`);
  read.set(currency, minor);
  return minor;
}

/**
 * An amount's value in euro cents, rounded up, close enough for a limit: measured by the largest payment, which has the same value in every currency.
 * Undefined for crypto, whose price is not constant.
 */
export function aboutEuroCents(amountMinor: bigint, currency: CurrencyCode): bigint | undefined {
  if (currency === 'EPI') return (amountMinor + epiPerCent - 1n) / epiPerCent;
  if (largest[currency] === undefined) return undefined;
  const whole = largestPayment(currency);
  return (amountMinor * largestPayment('EUR') + whole - 1n) / whole;
}

/** The amount of a currency that these euro cents are worth, by the same measure. */
export function fromEuroCents(cents: bigint, currency: CurrencyCode): bigint | undefined {
  if (currency === 'EPI') return cents * epiPerCent;
  if (largest[currency] === undefined) return undefined;
  return (cents * largestPayment(currency)) / largestPayment('EUR');
}
