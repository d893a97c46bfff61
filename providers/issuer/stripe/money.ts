/** Amounts of Stripe: whole numbers in the currency's smallest unit, with lower-case codes. Source: docs.stripe.com/currencies. Pure. */
import { currencies, isCurrency } from '@calmly/domain';

const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const withThree = new Set('BHD JOD KWD OMR TND'.split(' '));

export const currencyOf = (code: string): string => code.toUpperCase();

function digitsOf(code: string): number {
  if (isCurrency(code)) return currencies[code].exponent;
  return withoutDecimals.has(code) ? 0 : withThree.has(code) ? 3 : 2;
}

/** Decimal text without a sign: money that leaves a card has a minus at Stripe. `code` in capitals. */
export function decimalOf(amount: number, code: string): string {
  const digits = digitsOf(code);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
