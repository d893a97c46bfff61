/**
 * Locks a card while a receipt is overdue, and unlocks it when none is. Decided again under the card's lock, so that a receipt attached at the same
 * moment is counted or unlocks the card. A card blocked by a person stays blocked; it is locked when it is unblocked. A locked card that has expired
 * can be renewed once it is unlocked.
 */
import { audit } from '@calmly/platform/audit.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { ReceiptNeeds } from '../../../accounts/server/transactions/index.ts';
import { auditedCard } from '../audited.ts';
import type { StoredCard } from '../card.ts';
import { noticeToHolder } from '../card-notice.ts';
import { lockCard, updateCard } from '../card-store.ts';
import { findMissing, findUsedCard, isOverdue, setReceiptCount } from './missing-store.ts';

/** The caller holds the card's lock. */
export async function lockOrUnlock(work: Work, card: StoredCard, today: string): Promise<void> {
  const { sql, now } = work;
  const { clientId, status, lock, accountId } = card;
  const isLocked = lock === 'receipts_missing';
  const isExpired = status === 'EXPIRED';
  if (!isLocked && status !== 'ACTIVE') return;
  if ((await isOverdue(sql, accountId, today)) === isLocked) return;
  await updateCard(
    sql,
    card,
    now,
    isLocked
      ? { status: isExpired ? 'EXPIRED' : 'ACTIVE', lock: null }
      : { status: 'LOCKED', lock: 'receipts_missing' },
  );
  const details = { ...auditedCard(card), lock: 'receipts_missing' };
  await audit(work, { action: isLocked ? 'card.unlocked' : 'card.locked', clientId, details });
  // The notice would say that the card works again.
  if (!isExpired) await notify(work, noticeToHolder(card, isLocked ? 'card_unlocked' : 'card_locked'));
  await publish(sql, clientId, { topic: 'cards' });
}

/** The receipts that cards need for their rows. Lock order: the row's receipts, then the card. */
export const cardReceipts: ReceiptNeeds = {
  async missing(work, { id, scheme }) {
    const found = scheme === 'CARD' ? await findMissing(work.sql, [id]) : undefined;
    const dueOn = found?.get(id);
    if (dueOn === undefined) return undefined;
    return { dueOn, isOverdue: dueOn !== null && dueOn < (await businessDay(work)) };
  },
  async counted(work, { id, scheme }, count) {
    const { sql } = work;
    const cardId = scheme === 'CARD' ? await findUsedCard(sql, id) : undefined;
    const card = cardId && (await lockCard(sql, cardId));
    if (!card) return;
    await setReceiptCount(sql, id, count);
    await publish(sql, card.clientId, { topic: 'cards' });
    await lockOrUnlock(work, card, await businessDay(work));
  },
};
