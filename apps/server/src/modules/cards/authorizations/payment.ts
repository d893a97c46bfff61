/** A payment as its first message describes it, before any sum. */
import type { Work } from '../../../platform/work.ts';
import type { IssuerMessage } from '../../../providers/issuer/issuer.ts';
import type { StoredCard } from '../card.ts';
import { nothingYet } from './state.ts';
import type { StoredAuthorization } from './store.ts';

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
    isRefund: false,
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
  };
}
