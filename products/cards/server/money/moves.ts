/**
 * Moves between an account and a card: top-up (whose fee is added to the debit, and which first repays the card's debt) and withdrawal (free). The
 * card is locked for both, so that they are serialised with closing and payments.
 * Errors in the order checked: `not_found`; top-up: `card_closed`, `card_expired` (beyond what the card owes); withdrawal: `card_closed` once another
 * card has its money; `invalid_request` with the fields (account: account_unknown, account_not_euro; amount: amount_precision, amount_zero),
 * `account_closed`, `insufficient_balance`. Source: specification section 9; server page section 10.
 */
import type { CardMove } from '@calmly/contract';
import { cardTopUpPercent, displayAmount, formatDecimal, transferFee } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { type AccountRecord, requireFunds } from '../../../accounts/server/accounts/index.ts';
import { requireCode } from '../../../identity/server/index.ts';
import { auditedCard, shortName } from '../audited.ts';
import { findDebts, repayDebt } from '../authorizations/money/debt.ts';
import type { StoredCard } from '../card.ts';
import { findSuccessors } from '../card-store.ts';
import { scheduleUsedUp } from '../lifecycle/used-up.ts';
import { lockOwnCard, refuseEnded } from '../own-card.ts';
import { presentOne } from '../reading/view.ts';
import { bookMove } from './book.ts';
import { cardCurrency, readAmount, requireEuroAccount } from './named-amounts.ts';

interface MoveInput {
  readonly id: string;
  readonly account: string;
  readonly amount: string;
}

/** For a top-up, in minor units. */
const topUpFee = (amountMinor: bigint): bigint =>
  transferFee(amountMinor, { rate: cardTopUpPercent, minfixMinor: 0n });

/** `POST /cards/topup/{id}`. */
export async function topUpCard(work: Work, actor: ClientActor, input: MoveInput): Promise<CardMove> {
  const { sql } = work;
  const card = await lockOwnCard(sql, actor, input.id);
  const owedMinor = (await findDebts(sql, [card.accountId])).get(card.accountId) ?? 0n;
  if (owedMinor === 0n) refuseEnded(card);
  const account = await requireEuroAccount(
    sql,
    { clientId: actor.clientId, numberOrIban: input.account },
    'account',
  );
  const amountMinor = readAmount(input.amount, 'amount');
  // An expired or closed card accepts what it owes, so that the debt can be repaid and an expired card closed, but no more.
  if (amountMinor > owedMinor) refuseEnded(card);
  const feeMinor = topUpFee(amountMinor);
  await requireFunds(sql, { id: account.id, currency: cardCurrency }, amountMinor + feeMinor);
  const [amount, fee] = [amountMinor, feeMinor].map((minor) => displayAmount(minor, cardCurrency).text);
  await requireCode(work, {
    summary: {
      en: `Top up card ${shortName(card)} with ${amount}, fee ${fee}`,
      ru: `Пополнить карту ${shortName(card)} на ${amount}, комиссия ${fee}`,
    },
    snapshot: String(feeMinor),
    // The card's number is enough to spend the money, and may have been shown since the access changed, however old the card is.
    money: [{ knownSince: work.now, worthMinor: amountMinor }],
  });
  const paymentId = await bookTopUp(work, card, account, amountMinor);
  return finish(work, actor, card, { paymentId, action: 'card.topped_up', amountMinor, feeMinor });
}

/** Moves the amount and the fee, and first repays the card's debt. Returns the id of the account's row. */
export async function bookTopUp(
  work: Work,
  card: StoredCard,
  account: AccountRecord,
  amountMinor: bigint,
): Promise<string> {
  const feeMinor = topUpFee(amountMinor);
  const move = { direction: 'to_card', card, account, amountMinor, feeMinor } as const;
  const { debitId, creditId } = await bookMove(work, move);
  const repaidMinor = await repayDebt(work, { accountId: card.accountId, subjectId: creditId });
  // Its payment was collected, and only its debt kept it open.
  if (card.isSingleUse && repaidMinor > 0n) await scheduleUsedUp(work.sql, card.id);
  return debitId;
}

/** `POST /cards/withdraw/{id}`: also from a closed card, for money that arrives later. */
export async function withdrawFromCard(work: Work, actor: ClientActor, input: MoveInput): Promise<CardMove> {
  const { sql } = work;
  const card = await lockOwnCard(sql, actor, input.id);
  if (card.status === 'CLOSED' && (await findSuccessors(sql, [card.id])).has(card.id))
    throw new Problem('card_closed');
  const account = await requireEuroAccount(
    sql,
    { clientId: actor.clientId, numberOrIban: input.account },
    'account',
  );
  const amountMinor = readAmount(input.amount, 'amount');
  const move = { direction: 'to_account', card, account, amountMinor, feeMinor: 0n } as const;
  const { debitId } = await bookMove(work, move);
  return finish(work, actor, card, {
    paymentId: debitId,
    action: 'card.withdrawn',
    amountMinor,
    feeMinor: 0n,
  });
}

async function finish(
  work: Work,
  { clientId, personId }: ClientActor,
  card: StoredCard,
  done: {
    readonly paymentId: string;
    readonly action: 'card.topped_up' | 'card.withdrawn';
    readonly amountMinor: bigint;
    readonly feeMinor: bigint;
  },
): Promise<CardMove> {
  const amount = formatDecimal(done.amountMinor, cardCurrency);
  await audit(work, {
    action: done.action,
    details: { ...auditedCard(card), amount, currency: cardCurrency, payment: done.paymentId },
  });
  await publish(work.sql, clientId, { topic: 'cards' });
  return {
    paymentId: done.paymentId,
    amount,
    fee: formatDecimal(done.feeMinor, cardCurrency),
    card: await presentOne(work.sql, card, personId),
  };
}
