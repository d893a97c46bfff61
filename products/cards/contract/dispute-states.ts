/** Why a card payment is disputed and what became of it. */

import { zAmount, zDate, zId, zTime } from '@calmly/contract-kit/common.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

export const disputeReasons = [
  'not_me',
  'not_received',
  'duplicate',
  'wrong_amount',
  'cancelled',
  'other',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/**
 * - OPEN: on its way to the card scheme. IN_REVIEW: the scheme has it.
 * - WON: its amount was credited. REFUNDED: the shop gave the money back itself, before or after the credit.
 */
export const disputeStatuses = ['OPEN', 'IN_REVIEW', 'WON', 'LOST', 'WITHDRAWN', 'REFUNDED'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** What a notification tells of a dispute: its new status, or that its credit was taken back after a refund. */
export type DisputeEvent = DisputeStatus | 'REVERSED';

export const zDispute = wire({
  id: ['Id', zId],
  status: ['Status', z.enum(disputeStatuses)],
  reason: ['Reason', z.enum(disputeReasons)],
  text: ['Text', z.string()],
  /** What is disputed; less after a refund of the shop. */
  amount: ['Amount', zAmount],
  /** What was taken back of a won dispute's credit, because the shop refunded the payment afterwards. */
  reversed: ['ReversedAmount', zAmount],
  openedAt: ['OpenedAt', zTime],
  /** The number of files that the client sent as evidence. */
  files: ['Files', z.number().int()],
  closedAt: ['ClosedAt', zTime.nullable()],
});
export type Dispute = z.output<typeof zDispute>;

/** What can be disputed, and until when. */
export const zDisputable = wire({ amount: ['Amount', zAmount], until: ['Until', zDate] });
