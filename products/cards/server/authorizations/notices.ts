/** Notices to the holder of a card about its payments: one was declined, or the first one in a country outside the EEA. */
import { formatDecimal } from '@calmly/domain';
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { StoredCard } from '../card.ts';
import type { StoredAuthorization } from './store.ts';

type Paid = Pick<StoredAuthorization, 'id' | 'merchant' | 'authorizedMinor' | 'declineReason'>;

const factsOf = ({ name, lastFour, currency }: StoredCard, { merchant, authorizedMinor }: Paid) => ({
  card: name,
  lastFour,
  amount: formatDecimal(authorizedMinor, currency),
  currency,
  counterparty: merchant.name,
});

/** To the holder of the card only, in the caller's transaction. */
export const notifyDeclined = (work: Work, card: StoredCard, it: Paid): Promise<void> =>
  notify(work, [
    {
      kind: 'card_payment_declined',
      clientId: card.clientId,
      personId: card.holderId,
      subjectId: it.id,
      params: { ...factsOf(card, it), ...(it.declineReason && { reason: it.declineReason }) },
    },
  ]);

/** To the holder only. The caller decides that the country is new and outside the EEA. */
export const notifyAbroad = (work: Work, card: StoredCard, it: Paid): Promise<void> =>
  notify(work, [
    {
      kind: 'card_payment_abroad',
      clientId: card.clientId,
      personId: card.holderId,
      subjectId: it.id,
      params: { ...factsOf(card, it), ...(it.merchant.country && { country: it.merchant.country }) },
    },
  ]);
