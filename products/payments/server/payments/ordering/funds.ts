/** Whether an account can bear a payment. Pure. */
import { chargesOf, displayAmount } from '@calmly/domain';
import type { Plan, Rejection } from './order.ts';

/** Refuses what the balance cannot bear, fee included. */
export function checkFunds(plan: Plan, availableMinor: bigint): Rejection | undefined {
  return chargesOf(plan).debitedMinor <= availableMinor ? undefined : shortOfFunds(plan, availableMinor);
}

/** The refusal that names what is needed and what there is. */
export function shortOfFunds(plan: Plan, availableMinor: bigint): Rejection {
  const text = (minor: bigint) => displayAmount(minor, plan.currency).text;
  const params = { needed: text(chargesOf(plan).debitedMinor), available: text(availableMinor) };
  return { code: 'insufficient_funds', params };
}
