/** What can be disputed, and the effect of a refund and an outcome on a dispute. Pure; amounts are minor units of the card's currency. */
import { type DisputeStatus, holdsRight } from '@calmly/contract';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import type { ClientActor } from '@calmly/platform/work.ts';
import type { StoredAuthorization } from '../authorizations/store.ts';
import type { StoredCard } from '../card.ts';
import type { StoredDispute } from './dispute-store.ts';

/** Days of the bank's calendar after a payment. Stripe accepts disputes for 110 days. */
export const disputeDaysOf = ({ atProcessor }: Pick<StoredCard, 'atProcessor'>): number =>
  atProcessor ? 110 : 120;

/** The cardholder, and people who may change cards. */
export const mayDispute = (
  { holderId }: Pick<StoredCard, 'holderId'>,
  actor: Pick<ClientActor, 'personId' | 'role' | 'rights'>,
): boolean => holderId === actor.personId || holdsRight(actor, 'can_plast_perform');

/** OPEN or IN_REVIEW; a withdrawn dispute is not, even if the processor still has it. */
export const isUnderWay = ({ status }: { readonly status: DisputeStatus }): boolean =>
  status === 'OPEN' || status === 'IN_REVIEW';

/** Whether the client has the money back. */
export const isSettled = ({ status }: { readonly status: DisputeStatus }): boolean =>
  status === 'WON' || status === 'REFUNDED';

export interface DisputeFacts {
  readonly card: Pick<StoredCard, 'atProcessor'>;
  readonly payment: Pick<StoredAuthorization, 'isRefund' | 'disputeId' | 'clearedMinor' | 'day'>;
  readonly refundedMinor: bigint;
  readonly last: Pick<StoredDispute, 'status'> | undefined;
  /** The bank's day. */
  readonly today: string;
}

export type Disputable =
  /** `until`: the last day, `YYYY-MM-DD`. */
  | { readonly mostMinor: bigint; readonly until: string }
  | { readonly refusal: 'dispute_not_possible' | 'dispute_exists' | 'dispute_too_late' };

/** The disputable amount of a payment; after a withdrawal it can be disputed again. */
export function disputableOf({ card, payment, refundedMinor, last, today }: DisputeFacts): Disputable {
  if (last && last.status !== 'WITHDRAWN') return { refusal: 'dispute_exists' };
  const mostMinor = payment.clearedMinor - refundedMinor;
  if (payment.isRefund || payment.disputeId !== null || mostMinor <= 0n)
    return { refusal: 'dispute_not_possible' };
  const until = addDays(payment.day, disputeDaysOf(card));
  return until < today ? { refusal: 'dispute_too_late' } : { mostMinor, until };
}

/** After a refund the disputed amount is at most what the merchant still has; undefined: no change. */
export function afterRefund(dispute: StoredDispute, leftMinor: bigint, now: Date): StoredDispute | undefined {
  if (!isUnderWay(dispute) || leftMinor >= dispute.amountMinor) return undefined;
  return leftMinor > 0n
    ? { ...dispute, amountMinor: leftMinor }
    : { ...dispute, status: 'REFUNDED', closedAt: now };
}

/**
 * The effect of an outcome on a dispute; undefined: none. The scheme has paid for a won one, so it counts whatever came before, even after a
 * withdrawal that crossed with it, up to what the merchant has not refunded (`leftMinor`). A lost one only ends an open dispute. The order of the
 * messages does not matter.
 */
export function afterOutcome(
  dispute: StoredDispute,
  { outcome, paidMinor, leftMinor }: Outcome,
  now: Date,
): StoredDispute | undefined {
  if (outcome === 'lost')
    return isUnderWay(dispute) ? { ...dispute, status: 'LOST', closedAt: now } : undefined;
  const amountMinor = leastOf(paidMinor ?? dispute.amountMinor, dispute.amountMinor, leftMinor);
  return isSettled(dispute) || amountMinor <= 0n
    ? undefined
    : { ...dispute, status: 'WON', amountMinor, closedAt: now };
}

/**
 * How much of a won dispute's credit is reversed if the client got `overMinor` more back than was collected. If nothing of the credit is left, the
 * merchant has refunded the disputed amount.
 */
export function afterLateRefund(
  dispute: StoredDispute,
  overMinor: bigint,
): { readonly dispute: StoredDispute; readonly takenMinor: bigint } {
  const takenMinor = leastOf(dispute.amountMinor - dispute.reversedMinor, overMinor);
  const reversedMinor = dispute.reversedMinor + takenMinor;
  const status = reversedMinor === dispute.amountMinor ? 'REFUNDED' : dispute.status;
  return { dispute: { ...dispute, status, reversedMinor }, takenMinor };
}

export interface Outcome {
  readonly outcome: 'won' | 'lost';
  /** Undefined: the whole disputed amount. */
  readonly paidMinor: bigint | undefined;
  /** The collected amount less what was returned. */
  readonly leftMinor: bigint;
}

const leastOf = (...amounts: readonly [bigint, ...bigint[]]): bigint =>
  amounts.reduce((least, each) => (each < least ? each : least));
