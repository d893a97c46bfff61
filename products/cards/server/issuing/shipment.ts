/** Advances the delivery of a plastic card and notifies its holder. The caller has locked the card. */
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { StoredCard } from '../card.ts';
import { noticeToHolder } from '../card-notice.ts';
import { type Delivery, updateDelivery } from './delivery-store.ts';

/** The notice is `card_delivered` for DELIVERED and `card_shipped` for any other status, even an unchanged one. A closed card gets none. */
export async function moveDelivery(
  work: Work,
  card: StoredCard,
  next: Pick<Delivery, 'status' | 'trackingNumber' | 'expectedOn'>,
): Promise<void> {
  const { sql } = work;
  const { status, trackingNumber, expectedOn } = next;
  await updateDelivery(sql, { cardId: card.id, status, trackingNumber, expectedOn });
  if (card.status === 'CLOSED') return;
  await notify(
    work,
    status === 'DELIVERED'
      ? noticeToHolder(card, 'card_delivered')
      : noticeToHolder(card, 'card_shipped', undefined, {
          ...(trackingNumber !== null && { number: trackingNumber }),
          date: expectedOn,
        }),
  );
  await publish(sql, card.clientId, { topic: 'cards' });
}
