/** What may be exchanged, and at which price. Pure. */
import {
  type CurrencyCode,
  displayAmount,
  type ExchangePrice,
  type ExchangeSide,
  exponentOf,
  parseDecimal,
  priceExchange,
} from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Rates } from '@calmly/providers/price/index.ts';
import type { AccountRecord } from '../../../accounts/server/accounts/index.ts';
import { exchangeMarginMillionths } from '../payments/index.ts';

/** A price is held this long. */
export const quoteSeconds = 30;

/** A requested conversion; `amount` is decimal text as typed, in the currency of the named side. */
export interface QuoteRequest {
  readonly from: AccountRecord | undefined;
  /** The own account that is credited, or the currency of a payment. */
  readonly to: AccountRecord | CurrencyCode | undefined;
  readonly amount: string;
  readonly side: ExchangeSide;
}

export interface PricedRequest extends ExchangePrice {
  readonly from: AccountRecord;
  /** Null for a payment. */
  readonly to: AccountRecord | null;
  readonly buyCurrency: CurrencyCode;
}

/**
 * The price of a request, or why there is none: account unknown or closed, the same currency, the amount (decimals, zero, too little,
 * above `largestMinor` of what is sold), and last no current market.
 */
export function priceRequest(
  { from, to, amount, side }: QuoteRequest,
  market: Rates,
  { largestMinor }: { readonly largestMinor: (currency: CurrencyCode) => bigint },
): PricedRequest | Problem {
  if (from?.status !== 'ACTIVE') return badFields({ field: 'fromAccount', code: 'account_unknown' });
  const target = typeof to === 'string' ? null : to;
  if (target === undefined || (target && target.status !== 'ACTIVE'))
    return badFields({ field: 'toAccount', code: 'account_unknown' });
  if (from.id === target?.id) return badFields({ field: 'toAccount', code: 'same_account' });
  const buyCurrency = typeof to === 'string' ? to : (target?.currency ?? from.currency);
  if (from.currency === buyCurrency)
    return badFields({ field: 'toAccount', code: 'same_currency', params: { currency: from.currency } });
  const named = side === 'SELL' ? from.currency : buyCurrency;
  const amountMinor = parseDecimal(amount, named);
  const tooLarge = (currency: CurrencyCode) =>
    badFields({
      field: 'amount',
      code: 'exchange_limit',
      params: { limit: displayAmount(largestMinor(currency), currency).text },
    });
  if (amountMinor === undefined) return precisionOf(amount, named) ?? tooLarge(named);
  if (amountMinor === 0n) return badFields({ field: 'amount', code: 'amount_zero' });

  const terms = {
    sell: from.currency,
    buy: buyCurrency,
    market: market.rates,
    marginMillionths: exchangeMarginMillionths,
  };
  const price = priceExchange(terms, side, amountMinor);
  if (!price) return new Problem('price_unavailable');
  if (price.buyMinor === 0n) return badFields({ field: 'amount', code: 'amount_below_unit' });
  if (price.sellMinor > largestMinor(from.currency)) return tooLarge(from.currency);
  return { from, to: target, buyCurrency, ...price };
}

/** Too many decimals for the currency. */
function precisionOf(amount: string, currency: CurrencyCode): Problem | undefined {
  const digits = exponentOf(currency);
  return (amount.split('.')[1]?.length ?? 0) > digits
    ? badFields({ field: 'amount', code: 'amount_precision', params: { currency, digits } })
    : undefined;
}
