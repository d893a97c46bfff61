/** Labels of a payment's status in lists, in its timeline and in exported files. */
import type { PaymentStatus } from '@calmly/domain';

export const paymentStatuses = {
  CREATED: 'Awaiting approval',
  SUBMITTED: 'Submitted',
  TO_AML_REVIEW: 'Being checked',
  UNDER_REVIEW: 'In review',
  HOLD_AML: 'In review',
  HOLD_OTHER: 'On hold',
  AML_APPROVED: 'Checked',
  AML_REJECTED: 'Didn’t pass our checks',
  IN_PROCESS: 'Being sent',
  PENDING_FINANCE_INSTITUTION: 'Sent',
  EXECUTED: 'Executed',
  REJECTED: 'Rejected',
  CANCELED: 'Cancelled',
  OVERDUE: 'Overdue',
} as const satisfies Record<PaymentStatus, string>;

export type PaymentStatuses = Readonly<Record<PaymentStatus, string>>;
