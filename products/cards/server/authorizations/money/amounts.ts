/** A merchant's amount in the card's currency. Pure. */
import {
  type CurrencyCode,
  formatDecimal,
  inverseRate,
  isCurrency,
  parseDecimal,
  priceExchange,
} from '@calmly/domain';
import type { Rates } from '@calmly/providers/price/index.ts';

export interface Charged {
  readonly amount: string;
  readonly currency: string;
  /** In the card's currency, if the scheme has converted it. */
  readonly cardAmount?: string | undefined;
}

export interface Amount {
  readonly minor: bigint;
  /** Units of the card's currency per unit of the merchant's; null if they are the same, or if the merchant's is unknown. */
  readonly rate: string | null;
}

/** Undefined if there is no rate; zero or negative if the text is not an amount. */
export function amountOf(
  { amount, currency, cardAmount }: Charged,
  own: CurrencyCode,
  market: Rates,
): Amount | undefined {
  if (currency === own) return { minor: parseDecimal(cardAmount ?? amount, own) ?? 0n, rate: null };
  if (cardAmount !== undefined) {
    const minor = parseDecimal(cardAmount, own) ?? 0n;
    return { minor, rate: minor > 0n ? rateBetween(cardAmount, own, amount, currency) : null };
  }
  if (!isCurrency(currency)) return undefined;
  const merchantMinor = parseDecimal(amount, currency) ?? 0n;
  if (merchantMinor === 0n) return { minor: 0n, rate: null };
  const terms = { sell: own, buy: currency, market: market.rates, marginMillionths: 0n };
  const price = priceExchange(terms, 'BUY', merchantMinor);
  return price && { minor: price.sellMinor, rate: inverseRate(price.rate) };
}

/**
 * The amount of a message about a part, in minor units of the card's currency. Without an amount it means the whole, so an unreadable one is refused.
 */
export function partMinor(
  { cardAmount }: { readonly cardAmount?: string | undefined },
  currency: CurrencyCode,
): bigint | undefined {
  if (cardAmount === undefined) return undefined;
  const minor = parseDecimal(cardAmount, currency);
  if (minor === undefined || minor < 0n) throw new Error(`no amount in ${currency} for ${cardAmount}`);
  return minor;
}

/** The rate between two amounts, which replace the market's two rates. */
function rateBetween(cardAmount: string, own: CurrencyCode, amount: string, currency: string): string | null {
  if (!isCurrency(currency)) return null;
  const market = { [own]: amount, [currency]: cardAmount };
  return priceExchange({ sell: own, buy: currency, market, marginMillionths: 0n }, 'SELL', 1n)?.rate ?? null;
}

/** The merchant's amount for a part of the card's; in an unknown currency, the whole. */
export function partOf(
  amount: string,
  currency: string,
  { partMinor, wholeMinor }: { readonly partMinor: bigint; readonly wholeMinor: bigint },
): string {
  if (partMinor === wholeMinor || !isCurrency(currency)) return amount;
  const minor = parseDecimal(amount, currency);
  return minor === undefined ? amount : formatDecimal((minor * partMinor) / wholeMinor, currency);
}

/** The sum of two merchant amounts; in an unknown currency, the later one. */
export function sumOf(earlier: string | null, later: string, currency: string): string {
  if (earlier === null || !isCurrency(currency)) return later;
  const [one, two] = [parseDecimal(earlier, currency), parseDecimal(later, currency)];
  return one === undefined || two === undefined ? later : formatDecimal(one + two, currency);
}
