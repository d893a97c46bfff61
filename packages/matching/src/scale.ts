/**
 * Minor units and the whole numbers of the book. Nothing is rounded: an amount that is not a whole number of ticks or lots is refused.
 */
import { isCountable } from './refusal.ts';

/** The units of a pair: BTC/EPI has BTC as base and EPI as quote. */
export interface Scale {
  /** Minor units of the base currency in one whole unit: 100,000,000 for BTC. */
  readonly baseUnitMinor: bigint;
  /** Minor units of the base currency in a lot. */
  readonly lotMinor: bigint;
  /** Minor units of the quote currency, per whole unit of the base currency, in a tick. */
  readonly tickMinor: bigint;
  /** Minor units of the quote currency that a lot costs per tick. */
  readonly lotTickMinor: bigint;
}

/**
 * The scale of a pair. Throws a `RangeError` if a lot at a price of one tick would not cost a whole number of minor units: then some
 * trades could not be paid exactly.
 */
export function createScale({
  baseUnitMinor,
  lotMinor,
  tickMinor,
}: Pick<Scale, 'baseUnitMinor' | 'lotMinor' | 'tickMinor'>): Scale {
  if (baseUnitMinor <= 0n || lotMinor <= 0n || tickMinor <= 0n)
    throw new RangeError('unit, lot and tick must be positive');
  if ((lotMinor * tickMinor) % baseUnitMinor !== 0n)
    throw new RangeError('a lot at one tick does not cost a whole number of minor units');
  return { baseUnitMinor, lotMinor, tickMinor, lotTickMinor: (lotMinor * tickMinor) / baseUnitMinor };
}

/** Ticks of a price in minor units of the quote currency per whole unit of the base currency; undefined if it is not a price of the book. */
export const ticksOf = (scale: Scale, priceMinor: bigint): number | undefined =>
  divide(priceMinor, scale.tickMinor);

/** Lots of an amount in minor units of the base currency; undefined if it is not a whole number of lots. */
export const lotsOf = (scale: Scale, baseMinor: bigint): number | undefined =>
  divide(baseMinor, scale.lotMinor);

/** Budget of an amount in minor units of the quote currency; undefined if it is not a whole number of ticks × lots. */
export const budgetOf = (scale: Scale, quoteMinor: bigint): number | undefined =>
  divide(quoteMinor, scale.lotTickMinor);

/** A price in minor units of the quote currency per whole unit of the base currency. */
export const priceMinorOf = (scale: Scale, ticks: number): bigint => BigInt(ticks) * scale.tickMinor;

/** A quantity in minor units of the base currency. */
export const baseMinorOf = (scale: Scale, lots: number): bigint => BigInt(lots) * scale.lotMinor;

/** The cost of a quantity at a price, in minor units of the quote currency. */
export const quoteMinorOf = (scale: Scale, ticks: number, lots: number): bigint =>
  BigInt(ticks) * BigInt(lots) * scale.lotTickMinor;

/** A budget in minor units of the quote currency. */
export const budgetMinorOf = (scale: Scale, budget: number): bigint => BigInt(budget) * scale.lotTickMinor;

function divide(minor: bigint, by: bigint): number | undefined {
  const count = Number(minor / by);
  return minor % by === 0n && isCountable(count) ? count : undefined;
}
