/** A payment as described by its first message, before any sums. */
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

/** Days of the bank's calendar after which uncollected money is released. */
const holdDays = 7;
/**
 * For a card at the processor, which itself reports when a payment is over, for some merchants after 31 days. Our own end covers a lost report; if it
 * came before the processor's, money could be collected that is no longer held, in a separate row.
 */
const holdDaysAtProcessor = 45;
const dayMs = 86_400_000;

/** When the money is released, by the bank's calendar. */
export const holdEnd = (bankTime: Date, { atProcessor }: Pick<StoredCard, 'atProcessor'>): Date =>
  new Date(bankTime.getTime() + (atProcessor ? holdDaysAtProcessor : holdDays) * dayMs);
