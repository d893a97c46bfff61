/** A payment as its first message describes it, before any sum. */
import type { Work } from '@calmly/platform/work.ts';
import type { IssuerMessage } from '@calmly/providers/issuer/issuer.ts';
import type { StoredCard } from '../card.ts';
import { nothingYet } from './state.ts';
import type { StoredAuthorization } from './store.ts';

/** All sums are zero, and nothing is written. `today` is the bank's day on which it counts against limits. */
export function paymentOf(
  { now, newId }: Pick<Work, 'now' | 'newId'>,
  { id: cardId, accountId }: StoredCard,
  message: IssuerMessage,
  today: string,
): StoredAuthorization {
  const { reference, channel, merchant, currency } = message;
  return {
    ...nothingYet,
    id: newId(),
    cardId,
    accountId,
    reference,
    createdAt: now,
    day: today,
    laterDays: [],
    isRefund: false,
    reportedMinor: 0n,
    declineReason: null,
    channel,
    merchant,
    merchantAmount: ('amount' in message && message.amount) || '0',
    merchantCleared: null,
    merchantCurrency: currency,
    rate: null,
    expiresAt: null,
    reservationId: null,
    refundOf: null,
    lateOf: null,
    disputeId: null,
  };
}

/** Held money that is not collected is available again after this many days of the bank's calendar. */
const holdDays = 7;
/**
 * Of a card at the processor, which itself says when a payment is over: for some merchants after 31 days. Our own end is for a message that never came; one
 * before the processor's would let it collect what is no longer held, in a row of its own.
 */
const holdDaysAtProcessor = 45;
const dayMs = 86_400_000;

/** When it is available again, by the bank's calendar. */
export const holdEnd = (bankTime: Date, { atProcessor }: Pick<StoredCard, 'atProcessor'>): Date =>
  new Date(bankTime.getTime() + (atProcessor ? holdDaysAtProcessor : holdDays) * dayMs);
