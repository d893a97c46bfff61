/**
 * The cost of an order on the exchange, and its effect on the book. Exact: prices and quantities are whole ticks and lots, so a value is a whole
 * number of the quote's minor units; only a fee is rounded, up. Minor units throughout: prices in the quote per whole unit of the base. Source:
 * server page section 11.
 */

import type { Instrument } from './instrument.ts';
import { divideHalfEven, exponentOf, grouped } from './money.ts';

/** A price of the book and the total quantity offered or wanted at it. */
export interface BookLevel {
  readonly priceMinor: bigint;
  readonly quantityMinor: bigint;
}

/** The value of a quantity at a price. */
export const notionalMinor = ({ base }: Instrument, priceMinor: bigint, quantityMinor: bigint): bigint =>
  (priceMinor * quantityMinor) / 10n ** BigInt(exponentOf(base));

/** The fee of a value, rounded up. */
export const tradeFeeMinor = (valueMinor: bigint, basisPoints: number): bigint =>
  (valueMinor * BigInt(basisPoints) + 9_999n) / 10_000n;

/** The largest quantity in whole lots that the money covers, fee included. */
export function affordableMinor(
  instrument: Instrument,
  moneyMinor: bigint,
  { priceMinor, basisPoints }: { readonly priceMinor: bigint; readonly basisPoints: number },
): bigint {
  const { base, lotMinor } = instrument;
  const perLot = priceMinor * lotMinor * BigInt(10_000 + basisPoints);
  if (perLot <= 0n || moneyMinor <= 0n) return 0n;
  // The value is whole, so rounding the fee up loses no lot: the price paid is the exact cost rounded up, and the money is whole too.
  return ((moneyMinor * 10n ** BigInt(exponentOf(base)) * 10_000n) / perLot) * lotMinor;
}

export interface ExpectedFill {
  /** The quantity that the known prices of the book can fill. */
  readonly filledMinor: bigint;
  /** The cost or proceeds, without fees. */
  readonly valueMinor: bigint;
  /** Undefined when nothing is filled. */
  readonly averageMinor: bigint | undefined;
  readonly worstMinor: bigint | undefined;
}

/** The result of a market order placed now. `levels`: the other side of the book, best price first. */
export function expectFill(
  instrument: Instrument,
  levels: readonly BookLevel[],
  quantityMinor: bigint,
): ExpectedFill {
  let leftMinor = quantityMinor;
  let valueMinor = 0n;
  let worstMinor: bigint | undefined;
  for (const level of levels) {
    if (leftMinor <= 0n) break;
    const takenMinor = level.quantityMinor < leftMinor ? level.quantityMinor : leftMinor;
    valueMinor += notionalMinor(instrument, level.priceMinor, takenMinor);
    leftMinor -= takenMinor;
    worstMinor = level.priceMinor;
  }
  const filledMinor = quantityMinor - leftMinor;
  const unit = 10n ** BigInt(exponentOf(instrument.base));
  const averageMinor = filledMinor > 0n ? divideHalfEven(valueMinor * unit, filledMinor) : undefined;
  return { filledMinor, valueMinor, averageMinor, worstMinor };
}

/** Groups the prices of a book into steps: bids count at the step below, offers at the step above. */
export function groupLevels(
  levels: readonly BookLevel[],
  stepMinor: bigint,
  side: 'BUY' | 'SELL',
): readonly BookLevel[] {
  const groups: BookLevel[] = [];
  for (const { priceMinor, quantityMinor } of levels) {
    const below = priceMinor - (priceMinor % stepMinor);
    const step = side === 'BUY' || below === priceMinor ? below : below + stepMinor;
    const last = groups.at(-1);
    if (last?.priceMinor === step)
      groups[groups.length - 1] = { priceMinor: step, quantityMinor: last.quantityMinor + quantityMinor };
    else groups.push({ priceMinor: step, quantityMinor });
  }
  return groups;
}

/** The number of decimals that shows every multiple of a step: 4 for a step of 0.0001. */
export function decimalsOfStep(stepMinor: bigint, exponent: number): number {
  let decimals = exponent;
  let rest = stepMinor;
  while (decimals > 0 && rest % 10n === 0n) {
    rest /= 10n;
    decimals -= 1;
  }
  return decimals;
}

/** A market figure, grouped, with this many decimals; a more precise value, such as an average, is rounded. `82 416.50`. */
export function figureText(minor: bigint, exponent: number, decimals: number): string {
  const rounded = divideHalfEven(minor, 10n ** BigInt(exponent - decimals));
  const digits = `${rounded < 0n ? -rounded : rounded}`.padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${rounded < 0n ? '-' : ''}${grouped(digits.slice(0, point))}${decimals > 0 ? `.${digits.slice(point)}` : ''}`;
}
