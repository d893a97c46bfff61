/** Reports that contradict the books: settled after it failed or before it was sent, rejected after it was settled, unknown. Pure. */
import { formatDecimal, processingStatusOf } from '@calmly/domain';
import type { RailReport } from '@calmly/providers/rail/rail.ts';
import {
  type ReportedTransaction,
  type StoredTransaction,
  sentOf,
} from '../../../accounts/server/transactions/index.ts';
import type { Raised } from './raise-exceptions.ts';
import type { StoredSuspense } from './suspense-store.ts';

export interface Contradiction {
  readonly kind: 'settled_unexpectedly' | 'rejected_after_settlement' | 'report_unknown';
  readonly report: RailReport;
  readonly paymentId: string;
  /** Of the payment here. */
  readonly status: StoredTransaction['status'];
}

/** Reports with the payments as they were found, before anything was booked. `applied`: payments that these reports end now. */
export function contradicting(
  news: ReadonlyArray<{ readonly report: RailReport; readonly payment: ReportedTransaction }>,
  applied: ReadonlyMap<string, 'EXECUTED' | 'REJECTED'>,
): Contradiction[] {
  return news.flatMap(({ report, payment }): Contradiction[] => {
    const status = applied.get(payment.id) ?? payment.status;
    const is = (kind: Contradiction['kind']) => [{ kind, report, paymentId: payment.id, status }];
    if (report.outcome === 'settled' && status !== 'EXECUTED') return is('settled_unexpectedly');
    // An instant payment that becomes an ordinary one has not failed; the report of it may be late.
    const isRejection =
      report.outcome === 'rejected' ||
      (report.outcome === 'instant_unavailable' && payment.scheme === 'SEPA_INSTANT');
    if (!isRejection || processingStatusOf(status) === 'FAILED') return [];
    if (status === 'EXECUTED') return is('rejected_after_settlement');
    return status === 'PENDING_FINANCE_INSTITUTION' ? [] : is('report_unknown');
  });
}

/** As the desk reads it. */
export function raisedOf({ kind, report, status }: Contradiction, payment: StoredTransaction): Raised {
  const sent = sentOf(payment);
  return {
    kind,
    fingerprint: [payment.id],
    reference: payment.endToEndId,
    paymentId: payment.id,
    clientId: payment.clientId,
    unbooked: kind === 'settled_unexpectedly' ? sent : null,
    facts: [
      ['Number', payment.number],
      ['Status here', status],
      ['Reported', outcomeOf(report)],
      ['Amount', `${formatDecimal(sent.amountMinor, sent.currency)} ${sent.currency} by ${payment.scheme}`],
      ['From', `${payment.debtorName}, ${payment.debtorAccount}`],
      ['To', `${payment.creditorName}, ${payment.creditorAccount}`],
      ['End-to-end id', payment.endToEndId],
    ],
  };
}

const outcomeOf = (report: RailReport): string =>
  'reason' in report ? `${report.outcome}: ${report.reason}` : report.outcome;

/** A report that names no payment of ours, or says of money sent back out of suspense what cannot be. `sentBack` knows of settlements in the same list. */
export function unknownReport(report: RailReport, sentBack: StoredSuspense | undefined): Raised[] {
  if (sentBack?.state === 'sent_back')
    return report.outcome === 'rejected' && sentBack.settledAt
      ? [rejectedAfter(report, sentBack, sentBack.settledAt)]
      : [];
  if (sentBack && report.outcome !== 'settled') return [];
  return [
    {
      kind: sentBack ? 'settled_unexpectedly' : 'report_unknown',
      fingerprint: [report.paymentId, report.outcome],
      reference: report.paymentId,
      paymentId: null,
      unbooked: sentBack ? { currency: sentBack.currency, amountMinor: sentBack.amountMinor } : null,
      facts: [
        [sentBack ? 'Sent back out of suspense' : 'Reported for', report.paymentId],
        ['Reported', outcomeOf(report)],
        ...(sentBack ? [['Now', sentBack.state] as const] : []),
        ...(report.outcome === 'returned' ? [['Rail’s reference', report.railReference] as const] : []),
      ],
    },
  ];
}

/** The other bank cannot have refused what has left. */
const rejectedAfter = (report: RailReport, sentBack: StoredSuspense, settledAt: Date): Raised => ({
  kind: 'rejected_after_settlement',
  fingerprint: [sentBack.id, settledAt.toISOString()],
  reference: sentBack.id,
  paymentId: sentBack.id,
  unbooked: null,
  facts: [
    ['Sent back out of suspense', sentBack.id],
    ['Reported', outcomeOf(report)],
    [
      'Amount',
      `${formatDecimal(sentBack.amountMinor, sentBack.currency)} ${sentBack.currency} by ${sentBack.scheme}`,
    ],
    ['To', `${sentBack.debtorName}, ${sentBack.debtorAccount}`],
  ],
});
