/**
 * Date-driven events of missing receipts, by the bank's calendar: the holder gets a notice a day after the payment and one on the day before the
 * lock, and the card is locked once a receipt is overdue. Part of the cards' calendar job. Cards are locked by id.
 */
import { formatDecimal } from '@calmly/domain';
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { StoredCard } from '../card.ts';
import { noticeToHolder } from '../card-notice.ts';
import { lockCard } from '../card-store.ts';
import { lockOrUnlock } from './lock.ts';
import { setNextLook } from './look-store.ts';
import { type DueNotice, listDueNotices, listToLock, markNoticed } from './missing-store.ts';

/** Checks the receipts of an account; a renewed card shares the previous card's account. */
export async function keepReceipts(work: Work, accountId: string, today: string): Promise<void> {
  const { sql } = work;
  // After a jump of the calendar, the second notice is enough.
  const last = await listDueNotices(sql, { accountId, notice: 2, today });
  const isLast = new Set(last.map(({ id }) => id));
  const first = await listDueNotices(sql, { accountId, notice: 1, today });
  const due = Map.groupBy([...last, ...first.filter(({ id }) => !isLast.has(id))], ({ cardId }) => cardId);
  const cardIds = new Set([...due.keys(), ...(await listToLock(sql, accountId))]);
  for (const id of [...cardIds].sort()) {
    const card = await lockCard(sql, id);
    if (!card) throw new Error(`card ${id} is gone`);
    for (const one of due.get(id) ?? [])
      await sendNotice(work, card, one, { isLast: isLast.has(one.id), today });
    await lockOrUnlock(work, card, today);
  }
  await setNextLook(sql, accountId, today);
}

async function sendNotice(
  work: Work,
  card: StoredCard,
  { id, merchant, amountMinor, dueOn }: DueNotice,
  { isLast, today }: { readonly isLast: boolean; readonly today: string },
): Promise<void> {
  if (!(await markNoticed(work.sql, id, isLast ? 2 : 1))) return;
  // The notice about the lock covers it.
  if (dueOn !== null && dueOn < today) return;
  const params = {
    counterparty: merchant,
    amount: formatDecimal(amountMinor, card.currency),
    currency: card.currency,
    ...(isLast && dueOn !== null && { date: dueOn }),
  };
  const [notice] = noticeToHolder(
    card,
    isLast ? 'card_receipt_due' : 'card_receipt_missing',
    undefined,
    params,
  );
  if (notice) await notify(work, [{ ...notice, subjectId: id }]);
}
