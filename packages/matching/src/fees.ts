/**
 * Money moved by a fill. The buyer receives the base currency and the seller the quote currency; each pays a fee in the received currency,
 * rounded up to the minor unit, in the bank's favour. This is the only rounding, once per fill and side.
 */
import type { Fill } from './events.ts';
import { baseMinorOf, quoteMinorOf, type Scale } from './scale.ts';

/** Hundredths of a percent of the received amount, from 0 to 10,000. */
export interface FeeRates {
  readonly makerBps: number;
  readonly takerBps: number;
}

export interface SettledSide {
  readonly orderId: number;
  readonly accountId: string;
  readonly isMaker: boolean;
  /** Paid in the other currency, in minor units. */
  readonly paidMinor: bigint;
  /** Received after the fee, in minor units: base for the buyer, quote for the seller. */
  readonly receivedMinor: bigint;
  /** Kept by the bank, in the received currency. Received amount plus fee equal the other side's payment. */
  readonly feeMinor: bigint;
}

export interface Settlement {
  readonly buyer: SettledSide;
  readonly seller: SettledSide;
}

const whole = 10_000n;

/** Both sides of a fill. Throws a `RangeError` for a rate that is not from 0 to 10,000. */
export function settleFill(fill: Fill, scale: Scale, { makerBps, takerBps }: FeeRates): Settlement {
  const baseMinor = baseMinorOf(scale, fill.quantity);
  const quoteMinor = quoteMinorOf(scale, fill.price, fill.quantity);
  const maker = { orderId: fill.makerOrderId, accountId: fill.makerAccountId, isMaker: true, bps: makerBps };
  const taker = { orderId: fill.takerOrderId, accountId: fill.takerAccountId, isMaker: false, bps: takerBps };
  const [buyer, seller] = fill.side === 'BUY' ? [taker, maker] : [maker, taker];
  return { buyer: settle(buyer, quoteMinor, baseMinor), seller: settle(seller, baseMinor, quoteMinor) };
}

function settle(
  { bps, ...party }: Pick<SettledSide, 'orderId' | 'accountId' | 'isMaker'> & { bps: number },
  paidMinor: bigint,
  grossMinor: bigint,
): SettledSide {
  if (!Number.isInteger(bps) || bps < 0 || bps > 10_000) throw new RangeError(`not a fee rate: ${bps}`);
  const feeMinor = (grossMinor * BigInt(bps) + whole - 1n) / whole;
  return { ...party, paidMinor, receivedMinor: grossMinor - feeMinor, feeMinor };
}
