/**
 * Exchanges: quote a price, execute it; and the same for payments in another currency. A quote is stored as shown and executed at exactly that
 * price, once, before it expires. The bank bears market movements in between.
 *
 * Errors of quoting: those of `priceRequest`; of executing, in the order checked: `not_found` (a quote for a payment too), `quote_used`,
 * `quote_expired`, and those of `bookExchange`. Source: server page section 6.
 */
import type { Exchange, Quote, QuoteInput } from '@calmly/contract';
import { formatDecimal, inverseRate, isCurrency, largestPayment, priceExchange } from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { findAccounts, requireAccount } from '../../../accounts/server/accounts/index.ts';
import { type Conversions, exchangeMarginMillionths, exchangeMarginPercent } from '../payments/index.ts';
import { bookExchange } from './book-exchange.ts';
import { priceRequest, quoteSeconds } from './rules.ts';
import { insertQuote, lockQuotes, markExecuted, type NewQuote, type StoredQuote } from './store.ts';

/** `POST /exchange/quotes`. */
export async function quoteExchange(
  work: Work,
  { clientId }: Pick<ClientActor, 'clientId'>,
  prices: PriceProvider,
  input: QuoteInput,
): Promise<Quote> {
  const { sql, now } = work;
  const { amount, side, fromAccount, toAccount, toCurrency } = input;
  if ((toAccount === undefined) === (toCurrency === undefined))
    throw badFields({ field: 'toAccount', code: 'required' });
  if (toCurrency !== undefined && !isCurrency(toCurrency))
    throw badFields({ field: 'toCurrency', code: 'currency_unknown' });
  const [from, account] = await findAccounts(
    sql,
    [fromAccount, toAccount ?? []].flat().map((numberOrIban) => ({ clientId, numberOrIban })),
  );
  const market = await prices.marketRates(now);
  const priced = priceRequest({ from, to: toCurrency ?? account, amount, side }, market, {
    largestMinor: largestPayment,
  });
  if (priced instanceof Problem) throw priced;
  const { sellMinor, buyMinor, rate, midRate, costMinor } = priced;
  const quote: NewQuote = {
    id: work.newId(),
    clientId,
    fromAccountId: priced.from.id,
    toAccountId: priced.to?.id ?? null,
    sellCurrency: priced.from.currency,
    sellMinor,
    buyCurrency: priced.buyCurrency,
    buyMinor,
    rate,
    midRate,
    costMinor,
  };
  const kept = await insertQuote(sql, quote, quoteSeconds);
  const { expiresAt, secondsLeft } = kept;
  return { ...shown(kept), expiresAt: expiresAt.toISOString(), expiresInSeconds: Math.max(secondsLeft, 0) };
}

/** `POST /exchange`. */
export async function executeExchange(work: Work, actor: ClientActor, quoteId: string): Promise<Exchange> {
  const { sql, now, request } = work;
  const { clientId, personId } = actor;
  const key = { clientId, id: quoteId };
  const [quote] = await lockQuotes(sql, [key]);
  if (!quote?.toAccountId) throw new Problem('not_found');
  if (quote.executedAt) throw new Problem('quote_used');
  if (quote.secondsLeft <= 0) throw new Problem('quote_expired');
  const booked = await bookExchange(work, {
    from: await requireAccount(sql, { clientId, id: quote.fromAccountId }),
    to: await requireAccount(sql, { clientId, id: quote.toAccountId }),
    sellMinor: quote.sellMinor,
    buyMinor: quote.buyMinor,
    rate: quote.rate,
    initiator: { personId, ip: request?.ip ?? null, userAgent: request?.userAgent ?? null },
  });
  await markExecuted(sql, [key], now);
  return { ...shown(quote), toAccountId: quote.toAccountId, executedAt: now.toISOString(), ...booked };
}

function shown(quote: StoredQuote) {
  const { id, fromAccountId, toAccountId, sellCurrency, buyCurrency, rate, midRate } = quote;
  return {
    id,
    fromAccountId,
    toAccountId,
    sellCurrency,
    sellAmount: formatDecimal(quote.sellMinor, sellCurrency),
    buyCurrency,
    buyAmount: formatDecimal(quote.buyMinor, buyCurrency),
    rate,
    inverseRate: inverseRate(rate),
    midRate,
    cost: formatDecimal(quote.costMinor, sellCurrency),
    margin: exchangeMarginPercent,
  };
}

/**
 * Quotes and prices of payments in another currency, for the payments module. `price` is in minor units and throws `price_unavailable` without a
 * rate; only the client's rate has the bank's margin.
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
