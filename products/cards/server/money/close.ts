/**
 * Closes a card for good. Its balance goes to an account of the client; without one, only an empty card can be closed. The ledger's account stays
 * open, because shops may still collect or refund, and later money can be withdrawn. If two cards share an account, while plastic is renewed, the
 * money stays with the other; a locked one can only be closed without the other, because the new card must not bypass the lock.
 * Errors in the order checked: `not_found`, `card_closed`, `card_locked` (with another card on the account), `card_money_held`, `card_money_owed`,
 * `invalid_request` (account: account_unknown, account_not_euro), `card_not_empty`. Source: specification section 7; server page section 10.
 */
import { displayAmount } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { voidApprovals } from '../../../approvals/server/index.ts';
import { requireCode } from '../../../identity/server/index.ts';
import { balances } from '../../../ledger/server/index.ts';
import { auditedCard, shortName } from '../audited.ts';
import { findDebts } from '../authorizations/money/debt.ts';
import type { StoredCard } from '../card.ts';
import { noticeToHolder } from '../card-notice.ts';
import { findBeside, updateCard } from '../card-store.ts';
import { isHeldBack, lockForVoiding, refuseClosed, refuseLocked } from '../own-card.ts';
import { bookMove } from './book.ts';
import { cardCurrency, requireEuroAccount } from './named-amounts.ts';

/** `POST /cards/close/{id}`. */
export async function closeCard(
  work: Work,
  actor: ClientActor,
  { id, account: numberOrIban }: { readonly id: string; readonly account: string | undefined },
): Promise<{ status: 'CLOSED' }> {
  const { sql } = work;
  const card = await lockForVoiding(sql, actor, id);
  refuseClosed(card);
  const isBeside = (await findBeside(sql, [id])).has(id);
  if (isBeside && isHeldBack(card)) refuseLocked(card);
  const leftMinor = isBeside ? 0n : await requireFreeBalance(work, card);
  const account =
    numberOrIban === undefined
      ? undefined
      : await requireEuroAccount(sql, { clientId: actor.clientId, numberOrIban }, 'account');
  if (leftMinor > 0n && !account)
    throw new Problem('card_not_empty', { params: { amount: text(leftMinor) } });
  const rest =
    account && leftMinor > 0n
      ? {
          en: `; ${text(leftMinor)} goes to ${account.name}, ${account.number}`,
          ru: `; ${text(leftMinor)} перейдёт на счёт ${account.name}, ${account.number}`,
        }
      : { en: '', ru: '' };
  await requireCode(work, {
    summary: {
      en: `Close card ${shortName(card)}${rest.en}`,
      ru: `Закрыть карту ${shortName(card)}${rest.ru}`,
    },
    snapshot: String(leftMinor),
    money: 'stays',
  });
  if (account && leftMinor > 0n)
    await bookMove(work, {
      direction: 'to_account',
      card,
      account,
      amountMinor: leftMinor,
      feeMinor: 0n,
    });
  await endCard(work, card);
  await notify(work, noticeToHolder(card, 'card_closed', actor.personId));
  return { status: 'CLOSED' };
}

/** Closes a locked, empty card and records it; changes of it that await approval are void. */
export async function endCard(work: Work, card: StoredCard): Promise<void> {
  await updateCard(work.sql, card, work.now, {
    status: 'CLOSED',
    closedAt: work.now,
    lock: null,
    blockedAt: null,
    blockedBy: null,
  });
  await voidApprovals(work, { subjectId: card.id });
  await audit(work, { action: 'card.closed', clientId: card.clientId, details: auditedCard(card) });
  await publish(work.sql, card.clientId, { topic: 'cards' });
}

const text = (minor: bigint) => displayAmount(minor, cardCurrency).text;

/** The card's balance; refused while some of it is held, or something is owed. */
async function requireFreeBalance({ sql }: Work, { accountId }: StoredCard): Promise<bigint> {
  const balance = (await balances(sql, [accountId])).get(accountId);
  if (!balance) throw new Error(`account ${accountId} is not in the ledger`);
  const { reservedMinor, postedMinor } = balance;
  if (reservedMinor > 0n) throw new Problem('card_money_held', { params: { amount: text(reservedMinor) } });
  const owedMinor = (await findDebts(sql, [accountId])).get(accountId) ?? 0n;
  if (owedMinor > 0n) throw new Problem('card_money_owed', { params: { amount: text(owedMinor) } });
  return postedMinor;
}
