/**
 * Applies the card scheme's decision on a dispute, and a refund during one. A won dispute is credited to the card once, from the bank's account at
 * the scheme like a refund, by a separate payment that names the dispute. The caller has claimed the message.
 */
import { formatDecimal } from '@calmly/domain';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { DisputeNews } from '@calmly/providers/issuer/issuer.ts';
import { partMinor } from '../authorizations/money/amounts.ts';
import { record } from '../authorizations/record.ts';
import { findAuthorization, type StoredAuthorization } from '../authorizations/store.ts';
import type { StoredCard } from '../card.ts';
import { lockCard } from '../card-store.ts';
import {
  findDispute,
  findLastDisputes,
  listWon,
  type StoredDispute,
  sumRefunds,
  updateDispute,
} from './dispute-store.ts';
import { afterLateRefund, afterOutcome, afterRefund } from './rules.ts';
import { type DisputeNotice, sendLater, tell } from './tell.ts';

/** Returns the row that credits a won dispute; null if nothing was credited. */
export async function takeOutcome(work: Work, news: DisputeNews): Promise<string | null> {
  const { sql } = work;
  const known = await findDispute(sql, news.disputeId);
  const card = known && (await lockCard(sql, known.cardId));
  const before = card && (await findDispute(sql, news.disputeId));
  const payment = before && (await findAuthorization(sql, before.authorizationId));
  if (!card || !before || !payment) {
    work.log.warn({ eventId: news.id, disputeId: news.disputeId }, 'an outcome names no dispute of ours');
    return null;
  }
  const refundedMinor = (await sumRefunds(sql, [payment.id])).get(payment.id) ?? 0n;
  const paidMinor = partMinor(news, card.currency);
  const leftMinor = payment.clearedMinor - refundedMinor;
  const dispute = afterOutcome(before, { outcome: news.outcome, paidMinor, leftMinor }, work.now);
  if (!dispute) {
    work.log.warn(
      { eventId: news.id, disputeId: before.id, status: before.status },
      'an outcome came after the end of its dispute',
    );
    return null;
  }
  const creditId = dispute.status === 'WON' ? await credit(work, { card, payment, dispute }) : null;
  await updateDispute(sql, dispute);
  await tell(work, { card, payment, dispute });
  // A withdrawn dispute may be won while a newer one is open: less is left to dispute.
  if (creditId !== null) await reduceDispute(work, card, payment);
  return creditId;
}

/** The row that credits a won dispute. */
async function credit(
  work: Work,
  { card, payment, dispute }: DisputeNotice & { readonly payment: StoredAuthorization },
): Promise<string> {
  const after = {
    ...(await moveOf(work, card, { payment, dispute, amountMinor: dispute.amountMinor })),
    reference: `dispute/${dispute.id}`,
    isRefund: true,
  };
  await record(work, { card, before: undefined, after });
  return after.id;
}

/** Money of a dispute as a separate payment; a debit. */
async function moveOf(
  work: Work,
  { currency }: StoredCard,
  of: {
    readonly payment: StoredAuthorization;
    readonly dispute: StoredDispute;
    readonly amountMinor: bigint;
  },
): Promise<StoredAuthorization> {
  const { payment, dispute, amountMinor } = of;
  const id = work.newId();
  const amount = formatDecimal(amountMinor, currency);
  return {
    ...payment,
    id,
    reference: `dispute/${dispute.id}/${id}`,
    createdAt: work.now,
    day: await businessDay(work),
    laterDays: [],
    isRefund: false,
    isOver: true,
    authorizedMinor: 0n,
    reversedMinor: 0n,
    clearedMinor: amountMinor,
    reportedMinor: 0n,
    merchantAmount: amount,
    merchantCleared: amount,
    merchantCurrency: currency,
    rate: null,
    expiresAt: null,
    reservationId: null,
    refundOf: payment.id,
    lateOf: null,
    disputeId: dispute.id,
  };
}

/**
 * After a refund: the open dispute of its payment shrinks or ends, and for a won dispute the amount that the client would have twice is reversed. The
 * caller has locked the card and recorded the refund.
 */
export async function followRefund(
  work: Work,
  card: StoredCard,
  payment: StoredAuthorization,
): Promise<void> {
  await reduceDispute(work, card, payment);
  const { sql } = work;
  const returnedMinor = (await sumRefunds(sql, [payment.id])).get(payment.id) ?? 0n;
  let overMinor = returnedMinor - payment.clearedMinor;
  if (overMinor <= 0n) return;
  for (const won of await listWon(sql, payment.id)) {
    const { dispute, takenMinor } = afterLateRefund(won, overMinor);
    if (takenMinor <= 0n) return;
    overMinor -= takenMinor;
    const after = await moveOf(work, card, { payment, dispute, amountMinor: takenMinor });
    await record(work, { card, before: undefined, after });
    await updateDispute(sql, dispute);
    await tell(work, { card, payment, dispute, takenMinor });
  }
}

/** The open dispute shrinks or ends after a refund. */
async function reduceDispute(
  work: Work,
  card: StoredCard,
  { id, merchant, clearedMinor }: Pick<StoredAuthorization, 'id' | 'merchant' | 'clearedMinor'>,
): Promise<void> {
  const { sql, now } = work;
  const last = (await findLastDisputes(sql, [id])).get(id);
  if (!last) return;
  const refundedMinor = (await sumRefunds(sql, [id])).get(id) ?? 0n;
  const dispute = afterRefund(last, clearedMinor - refundedMinor, now);
  if (!dispute) return;
  await updateDispute(sql, dispute);
  await sendLater(work, dispute);
  if (dispute.status === 'REFUNDED') await tell(work, { card, payment: { id, merchant }, dispute });
}
