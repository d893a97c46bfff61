/** What clients are told when a payment has come to its end: executed, rejected, or money received. Pure. */
import { formatDecimal } from '@calmly/domain';
import type { Notice } from '../../platform/notices.ts';
import type { StoredPayment } from './view.ts';

/** A payment's last step. A history that is being written is no news; neither is a day-old report. */
const newsMs = 24 * 3_600_000;

export interface Ended {
  readonly payment: Pick<
    StoredPayment,
    'id' | 'clientId' | 'direction' | 'currency' | 'amountMinor' | 'debtorName' | 'creditorName'
  >;
  readonly status: 'EXECUTED' | 'REJECTED';
  readonly at: Date;
  readonly reason: string | null;
}

export const noticesOf = (ended: readonly Ended[], now: Date): Notice[] =>
  ended
    .filter(({ at }) => now.getTime() - at.getTime() < newsMs)
    .map(({ payment, status, at, reason }) => ({
      kind:
        payment.direction === 'CREDIT'
          ? 'payment_received'
          : status === 'EXECUTED'
            ? 'payment_executed'
            : 'payment_rejected',
      clientId: payment.clientId,
      subjectId: payment.id,
      at,
      params: {
        amount: formatDecimal(payment.amountMinor, payment.currency),
        currency: payment.currency,
        counterparty: payment.direction === 'CREDIT' ? payment.debtorName : payment.creditorName,
        ...(reason === null ? {} : { reason }),
      },
    }));
