/**
 * Closes a single-use card once its payment has been collected; its balance goes to the client's oldest account in the same currency. This is a job,
 * because the payment's own transaction holds the bank's accounts. With money held or owed, or without such an account, the card stays open and
 * declines every payment.
 */
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { listAccountsOf } from '../../../accounts/server/accounts/index.ts';
import { lockApprovals } from '../../../approvals/server/index.ts';
import { balances } from '../../../ledger/server/index.ts';
import { findDebts } from '../authorizations/money/debt.ts';
import { noticeToHolder } from '../card-notice.ts';
import { lockCard } from '../card-store.ts';
import { bookMove } from '../money/book.ts';
import { endCard } from '../money/close.ts';

export const usedCardTask = 'card_used_up';

/** Closes it after the open transaction commits. */
export const scheduleUsedUp = (sql: Sql, cardId: string): Promise<void> =>
  addJobs(sql, [{ task: usedCardTask, payload: { cardId } }]);

/** The job. */
export async function closeUsedCard(work: Work, payload: unknown): Promise<void> {
  const { sql } = work;
  const { cardId } = payload as { readonly cardId: string };
  await lockApprovals(sql, { subjectId: cardId });
  const card = await lockCard(sql, cardId);
  if (!card || card.status === 'CLOSED') return;
  const { accountId, clientId, currency } = card;
  const balance = (await balances(sql, [accountId])).get(accountId);
  if (!balance || balance.reservedMinor > 0n || (await findDebts(sql, [accountId])).size > 0) return;
  const amountMinor = balance.postedMinor;
  if (amountMinor > 0n) {
    const accounts = await listAccountsOf(sql, clientId);
    const account = accounts.find((each) => each.currency === currency && each.status === 'ACTIVE');
    if (!account) return;
    await bookMove(work, { direction: 'to_account', card, account, amountMinor, feeMinor: 0n });
  }
  await endCard(work, card);
  await notify(work, noticeToHolder(card, 'card_closed'));
}
