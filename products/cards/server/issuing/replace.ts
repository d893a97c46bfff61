/**
 * Replaces a card: the old one is closed, and a new one takes over its account, holder, name, controls and last day. A lost, stolen or damaged card
 * can be replaced at any time, an expiring or expired one renewed. Renewed plastic works until the new card is activated (`activate.ts`), or its last
 * day.
 * Errors in the order checked: `not_found`, `card_closed`, `card_locked` (by the bank or for missing receipts: a new card must not bypass that),
 * `card_renewed`, `cards_not_offered`, `card_not_expiring`, `invalid_request` (holderId: holder_unknown for a holder who has left; address: invalid).
 */
import type { CardAddress, CardDetails } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { isMember, requireCode } from '../../../identity/server/index.ts';
import { auditedCard, shortName } from '../audited.ts';
import type { StoredCard } from '../card.ts';
import { noticeToHolder } from '../card-notice.ts';
import { findSuccessors } from '../card-store.ts';
import { isRenewable, lastDayOf } from '../expiry.ts';
import { continueCalendar } from '../lifecycle/schedule.ts';
import { endCard } from '../money/close.ts';
import { isHeldBack, lockForVoiding, refuseClosed, refuseLocked } from '../own-card.ts';
import { presentDetails } from '../reading/view.ts';
import { type CardTools, requireOffered } from '../tools.ts';
import { findDelivery } from './delivery-store.ts';
import { writeCard } from './new-card.ts';

export interface Replacement {
  readonly id: string;
  readonly reason: 'lost' | 'stolen' | 'damaged' | 'renewal';
  readonly address?: CardAddress | undefined;
}

/** `POST /cards/replace/{id}`. */
export async function replaceCard(
  work: Work,
  actor: ClientActor,
  tools: CardTools,
  { id, reason, address }: Replacement,
): Promise<CardDetails> {
  const { sql } = work;
  const { clientId, personId } = actor;
  const card = await lockForVoiding(sql, actor, id);
  refuseClosed(card);
  if (isHeldBack(card)) refuseLocked(card);
  if ((await findSuccessors(sql, [id])).has(id)) throw new Problem('card_renewed');
  await requireOffered(sql, actor, tools);
  const today = await businessDay(work);
  if (reason === 'renewal' && !isRenewable(card.expiresOn, today))
    throw new Problem('card_not_expiring', { params: { date: card.expiresOn } });
  if (!(await isMember(sql, { clientId, personId: card.holderId })))
    throw badFields({ field: 'holderId', code: 'holder_unknown' });
  const to = await addressOf(work, card, address);
  await requireCode(work, {
    summary: {
      en: `Replace card ${shortName(card)} with a new one`,
      ru: `Перевыпустить карту ${shortName(card)}`,
    },
    snapshot: '',
    money: 'stays',
  });
  const worksOn =
    reason === 'renewal' && card.kind === 'PLASTIC' && card.status !== 'EXPIRED' && card.status !== 'ORDERED';
  if (!worksOn) await endCard(work, card);
  const { accountId, holderId, kind, name, nameOnCard, design, currency, isSingleUse, controls } = card;
  const renewed = await writeCard(
    work,
    tools,
    {
      id: work.newId(),
      clientId,
      accountId,
      holderId,
      kind,
      name,
      nameOnCard,
      design,
      currency,
      expiresOn: lastDayOf(today),
      validUntil: reason === 'renewal' ? null : card.validUntil,
      isSingleUse,
      controls,
      replaces: card.id,
      reason,
      address: to,
    },
    today,
  );
  await audit(work, {
    action: 'card.replaced',
    details: { ...auditedCard(renewed), before: card.lastFour, reason },
  });
  await notify(work, noticeToHolder(renewed, 'card_issued', personId));
  await publish(sql, clientId, { topic: 'cards' });
  // A receipt of the previous card may be overdue, and the calendar then locks the new one.
  await continueCalendar(work);
  return presentDetails(work, renewed, personId);
}

/** The delivery address of the new plastic card: the given one, otherwise the old one. */
async function addressOf(
  { sql }: Work,
  { id, kind }: StoredCard,
  given: CardAddress | undefined,
): Promise<CardAddress | undefined> {
  if (kind === 'VIRTUAL') {
    if (given) throw badFields({ field: 'address', code: 'invalid' });
    return undefined;
  }
  const to = given ?? (await findDelivery(sql, id));
  if (!to) throw new Error(`plastic card ${id} was never sent`);
  return to;
}
