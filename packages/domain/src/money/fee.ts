/**
 * Transfer fee: the larger of amount · rate / 100 and a fixed minimum, in the minor unit of the amount's currency. The percentage is
 * rounded half to even to the minor unit (the only rounding); the minimum is exact. Which rate applies to which payment is data (zone,
 * type, direction) and not decided here. Source: specification section 9 (Transfer fee).
 */
import { divideHalfEven } from './money.ts';

/** One cell of the fee table. */
export interface FeeRate {
  /** Percent as a plain decimal such as `0.15`; at most six decimals, never negative. */
  readonly rate: string;
  /** The minimum fee, in minor units of the amount's currency. */
  readonly minfixMinor: bigint;
}

const rateDecimals = 6;
const ratePattern = /^(\d{1,3})(?:\.(\d{1,6}))?$/;
/** The rate counts millionths of a percent, and a percent is a hundredth. */
const divisor = 100n * 10n ** BigInt(rateDecimals);

/** Millionths of a percent. A rate that is not a plain decimal means a broken fee table, a programming error, so this throws. */
function parseRate(rate: string): bigint {
  const match = ratePattern.exec(rate);
  if (!match) throw new RangeError(`not a fee rate: ${rate}`);
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(rateDecimals, '0')}`);
}

/** The fee in minor units for an amount in minor units (not negative). */
export function transferFee(amountMinor: bigint, { rate, minfixMinor }: FeeRate): bigint {
  const share = divideHalfEven(amountMinor * parseRate(rate), divisor);
  return share > minfixMinor ? share : minfixMinor;
}
