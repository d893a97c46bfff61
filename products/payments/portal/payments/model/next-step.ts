/**
 * What a person can do about a payment that failed, was returned, or waits for a document: one sentence for each reason of the closed
 * list that allows an action (`paymentDrawer.nextStep.*`). Source: product, "each reason code: what it means, what to do".
 */
import { type PaymentDetails, railReasons } from '@calmly/contract';

const reasonsToAct = [
  ...railReasons,
  'approval_rejected',
  'approval_expired',
  'no_funds',
  'not_permitted',
  'document_needed',
] as const;
export type ReasonToAct = (typeof reasonsToAct)[number];

/** Why there is something to do; undefined while the payment goes its way, and for what others have sent. */
export function reasonToAct(
  payment: Pick<PaymentDetails, 'direction' | 'status' | 'processingStatus' | 'timeline' | 'returned'>,
): ReasonToAct | undefined {
  if (payment.direction === 'CREDIT') return undefined;
  const waits = payment.status === 'HOLD_OTHER';
  const ended = payment.processingStatus === 'FAILED' || waits ? payment.timeline.at(-1)?.reason : undefined;
  const reason = payment.returned?.reason ?? ended;
  return reasonsToAct.find((each) => each === reason);
}
