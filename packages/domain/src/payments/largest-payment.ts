/** The most that is paid, or asked for, in one piece: about a million euro. Decimal texts in the currency's own exponent. */
import type { CurrencyCode } from '../money/currency.ts';
import { parseDecimal } from '../money/money.ts';

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

/** Read once: every payment looks it up. */
const read = new Map<CurrencyCode, bigint>();

/** In minor units. Throws a RangeError for a currency in which nothing is paid. */
export function largestPayment(currency: CurrencyCode): bigint {
  const minor = read.get(currency) ?? parseDecimal(largest[currency] ?? '', currency);
  if (minor === undefined) throw new RangeError(`payments are not offered in ${currency}`);
  read.set(currency, minor);
  return minor;
}
