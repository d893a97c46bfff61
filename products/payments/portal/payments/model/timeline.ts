/**
 * A payment's history for the reader: completed steps, the current one, and those to come. Transient steps (the start of the check, the
 * hand-over to the rail) are shown while they last and then dropped. Source: the server page's section 8, the order of statuses.
 */
import type { PaymentDetails, PaymentEvent, PaymentScheme, PaymentStatus } from '@calmly/contract';
import { isFinal } from '@calmly/domain';

export type StepState = 'done' | 'now' | 'ended' | 'todo';

export interface Step {
  readonly status: PaymentStatus;
  readonly state: StepState;
  /** Absent for what is still to come. */
  readonly event?: PaymentEvent;
}

/** How far along a status is; what ends a payment has no place in this order. */
const progress: Partial<Record<PaymentStatus, number>> = {
  CREATED: 0,
  SUBMITTED: 1,
  TO_AML_REVIEW: 2,
  UNDER_REVIEW: 2,
  HOLD_AML: 2,
  HOLD_OTHER: 2,
  AML_APPROVED: 3,
  IN_PROCESS: 4,
  PENDING_FINANCE_INSTITUTION: 5,
  EXECUTED: 6,
};

const throughARail: readonly PaymentStatus[] = [
  'SUBMITTED',
  'AML_APPROVED',
  'PENDING_FINANCE_INSTITUTION',
  'EXECUTED',
];
const insideTheBank: readonly PaymentStatus[] = ['SUBMITTED', 'EXECUTED'];

/** The steps that a payment usually takes, by how it travels. */
const usualCourse: Record<PaymentScheme, readonly PaymentStatus[]> = {
  SEPA: throughARail,
  SEPA_INSTANT: throughARail,
  SWIFT: throughARail,
  OWN: insideTheBank,
  INTERNAL: insideTheBank,
  EXCHANGE: insideTheBank,
  CARD: ['PENDING_FINANCE_INSTITUTION', 'EXECUTED'],
  CARD_MOVE: insideTheBank,
  CARD_FEE: insideTheBank,
  CRYPTO: ['SUBMITTED', 'PENDING_FINANCE_INSTITUTION', 'EXECUTED'],
  CRYPTO_MOVE: insideTheBank,
  TRADE: insideTheBank,
};

const passing: readonly PaymentStatus[] = ['TO_AML_REVIEW', 'IN_PROCESS'];
/** The steps to draw, oldest first. */
export function stepsOf({
  timeline,
  scheme,
  direction,
  status,
}: Pick<PaymentDetails, 'timeline' | 'scheme' | 'direction' | 'status'>): Step[] {
  const last = timeline.length - 1;
  const taken = timeline.flatMap((event, index): Step[] => {
    if (index === last)
      return [{ status: event.status, state: isFinal(event.status) ? 'ended' : 'now', event }];
    return passing.includes(event.status) ? [] : [{ status: event.status, state: 'done', event }];
  });
  const reached = progress[status];
  if (isFinal(status) || reached === undefined) return taken;
  const ahead = usualCourse[scheme]
    .filter((each) => (progress[each] ?? 0) > reached)
    // Money that comes in is sent to no other bank.
    .filter((each) => direction === 'DEBIT' || each !== 'PENDING_FINANCE_INSTITUTION');
  return [...taken, ...ahead.map((each): Step => ({ status: each, state: 'todo' }))];
}
