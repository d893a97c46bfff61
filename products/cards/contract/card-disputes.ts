/**
 * Disputes of card payments: the client claims that a shop collected money wrongly, the card scheme decides, and a won dispute is credited to the
 * card. Source: server page section 10.
 */

import { zAmountInput, zId, zIdParam, zLine } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zCardTransaction } from './card-transactions.ts';
import { disputeReasons } from './dispute-states.ts';

export const disputeTextLength = 1_000;
export const disputeDocumentsMost = 5;

const disputing = {
  tag: 'Cards',
  access: 'active',
  presence: 'required',
  right: 'can_plast_view',
  params: zIdParam,
  response: zCardTransaction,
} as const;

export const openDispute = endpoint({
  ...disputing,
  id: 'openDispute',
  method: 'POST',
  path: '/cards/dispute/{id}',
  summary:
    'Dispute a collected card payment within 120 days (110 with Stripe Issuing); the cardholder, or who has the right to change cards',
  idempotent: true,
  body: wire({
    reason: ['Reason', z.enum(disputeReasons)],
    /** What happened, in the client's words. */
    text: ['Text', zLine(disputeTextLength)],
    /** In the card's currency; at most the collected amount less refunds. */
    amount: ['Amount', zAmountInput],
    /** Evidence, already uploaded. */
    documents: ['Documents', z.array(zId).max(disputeDocumentsMost).default([])],
  }),
  status: 201,
});
export type DisputeInput = z.output<(typeof openDispute)['body']>;

export const withdrawDispute = endpoint({
  ...disputing,
  id: 'withdrawDispute',
  method: 'DELETE',
  path: '/cards/dispute/{id}',
  summary: 'Withdraw the open dispute of a card payment',
});
