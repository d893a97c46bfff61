/**
 * Ticks and lots. A price is a whole number of ticks and a quantity a whole number of lots, as safe integers, so that the order book
 * calculates with plain numbers; money is `bigint` minor units. Nothing is rounded: anything but a whole number is refused. Pure.
 */
import { type CurrencyCode, divideHalfEven, exponentOf, type Instrument, parseDecimal } from '@calmly/domain';

/** Minor units of the quote for one tick times one lot. */
export const unitMinor = ({ base, tickMinor, lotMinor }: Instrument): bigint =>
  (tickMinor * lotMinor) / 10n ** BigInt(exponentOf(base));

/** Why an amount is not a whole number of steps: its field's problem. */
export type StepRefusal = 'amount_precision' | 'amount_zero' | 'step_size' | 'amount_too_large';

/** Whole steps of an amount. */
export function stepsIn(text: string, currency: CurrencyCode, stepMinor: bigint): number | StepRefusal {
  const minor = parseDecimal(text, currency);
  if (minor === undefined) return 'amount_precision';
  if (minor <= 0n) return 'amount_zero';
  if (minor % stepMinor !== 0n) return 'step_size';
  const steps = Number(minor / stepMinor);
  return Number.isSafeInteger(steps) ? steps : 'amount_too_large';
}

/** Minor units of the quote for the sum of price times quantity, in ticks times lots. */
export const valueMinor = (instrument: Instrument, value: bigint): bigint => value * unitMinor(instrument);

/** Minor units of the quote. */
export const priceMinor = ({ tickMinor }: Instrument, ticks: number): bigint => BigInt(ticks) * tickMinor;

/** Minor units of the base. */
export const quantityMinor = ({ lotMinor }: Instrument, lots: number | bigint): bigint =>
  BigInt(lots) * lotMinor;

/** A fee in minor units of the quote. Every instrument's unit times every fee is whole, so fees of parts add up to the fee of the whole. */
export const feeMinor = (amountMinor: bigint, basisPoints: number): bigint =>
  (amountMinor * BigInt(basisPoints) + 9_999n) / 10_000n;

/** Average price in minor units of the quote for one unit of the base; undefined without a trade. */
export const averageMinor = (
  { tickMinor }: Instrument,
  { value, lots }: { readonly value: bigint; readonly lots: bigint },
): bigint | undefined => (lots === 0n ? undefined : divideHalfEven(value * tickMinor, lots));
