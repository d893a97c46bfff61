/** Why a card payment is disputed, and the outcome. */

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
 * - OPEN: being sent to the card scheme. IN_REVIEW: the scheme has it.
 * - WON: its amount was credited. REFUNDED: the shop returned the money itself, before or after the credit.
 */
export const disputeStatuses = ['OPEN', 'IN_REVIEW', 'WON', 'LOST', 'WITHDRAWN', 'REFUNDED'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** The event in a notification about a dispute: its new status, or that its credit was reversed after a refund. */
export type DisputeEvent = DisputeStatus | 'REVERSED';

export const zDispute = wire({
  id: ['Id', zId],
  status: ['Status', z.enum(disputeStatuses)],
  reason: ['Reason', z.enum(disputeReasons)],
  text: ['Text', z.string()],
  /** The disputed amount; reduced by a refund of the shop. */
  amount: ['Amount', zAmount],
  /** The part of a won dispute's credit that was reversed, because the shop refunded the payment afterwards. */
  reversed: ['ReversedAmount', zAmount],
  openedAt: ['OpenedAt', zTime],
  /** The number of files that the client sent as evidence. */
  files: ['Files', z.number().int()],
  closedAt: ['ClosedAt', zTime.nullable()],
});
export type Dispute = z.output<typeof zDispute>;

/** The disputable amount, and the last day. */
export const zDisputable = wire({ amount: ['Amount', zAmount], until: ['Until', zDate] });
