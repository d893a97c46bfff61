/**
 * Exchange from one currency into another at the bank's rate: the mid-market rate less a margin. A rate is decimal text with seven
 * significant digits, units bought per unit sold, truncated and never rounded up. The amounts follow from that text, so that anyone can
 * check them. The bought amount is rounded down and the sold amount up to the minor unit: there and back at the same prices never gains,
 * and rounding costs at most one minor unit. Amounts are minor units.
 */
import { type CurrencyCode, exponentOf } from './money.ts';
import { convertAtReference, type Fraction, fractionOf, type ReferenceRates } from './reference-rate.ts';

/** Which amount was named; the other one is derived. */
export type ExchangeSide = 'SELL' | 'BUY';

export interface ExchangeTerms {
  readonly sell: CurrencyCode;
  readonly buy: CurrencyCode;
  /** Market rates, in units per euro. */
  readonly market: ReferenceRates;
  /** The bank's share of the rate, in millionths. */
  readonly marginMillionths: bigint;
}

export interface ExchangePrice {
  /** Units bought per unit sold, the client's rate. */
  readonly rate: string;
  /** The same rate without the margin. */
  readonly midRate: string;
  readonly sellMinor: bigint;
  readonly buyMinor: bigint;
  /** The bank's earnings in the sold currency: the difference to the mid-market rate, rounding included. */
  readonly costMinor: bigint;
}

const significantDigits = 7;
const million = 1_000_000n;

/** The price of an amount; undefined if the market has no rate. */
export function priceExchange(
  { sell, buy, market, marginMillionths }: ExchangeTerms,
  side: ExchangeSide,
  amountMinor: bigint,
): ExchangePrice | undefined {
  const sold = fractionOf(market[sell]);
  const bought = fractionOf(market[buy]);
  if (!sold || !bought) return undefined;
  const mid = {
    numerator: bought.numerator * sold.denominator,
    denominator: bought.denominator * sold.numerator,
  };
  const rate = decimalOf({
    numerator: mid.numerator * (million - marginMillionths),
    denominator: mid.denominator * million,
  });
  const amounts = amountsAt(rate, { sell, buy }, side, amountMinor);
  const worthMinor = convertAtReference(amounts.buyMinor, buy, sell, market) ?? 0n;
  return { rate, midRate: decimalOf(mid), ...amounts, costMinor: amounts.sellMinor - worthMinor };
}

/** Units sold per unit bought, for people who read the rate the other way round. */
export function inverseRate(rate: string): string {
  const { numerator, denominator } = requireFraction(rate);
  return decimalOf({ numerator: denominator, denominator: numerator });
}

function amountsAt(
  rate: string,
  { sell, buy }: Pick<ExchangeTerms, 'sell' | 'buy'>,
  side: ExchangeSide,
  amountMinor: bigint,
): { sellMinor: bigint; buyMinor: bigint } {
  const { numerator, denominator } = requireFraction(rate);
  const perSold = numerator * 10n ** BigInt(exponentOf(buy));
  const perBought = denominator * 10n ** BigInt(exponentOf(sell));
  return side === 'SELL'
    ? { sellMinor: amountMinor, buyMinor: (amountMinor * perSold) / perBought }
    : { sellMinor: (amountMinor * perBought + perSold - 1n) / perSold, buyMinor: amountMinor };
}

/** The first seven significant digits, without trailing zeros. */
function decimalOf({ numerator, denominator }: Fraction): string {
  const least = 10n ** BigInt(significantDigits - 1);
  let decimals = 0;
  let scaled = numerator / denominator;
  while (scaled < least) {
    decimals += 1;
    scaled = (numerator * 10n ** BigInt(decimals)) / denominator;
  }
  const digits = `${scaled}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const significant = fraction.slice(0, lastNonZero(fraction) + 1);
  return significant === '' ? whole : `${whole}.${significant}`;
}

const lastNonZero = (digits: string) => Array.from(digits).findLastIndex((digit) => digit !== '0');

function requireFraction(rate: string): Fraction {
  const fraction = fractionOf(rate);
  if (!fraction) throw new RangeError(`not a rate: ${rate}`);
  return fraction;
}
