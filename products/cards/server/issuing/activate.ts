/**
 * A holder activates a delivered plastic card by the last four digits printed on it. The card that it renews is closed; if that one is locked by the
 * bank or for missing receipts, the new one takes over the lock.
 * Errors in the order checked: `not_found`, `card_holder_only`, `card_closed`, `card_expired`, `card_already_active`, `card_not_sent`,
 * `invalid_request` (lastFour: last_four_wrong).
 */
import type { CardStatus } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { auditedCard } from '../audited.ts';
import type { StoredCard } from '../card.ts';
import { findBeside, lockCard, updateCard } from '../card-store.ts';
import { continueCalendar } from '../lifecycle/schedule.ts';
import { endCard } from '../money/close.ts';
import { isHeldBack, lockOwnCard, refuseEnded } from '../own-card.ts';
import { findDelivery } from './delivery-store.ts';

/** `PUT /cards/activate/{id}`. */
export async function activateCard(
  work: Work,
  actor: ClientActor,
  { id, lastFour }: { readonly id: string; readonly lastFour: string },
): Promise<{ status: CardStatus }> {
  const { sql, now } = work;
  const card = await lockOwnCard(sql, actor, id);
  if (card.holderId !== actor.personId) throw new Problem('card_holder_only');
  refuseEnded(card);
  if (card.status !== 'ORDERED') throw new Problem('card_already_active');
  if ((await findDelivery(sql, id))?.status === 'PREPARING') throw new Problem('card_not_sent');
  if (lastFour !== card.lastFour) throw badFields({ field: 'lastFour', code: 'last_four_wrong' });
  let lock: StoredCard['lock'] = null;
  for (const other of (await findBeside(sql, [id])).get(id) ?? []) {
    const before = await lockCard(sql, other.id);
    if (!before || before.status === 'CLOSED') continue;
    if (isHeldBack(before)) lock = before.lock;
    await endCard(work, before);
  }
  const { status } = await updateCard(sql, card, now, { status: lock === null ? 'ACTIVE' : 'LOCKED', lock });
  // A receipt of the previous card may be overdue.
  await continueCalendar(work);
  await audit(work, { action: 'card.activated', details: auditedCard(card) });
  await publish(sql, actor.clientId, { topic: 'cards' });
  return { status };
}
