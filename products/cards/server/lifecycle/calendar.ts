/**
 * Date-driven events of cards, by the bank's calendar: plastic is sent and delivered, the holder gets a notice a month before the end, receipts are
 * requested, and after its last day a card stops working. A card with a last day chosen by the client is closed if it is empty; if it has money, or
 * is past its printed date, it is EXPIRED, so that its money can be moved and it can be renewed.
 */
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import type { OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import { lockApprovals, voidApprovals } from '../../../approvals/server/index.ts';
import { balances } from '../../../ledger/server/index.ts';
import { auditedCard } from '../audited.ts';
import { findDebts } from '../authorizations/money/debt.ts';
import type { StoredCard } from '../card.ts';
import { noticeToHolder } from '../card-notice.ts';
import { findBeside, lockCard, updateCard } from '../card-store.ts';
import { noticeDay } from '../expiry.ts';
import { listDueDeliveries, lockDueDelivery } from '../issuing/delivery-store.ts';
import { moveDelivery } from '../issuing/shipment.ts';
import { trackingOf } from '../issuing/tracking.ts';
import { endCard } from '../money/close.ts';
import { isHeldBack } from '../own-card.ts';
import { lockOrUnlock } from '../receipts/lock.ts';
import { listNewRules, listToLookAt, lookByNewRule } from '../receipts/look-store.ts';
import { listToUnlock } from '../receipts/missing-store.ts';
import { keepReceipts } from '../receipts/reminders.ts';
import { hasOpenCards, listPastLastDay, listToRenew, markRenewalNoticed } from './lifecycle-store.ts';
import { type CalendarPayload, resumeCalendar, scheduleCalendar } from './schedule.ts';
import { type BeginRun, type Due, workOff } from './work-off.ts';

/** From the printer to the letter box. */
const postDays = 5;

/** The job. `begin`: for tests. */
export const keepCalendar = (database: Database, begin?: BeginRun): OutsideJobHandler => ({
  async outside(work, payload) {
    if (await hasOpenCards(work.sql)) await scheduleCalendar(work);
    const dues = duesOf(await businessDay(work));
    const rest = await workOff(database, work, dues, { ...(payload as CalendarPayload), begin });
    if (rest) await resumeCalendar(work, rest);
  },
});

/** The events of a day. Ids are those of cards unless noted. */
export const duesOf = (today: string): readonly Due[] => {
  const deliveries = { sentIfBy: addDays(today, postDays), today };
  return [
    {
      what: 'a delivery',
      list: (sql, page) => listDueDeliveries(sql, deliveries, page),
      handle: (work, id) => moveOn(work, id, deliveries),
    },
    {
      what: 'the notice before a card expires',
      list: (sql, page) => listToRenew(sql, noticeDay(today), page),
      handle: offerRenewal,
    },
    {
      what: 'the end of a card',
      list: (sql, page) => listPastLastDay(sql, today, page),
      handle: (work, id) => endAfterLastDay(work, id, today),
    },
    // Ids of clients.
    {
      what: 'a new rule for receipts',
      list: listNewRules,
      handle: ({ sql }, clientId) => lookByNewRule(sql, clientId, today),
    },
    // Ids of accounts.
    {
      what: 'a look at receipts',
      list: (sql, page) => listToLookAt(sql, today, page),
      handle: (work, accountId) => keepReceipts(work, accountId, today),
    },
    {
      what: 'unlocking a card whose receipts are complete',
      list: (sql, page) => listToUnlock(sql, today, page),
      async handle(work, id) {
        const card = await lockCard(work.sql, id);
        if (card) await lockOrUnlock(work, card, today);
      },
    },
  ];
};

/** An ordered card is sent, and a sent one arrives; after a jump of the calendar both. */
async function moveOn(
  work: Work,
  cardId: string,
  by: { readonly sentIfBy: string; readonly today: string },
): Promise<void> {
  const delivery = await lockDueDelivery(work.sql, by, cardId);
  if (!delivery) return;
  const card = await lockCard(work.sql, cardId);
  if (!card) throw new Error(`card ${cardId} is gone`);
  const isHere = delivery.expectedOn <= by.today;
  const trackingNumber = delivery.trackingNumber ?? trackingOf(card);
  const status = isHere ? 'DELIVERED' : 'SHIPPED';
  await moveDelivery(work, card, { status, trackingNumber, expectedOn: delivery.expectedOn });
}

async function offerRenewal(work: Work, id: string): Promise<void> {
  const card = await lockCard(work.sql, id);
  if (!card || !(await markRenewalNoticed(work.sql, id))) return;
  await notify(work, noticeToHolder(card, 'card_expiring', undefined, { date: card.expiresOn }));
}

async function endAfterLastDay(work: Work, id: string, today: string): Promise<void> {
  await lockApprovals(work.sql, { subjectId: id });
  const card = await lockCard(work.sql, id);
  if (!card || card.status === 'CLOSED' || card.status === 'EXPIRED') return;
  const { expiresOn, validUntil } = card;
  const lastDay = validUntil !== null && validUntil < expiresOn ? validUntil : expiresOn;
  if (lastDay < today) await endByDay(work, card, today);
}

async function endByDay(work: Work, card: StoredCard, today: string): Promise<void> {
  // A renewed card's money belongs to its successor. A locked card keeps its lock, which the successor takes over when it is activated.
  const isRenewed = (await findBeside(work.sql, [card.id])).get(card.id)?.some(({ id }) => id > card.id);
  const isOver = isRenewed ? !isHeldBack(card) : card.expiresOn >= today && (await isEmpty(work, card));
  if (isOver) {
    await endCard(work, card);
    await notify(work, noticeToHolder(card, 'card_closed'));
    return;
  }
  await updateCard(work.sql, card, work.now, {
    status: 'EXPIRED',
    // A renewal gets a new PIN, but does not bypass a lock by the bank or for missing receipts.
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
