/** What may be exchanged, and when a price may be traded at. Pure. */
import {
  type CurrencyCode,
  type ExchangePrice,
  type ExchangeSide,
  exponentOf,
  parseDecimal,
  priceExchange,
} from '@calmly/domain';
import { badFields, Problem } from '../../platform/problem.ts';
import type { MarketRates } from '../../providers/price/index.ts';
import type { AccountRecord } from '../accounts/index.ts';
import { exchangeMarginMillionths } from '../payments/index.ts';

/** A price is held this long. */
export const quoteSeconds = 30;

/** Nothing is sold at a market that was seen longer ago. */
const freshMs = 60_000;

/** What a client wants to exchange; `amount` is decimal text as typed, in the currency of the side that is named. */
export interface ExchangeWish {
  readonly from: AccountRecord | undefined;
  readonly to: AccountRecord | undefined;
  readonly amount: string;
  readonly side: ExchangeSide;
}

export interface PricedWish extends ExchangePrice {
  readonly from: AccountRecord;
  readonly to: AccountRecord;
}

/**
 * The price of a wish, or why there is none: account unknown or closed, the same currency, the amount (decimals, zero, too little,
 * above `largestMinor` of what is sold), and last no current market.
 */
export function priceWish(
  { from, to, amount, side }: ExchangeWish,
  market: MarketRates,
  { now, largestMinor }: { readonly now: Date; readonly largestMinor: (currency: CurrencyCode) => bigint },
): PricedWish | Problem {
  if (from?.status !== 'ACTIVE') return badFields({ field: 'fromAccount', code: 'account_unknown' });
  if (to?.status !== 'ACTIVE') return badFields({ field: 'toAccount', code: 'account_unknown' });
  if (from.id === to.id) return badFields({ field: 'toAccount', code: 'same_account' });
  if (from.currency === to.currency)
    return badFields({ field: 'toAccount', code: 'same_currency', params: { currency: from.currency } });
  const named = side === 'SELL' ? from.currency : to.currency;
  const amountMinor = parseDecimal(amount, named);
  if (amountMinor === undefined) return badAmount(amount, named);
  if (amountMinor === 0n) return badFields({ field: 'amount', code: 'amount_zero' });

  if (now.getTime() - market.asOf.getTime() > freshMs) return new Problem('price_unavailable');
  const terms = {
    sell: from.currency,
    buy: to.currency,
    market: market.rates,
    marginMillionths: exchangeMarginMillionths,
  };
  const price = priceExchange(terms, side, amountMinor);
  if (!price) return new Problem('price_unavailable');
  if (price.buyMinor === 0n) return badFields({ field: 'amount', code: 'amount_below_unit' });
  if (price.sellMinor > largestMinor(from.currency))
    return badFields({ field: 'amount', code: 'amount_too_large' });
  return { from, to, ...price };
}

function badAmount(amount: string, currency: CurrencyCode): Problem {
  const digits = exponentOf(currency);
  return (amount.split('.')[1]?.length ?? 0) > digits
    ? badFields({ field: 'amount', code: 'amount_precision', params: { currency, digits } })
    : badFields({ field: 'amount', code: 'amount_too_large' });
}
