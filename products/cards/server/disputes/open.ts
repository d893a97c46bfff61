/**
 * Opens and withdraws disputes of card payments, by the cardholder or a person with the right to change cards.
 * Errors in the order checked: `not_found`, `card_right_missing`; opening: `dispute_exists`, `dispute_not_possible`, `dispute_too_late`,
 * `invalid_request` (amount: amount_precision, amount_zero, dispute_amount; documents: document_unknown); withdrawing: `dispute_over`. Source: server
 * page section 10.
 */
import type { DisputeInput } from '@calmly/contract';
import { displayAmount } from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { linkDocuments } from '../../../accounts/server/documents/index.ts';
import { findAuthorization, type StoredAuthorization } from '../authorizations/store.ts';
import type { StoredCard } from '../card.ts';
import { readAmount } from '../money/named-amounts.ts';
import { lockOwnCard } from '../own-card.ts';
import {
  findLastDisputes,
  insertDispute,
  type StoredDispute,
  sumRefunds,
  updateDispute,
} from './dispute-store.ts';
import { disputableOf, disputeDaysOf, isUnderWay, mayDispute } from './rules.ts';
import { sendLater, tell } from './tell.ts';

export interface Disputed {
  readonly card: StoredCard;
  readonly payment: StoredAuthorization;
}

/** `POST /cards/dispute/{id}`. */
export async function openDispute(
  work: Work,
  actor: ClientActor,
  { id, reason, text, amount, documents }: DisputeInput & { readonly id: string },
): Promise<Disputed> {
  const { sql, now, newId } = work;
  const { card, payment } = await lockDisputed(work, actor, id);
  const [refunds, last, today] = await Promise.all([
    sumRefunds(sql, [id]),
    findLastDisputes(sql, [id]),
    businessDay(work),
  ]);
  const refundedMinor = refunds.get(id) ?? 0n;
  const verdict = disputableOf({ card, payment, refundedMinor, last: last.get(id), today });
  if ('refusal' in verdict)
    throw new Problem(
      verdict.refusal,
      verdict.refusal === 'dispute_too_late' ? { params: { days: disputeDaysOf(card) } } : {},
    );
  const amountMinor = readAmount(amount, 'amount');
  const { mostMinor } = verdict;
  if (amountMinor > mostMinor) {
    const params = { amount: displayAmount(mostMinor, card.currency).text };
    throw badFields({ field: 'amount', code: 'dispute_amount', params });
  }
  const { clientId, personId } = actor;
  const documentIds = [...new Set(documents)];
  await linkDocuments(sql, {
    clientId,
    ids: documentIds,
    purpose: 'dispute',
    field: 'documents',
    listed: { kind: 'DISPUTE', subjectId: null, about: '', needs: ['can_plast_view'] },
  });
  const dispute: StoredDispute = {
    id: newId(),
    clientId,
    cardId: card.id,
    authorizationId: id,
    status: 'OPEN',
    reason,
    text,
    amountMinor,
    reversedMinor: 0n,
    documentIds,
    openedBy: personId,
    openedAt: now,
    closedAt: null,
  };
  await insertDispute(sql, dispute);
  await sendLater(work, dispute);
  await tell(work, { card, payment, dispute });
  return { card, payment };
}

/** `DELETE /cards/dispute/{id}`. */
export async function withdrawDispute(work: Work, actor: ClientActor, id: string): Promise<Disputed> {
  const { sql, now } = work;
  const { card, payment } = await lockDisputed(work, actor, id);
  const last = (await findLastDisputes(sql, [id])).get(id);
  if (!last || !isUnderWay(last)) throw new Problem('dispute_over');
  const dispute: StoredDispute = { ...last, status: 'WITHDRAWN', closedAt: now };
  await updateDispute(sql, dispute);
  await sendLater(work, dispute);
  await tell(work, { card, payment, dispute });
  return { card, payment };
}

/** The payment and its card, locked. */
async function lockDisputed({ sql }: Work, actor: ClientActor, id: string): Promise<Disputed> {
  const found = await findAuthorization(sql, id);
  if (!found) throw new Problem('not_found');
  const card = await lockOwnCard(sql, actor, found.cardId);
  if (!mayDispute(card, actor)) throw new Problem('card_right_missing');
  const payment = await findAuthorization(sql, id);
  if (!payment) throw new Error(`the payment ${id} is gone`);
  return { card, payment };
}
