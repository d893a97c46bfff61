/** What a source of exchange rates has answered, as far as it can be believed. Pure. */
import { type CurrencyCode, currencies, type Fraction, isCurrency } from '@calmly/domain';
import { PartnerUnavailable } from '../../ask.ts';
import { decimalText, isBetween } from '../decimals.ts';

/** Units per euro at one moment. */
export interface RatesRead {
  readonly asOf: Date;
  readonly rates: ReadonlyMap<CurrencyCode, string>;
}

/** No currency that we have is worth a millionth of a euro or a million euro. */
const least: Fraction = { numerator: 1n, denominator: 1_000_000n };
const most: Fraction = { numerator: 1_000_000n, denominator: 1n };

/** A currency whose rates we need. */
export const isForeign = (code: string): code is CurrencyCode =>
  isCurrency(code) && currencies[code].kind === 'fiat' && code !== 'EUR';

/** The rates that can be. A source that has none of them has answered something else. Throws PartnerUnavailable. */
export function believable(
  name: string,
  asOf: Date,
  found: ReadonlyArray<readonly [currency: string, perEuro: Fraction | undefined]>,
): RatesRead {
  const rates = new Map<CurrencyCode, string>();
  for (const [currency, perEuro] of found) {
    if (!isForeign(currency) || perEuro === undefined || !isBetween(perEuro, least, most)) continue;
    if (rates.has(currency)) throw new PartnerUnavailable(`${name} names ${currency} twice`);
    rates.set(currency, decimalText(perEuro));
  }
  if (rates.size === 0) throw new PartnerUnavailable(`${name} answered no rate`);
  return { asOf, rates };
}
