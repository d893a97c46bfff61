/** Quotes and prices of payments in another currency, for the payments module. */
import { priceExchange } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { type Conversions, exchangeMarginMillionths } from '../payments/index.ts';
import { lockQuotes, markExecuted } from './store.ts';

/**
 * `price` is in minor units and throws `price_unavailable` without a rate; only the client's rate has the
 * bank's margin.
 */
export const createConversions = (prices: PriceProvider): Conversions => ({
  lockQuotes,
  markUsed: markExecuted,
  async price(at, { sell, sellMinor, buy }, rate) {
    const market = await prices.marketRates(at);
    const margin = rate === 'client' ? exchangeMarginMillionths : 0n;
    const terms = { sell, buy, market: market.rates, marginMillionths: margin };
    const price = priceExchange(terms, 'SELL', sellMinor);
    if (!price) throw new Problem('price_unavailable');
    return { currency: buy, amountMinor: price.buyMinor, rate: price.rate };
  },
});
