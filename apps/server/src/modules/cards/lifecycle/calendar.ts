/**
 * What days do to cards, by the bank's calendar: plastic is sent and delivered, a month before its end a card's holder gets a notice, receipts are asked for, and after its last day
 * it stops working. A card whose last day was the client's choice is closed if it is empty; with money on it, and if it is past the day printed on it,
 * it is EXPIRED, so that its money can be moved and it can be renewed.
 */
import { audit } from '../../../platform/audit.ts';
import { notify } from '../../../platform/notify/notices.ts';
import { publish } from '../../../platform/notify/push.ts';
import { businessDay } from '../../../platform/time/business-time.ts';
import { addDays } from '../../../platform/time/zoned-days.ts';
import type { Work } from '../../../platform/work.ts';
import { lockApprovals, voidApprovals } from '../../approvals/index.ts';
import { balances } from '../../ledger/index.ts';
import { auditedCard } from '../audited.ts';
import { findDebts } from '../authorizations/money/debt.ts';
import type { StoredCard } from '../card.ts';
import { findBeside, lockCard, updateCard } from '../card-store.ts';
import { noticeDay } from '../expiry.ts';
import { lockDueDeliveries } from '../issuing/delivery-store.ts';
import { moveDelivery } from '../issuing/shipment.ts';
import { trackingOf } from '../issuing/tracking.ts';
import { endCard } from '../money/close.ts';
import { noticeToHolder } from '../notice.ts';
import { isHeldBack } from '../own-card.ts';
import { keepReceipts } from '../receipts/reminders.ts';
import { hasOpenCards, listPastLastDay, markRenewalNoticed } from './lifecycle-store.ts';
import { continueCalendar, scheduleCalendar } from './schedule.ts';

const atOnce = 200;
/** From the printer's to the letter box. */
const postDays = 5;

/** The job. */
export async function keepCalendar(work: Work): Promise<void> {
  const today = await businessDay(work);
  const moved = await moveDeliveries(work, today);
  const noticed = await offerRenewal(work, today);
  const ended = await listPastLastDay(work.sql, today, atOnce);
  for (const id of ended) {
    await lockApprovals(work.sql, { subjectId: id });
    const card = await lockCard(work.sql, id);
    if (card && card.status !== 'CLOSED' && card.status !== 'EXPIRED') await endByDay(work, card, today);
  }
  const hasMoreReceipts = await keepReceipts(work, today, atOnce);
  // A full batch may not have been all of them.
  if (hasMoreReceipts || [moved, noticed, ended.length].includes(atOnce)) await continueCalendar(work);
  else if (await hasOpenCards(work.sql)) await scheduleCalendar(work);
}

/** A card that was ordered is sent, and one that was sent arrives; after a leap of the calendar both. */
async function moveDeliveries(work: Work, today: string): Promise<number> {
  const { sql } = work;
  const due = await lockDueDeliveries(sql, { sentIfBy: addDays(today, postDays), today, limit: atOnce });
  for (const delivery of due) {
    const card = await lockCard(sql, delivery.cardId);
    if (!card) throw new Error(`card ${delivery.cardId} is gone`);
    const isHere = delivery.expectedOn <= today;
    const trackingNumber = delivery.trackingNumber ?? trackingOf(card);
    const status = isHere ? 'DELIVERED' : 'SHIPPED';
    await moveDelivery(work, card, { status, trackingNumber, expectedOn: delivery.expectedOn });
  }
  return due.length;
}

async function offerRenewal(work: Work, today: string): Promise<number> {
  const noticed = await markRenewalNoticed(work.sql, noticeDay(today), atOnce);
  for (const id of noticed) {
    const card = await lockCard(work.sql, id);
    if (!card) throw new Error(`card ${id} is gone`);
    await notify(work, noticeToHolder(card, 'card_expiring', undefined, { date: card.expiresOn }));
  }
  return noticed.length;
}

async function endByDay(work: Work, card: StoredCard, today: string): Promise<void> {
  // The money of a renewed card is its successor's. A locked card keeps its lock, which the successor takes over when it is activated.
  const isRenewed = (await findBeside(work.sql, [card.id])).get(card.id)?.some(({ id }) => id > card.id);
  const isOver = isRenewed ? !isHeldBack(card) : card.expiresOn >= today && (await isEmpty(work, card));
  if (isOver) {
    await endCard(work, card);
    await notify(work, noticeToHolder(card, 'card_closed'));
    return;
  }
  await updateCard(work.sql, card, work.now, {
    status: 'EXPIRED',
    // A renewal gets a new PIN, but is no way around a lock of the bank or for missing receipts.
    lock: isHeldBack(card) ? card.lock : null,
    blockedAt: null,
    blockedBy: null,
  });
  await voidApprovals(work, { subjectId: card.id });
  await audit(work, { action: 'card.expired', clientId: card.clientId, details: auditedCard(card) });
  await notify(work, noticeToHolder(card, 'card_expired'));
  await publish(work.sql, card.clientId, { topic: 'cards' });
}

async function isEmpty({ sql }: Work, { accountId }: StoredCard): Promise<boolean> {
  const balance = (await balances(sql, [accountId])).get(accountId);
  const owed = (await findDebts(sql, [accountId])).get(accountId) ?? 0n;
  return balance?.postedMinor === 0n && balance.reservedMinor === 0n && owed === 0n;
}
