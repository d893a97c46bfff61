/**
 * Worth of amounts in the currency that a client chose, at today's reference rates. Errors: `invalid_request` (currency_unknown),
 * `rates_unavailable`.
 */
import { type CurrencyCode, convertAtReference, currencies, isCurrency } from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';

export interface Worth {
  readonly currency: CurrencyCode;
  /** Minor units of `from` in minor units of `currency`. */
  of(minor: bigint, from: CurrencyCode): bigint;
}

/**
 * Reads the rates once; `of` throws `rates_unavailable` for a currency without a rate. Only fiat currencies
 * can be chosen.
 */
export async function worthIn(prices: PriceProvider, currency: string, now: Date): Promise<Worth> {
  if (!isCurrency(currency) || currencies[currency].kind !== 'fiat')
    throw badFields({ field: 'currency', code: 'currency_unknown' });
  const { rates } = await prices.referenceRates(now);
  return {
    currency,
    of(minor, from) {
      const worth = convertAtReference(minor, from, currency, rates);
      if (worth === undefined) throw new Problem('rates_unavailable');
      return worth;
    },
  };
}
