/** A card's payments for its screen, including those of the cards it replaced. */
import {
  type CardTransaction,
  cardTransactionStatuses,
  type Dispute,
  type EndpointInput,
  type listCardTransactions,
} from '@calmly/contract';
import { type CurrencyCode, categoryOf, formatDecimal } from '@calmly/domain';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { StoredCard } from '../card.ts';
import { findCard } from '../card-store.ts';
import { findLastDisputes, type StoredDispute, sumRefunds } from '../disputes/dispute-store.ts';
import { disputableOf, mayDispute } from '../disputes/rules.ts';
import { findAttached, findMissing } from '../receipts/missing-store.ts';
import { isDisputeReversal, merchantAmountOf, rowState } from './row.ts';
import { statusOf } from './state.ts';
import { listOfAccount, type StoredAuthorization } from './store.ts';

type Query = EndpointInput<typeof listCardTransactions>['query'];

/** A page of them. Errors: `not_found`, `invalid_request` for an unknown cursor or status. */
export async function listTransactions(
  work: Pick<Work, 'sql' | 'now'>,
  actor: ClientActor,
  id: string,
  { limit, cursor, status, receipt, payment }: Query,
): Promise<{ Items: CardTransaction[]; NextCursor: string | null }> {
  const { sql } = work;
  const card = await findCard(sql, { clientId: actor.clientId, id });
  if (!card) throw new Problem('not_found');
  const found = await listOfAccount(sql, {
    accountId: card.accountId,
    statuses: status === undefined ? undefined : statusesIn(status),
    withoutReceipt: receipt === 'MISSING',
    only: payment,
    before: cursorId(cursor),
    limit: limit + 1,
  });
  return pageOf(await presentPayments(work, actor, card, found), limit);
}

/** Payments of one account with their receipts and disputes. */
export async function presentPayments(
  work: Pick<Work, 'sql' | 'now'>,
  actor: ClientActor,
  card: StoredCard,
  payments: readonly StoredAuthorization[],
): Promise<CardTransaction[]> {
  const { sql } = work;
  const ids = payments.map(({ id }) => id);
  const [attached, missing, disputes, refunds, today] = await Promise.all([
    findAttached(sql, ids),
    findMissing(sql, ids),
    findLastDisputes(sql, ids),
    sumRefunds(sql, ids),
    businessDay(work),
  ]);
  const mayChange = mayDispute(card, actor);
  return payments.map((payment): CardTransaction => {
    const { id } = payment;
    const last = disputes.get(id);
    const verdict = disputableOf({ card, payment, refundedMinor: refunds.get(id) ?? 0n, last, today });
    return {
      ...toCardTransaction(payment, card.currency),
      receipt: attached.has(id) ? 'ATTACHED' : missing.has(id) ? 'MISSING' : 'NOT_NEEDED',
      receiptDueOn: missing.get(id) ?? null,
      dispute: last ? toDispute(last, card.currency) : null,
      disputable:
        mayChange && 'mostMinor' in verdict
          ? {
              amount: formatDecimal(verdict.mostMinor, card.currency),
              until: verdict.until,
            }
          : null,
    };
  });
}

const toDispute = (it: StoredDispute, currency: CurrencyCode): Dispute => ({
  id: it.id,
  status: it.status,
  reason: it.reason,
  text: it.text,
  amount: formatDecimal(it.amountMinor, currency),
  reversed: formatDecimal(it.reversedMinor, currency),
  openedAt: it.openedAt.toISOString(),
  files: it.documentIds.length,
  closedAt: it.closedAt?.toISOString() ?? null,
});

function statusesIn(text: string): string[] {
  const asked = text.split(',');
  if (asked.some((each) => !cardTransactionStatuses.some((status) => status === each)))
    throw badFields({ field: 'status', code: 'invalid' });
  return asked;
}

type Own = Omit<CardTransaction, 'receipt' | 'receiptDueOn' | 'dispute' | 'disputable'>;

function toCardTransaction(it: StoredAuthorization, currency: CurrencyCode): Own {
  const { merchant } = it;
  return {
    id: it.id,
    cardId: it.cardId,
    createdAt: it.createdAt.toISOString(),
    status: statusOf(it),
    group: categoryOf(merchant.mcc),
    amount: formatDecimal(rowState(it).amountMinor, currency),
    currency,
    direction: it.isRefund ? 'CREDIT' : 'DEBIT',
    merchantAmount: merchantAmountOf(it),
    merchantCurrency: it.merchantCurrency,
    rate: it.rate,
    merchantName: merchant.name,
    merchantCity: merchant.city,
    merchantCountry: merchant.country,
    mcc: merchant.mcc,
    channel: it.channel,
    declineReason: it.declineReason,
    refundOf: it.refundOf,
    isDisputeCredit: it.isRefund && it.disputeId !== null,
    isDisputeReversal: isDisputeReversal(it),
  };
}
