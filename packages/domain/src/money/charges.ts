/**
 * The fee of a transfer, who pays its charges, and the resulting amounts. The instructed amount is what the debtor enters; the charge bearer (ISO
 * 20022 ChrgBr) determines three figures:
 *
 *     SHA   our fee on top; the other banks take theirs from what arrives
 *     OUR   our fee and a fixed surcharge for the other banks on top, so that the instructed amount arrives
 *     BEN   everything comes off the amount: the debtor is debited exactly what was instructed
 *
 * All figures are minor units of one currency. `feeMinor` is the whole fee, surcharge included. Source: server page section 8.
 */
import { divideHalfEven } from './money.ts';

export const chargeBearers = ['SHA', 'OUR', 'BEN'] as const;
export type ChargeBearer = (typeof chargeBearers)[number];

/** The price of one payment: the rate, and the fixed amount for the other banks. */
export interface FeeRule extends FeeRate {
  readonly surchargeMinor: bigint;
}

export interface Charges {
  /** Debited from the debtor's account. */
  readonly debitedMinor: bigint;
  /** Sent towards the creditor. */
  readonly sentMinor: bigint;
}

/** The whole fee for an amount. */
export const feeOf = (amountMinor: bigint, rule: FeeRule): bigint =>
  transferFee(amountMinor, rule) + rule.surchargeMinor;

/** The debited and sent amounts. With BEN and a fee that exceeds the amount, `sentMinor` is zero or negative; such a payment is not made. */
export function chargesOf(payment: {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly chargeBearer: ChargeBearer;
}): Charges {
  const { amountMinor, feeMinor, chargeBearer } = payment;
  return chargeBearer === 'BEN'
    ? { debitedMinor: amountMinor, sentMinor: amountMinor - feeMinor }
    : { debitedMinor: amountMinor + feeMinor, sentMinor: amountMinor };
}

/** The largest amount that an account with this balance can pay; 0 if it does not even cover the fee. */
export function largestAmount(availableMinor: bigint, rule: FeeRule, chargeBearer: ChargeBearer): bigint {
  // A larger amount never costs less, so binary search finds the limit.
  let fits = 0n;
  let beyond = (availableMinor > 0n ? availableMinor : 0n) + 1n;
  while (beyond - fits > 1n) {
    const amountMinor = (fits + beyond) / 2n;
    const feeMinor = feeOf(amountMinor, rule);
    if (chargesOf({ amountMinor, feeMinor, chargeBearer }).debitedMinor <= availableMinor) fits = amountMinor;
    else beyond = amountMinor;
  }
  return fits;
}

/*
 * Transfer fee: the larger of amount · rate / 100 and a fixed minimum, in the minor unit of the amount's currency. The percentage is
 * rounded half to even to the minor unit (the only rounding); the minimum is exact. Which rate applies to which payment is data (zone,
 * type, direction) and not decided here. Source: specification section 9 (Transfer fee).
 */

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
