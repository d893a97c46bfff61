/** What clients are told of a payment: how it ended, what holds it up, money received. Pure. */
import type { NotificationKind } from '@calmly/contract';
import { formatDecimal, type PaymentStatus } from '@calmly/domain';
import type { Notice } from '@calmly/platform/notify/notices.ts';
import {
  type StoredReason,
  type StoredTransaction,
  visibleReason,
} from '../../../accounts/server/transactions/index.ts';

/** A payment's last step. A history that is being written is no news; neither is a day-old report. */
const newsMs = 24 * 3_600_000;

/** What of a payment that goes out is news; the rest is seen in the list. */
const kinds = {
  EXECUTED: 'payment_executed',
  REJECTED: 'payment_rejected',
  AML_REJECTED: 'payment_rejected',
  UNDER_REVIEW: 'payment_in_review',
  HOLD_AML: 'payment_in_review',
  HOLD_OTHER: 'payment_document_wanted',
} as const satisfies Partial<Record<PaymentStatus, NotificationKind>>;

export interface Told {
  readonly payment: Pick<
    StoredTransaction,
    | 'id'
    | 'clientId'
    | 'direction'
    | 'currency'
    | 'amountMinor'
    | 'debtorName'
    | 'creditorName'
    | 'payoutId'
    | 'audience'
  > & { readonly initiatorId?: string | null };
  readonly status: PaymentStatus;
  readonly at: Date;
  readonly reason: StoredReason | null;
}

const isNews = (status: PaymentStatus): status is keyof typeof kinds => Object.hasOwn(kinds, status);

/** One notice for each step that is news. What screening has found is in none of them. */
export const noticesOf = (steps: readonly Told[], now: Date): Notice[] =>
  steps.flatMap(({ payment, status, at, reason }) => {
    if (!isNews(status) || now.getTime() - at.getTime() >= newsMs) return [];
    // Payments of a payout are announced together (`payout-news.ts`), unless the client has to act on one.
    if (payment.payoutId && payment.direction === 'DEBIT' && status !== 'HOLD_OTHER') return [];
    const { direction, currency, amountMinor } = payment;
    const arrived = reason === 'returned' ? 'payment_returned' : 'payment_received';
    const kind = direction === 'CREDIT' ? arrived : kinds[status];
    const counterparty = direction === 'CREDIT' ? payment.debtorName : payment.creditorName;
    const why = visibleReason(reason);
    const params = { amount: formatDecimal(amountMinor, currency), currency, counterparty };
    return [
      {
        kind,
        clientId: payment.clientId,
        subjectId: payment.id,
        at,
        audience: payment.audience === 'CONFIDENTIAL' ? 'confidential' : undefined,
        byPersonId: payment.initiatorId ?? undefined,
        params: kind === 'payment_rejected' && why !== null ? { ...params, reason: why } : params,
      },
    ];
  });
