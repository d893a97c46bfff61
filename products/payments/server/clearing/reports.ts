/**
 * The rail's reports of payments. Settled money leaves for good, rejected money is free again, an instant payment that the other bank
 * cannot take is sent as an ordinary one, and `returns.ts` books money that another bank sends back. A repeated report changes
 * nothing; one that contradicts the books is listed for the desk (`contradictions.ts`).
 *
 * Order of locks: payments by id, then the ledger's accounts. Source: server page sections 4 and 8.
 */
import { mayFollow } from '@calmly/domain';
import type { Work } from '@calmly/platform/work.ts';
import type { Rail, RailReport } from '@calmly/providers/rail/rail.ts';
import {
  findTransactions,
  lockReported,
  type ReportedTransaction,
} from '../../../accounts/server/transactions/index.ts';
import { endPayments, resendAsSepa, settleListedPayments } from '../payments/index.ts';
import { type Contradiction, contradicting, raisedOf } from './contradictions.ts';
import { type Raised, raiseExceptions } from './raise-exceptions.ts';
import { bookReturns, type ReturnParts } from './returns.ts';
import { applySuspenseReports } from './suspense-reports.ts';

type Outcome = RailReport['outcome'];
type ReportOf<O extends Outcome> = Extract<RailReport, { outcome: O }>;
interface News<O extends Outcome> {
  readonly report: ReportOf<O>;
  readonly payment: ReportedTransaction;
}

/** Books the reports in the open transaction; `rail` takes the payments that are sent again. */
export async function applyRailReports(
  parts: { readonly rail: Rail } & ReturnParts,
  work: Work,
  reports: readonly RailReport[],
): Promise<void> {
  const settled = await settleAsListed(work, reports);
  const others = reports.filter(({ paymentId }) => !settled.has(paymentId));
  if (others.length > 0) await applySingly(parts, work, others);
}

/** Settles payments of bulk payouts of which nothing else is reported, and locks all others with them, so that the order of locks is kept. Answers the ids. */
async function settleAsListed(work: Work, reports: readonly RailReport[]): Promise<ReadonlySet<string>> {
  const at = reports.find(({ outcome }) => outcome === 'settled')?.at;
  if (!at) return new Set();
  const isOther = (report: RailReport) =>
    report.outcome !== 'settled' || report.at.getTime() !== at.getTime();
  const ids = reports.map(({ paymentId }) => paymentId);
  const left = reports.filter(isOther).map(({ paymentId }) => paymentId);
  return settleListedPayments(work, { ids, left, at });
}

async function applySingly(
  { rail, conversions }: { readonly rail: Rail } & ReturnParts,
  work: Work,
  reports: readonly RailReport[],
): Promise<void> {
  const payments = await lockReported(
    work.sql,
    reports.map(({ paymentId }) => paymentId),
  );
  const allOf = <O extends Outcome>(outcome: O): Array<News<O>> =>
    reports.flatMap((report) => {
      const payment = payments.get(report.paymentId);
      return payment && isOutcome(report, outcome) ? [{ report, payment }] : [];
    });
  const firstOf = <O extends Outcome>(outcome: O): Array<News<O>> => {
    const first = new Map<string, News<O>>();
    for (const news of allOf(outcome)) if (!first.has(news.payment.id)) first.set(news.payment.id, news);
    return [...first.values()];
  };

  const returned = allOf('returned');
  // A bank that sends money back has had it, whether or not that was reported.
  const settled = new Map(
    [...returned, ...firstOf('settled')]
      .filter(({ payment }) => mayFollow(payment.status, 'EXECUTED'))
      .map(({ report: { at }, payment }) => [payment.id, { payment, at }]),
  );
  const rejected = firstOf('rejected')
    .filter(({ payment }) => mayFollow(payment.status, 'REJECTED') && !settled.has(payment.id))
    .map(({ report: { at, reason }, payment }) => ({ payment, at, reason }));
  const ended = new Set([...settled.keys(), ...rejected.map(({ payment }) => payment.id)]);
  const notInstant = firstOf('instant_unavailable').filter(
    ({ payment }) =>
      payment.scheme === 'SEPA_INSTANT' &&
      payment.status === 'PENDING_FINANCE_INSTITUTION' &&
      !ended.has(payment.id),
  );

  const applied = new Map<string, 'EXECUTED' | 'REJECTED'>([
    ...[...settled.keys()].map((id) => [id, 'EXECUTED'] as const),
    ...rejected.map(({ payment }) => [payment.id, 'REJECTED'] as const),
  ]);
  const contradictions = contradicting(
    reports.flatMap((report) => {
      const payment = payments.get(report.paymentId);
      return payment ? [{ report, payment }] : [];
    }),
    applied,
  );
  await endPayments(work, { settled: [...settled.values()], rejected });
  await resendAsSepa(
    rail,
    work,
    notInstant.map(({ report: { at }, payment }) => ({ payment, at })),
  );
  await bookReturns({ conversions }, work, returned);
  const ofSuspense = reports.filter(({ paymentId }) => !payments.has(paymentId));
  const unknown = await applySuspenseReports(work, ofSuspense);
  await raiseExceptions(work, [...(await describe(work, contradictions)), ...unknown]);
}

/** Contradictions with the details of their payments, for the desk. */
async function describe(work: Work, contradictions: readonly Contradiction[]): Promise<Raised[]> {
  if (contradictions.length === 0) return [];
  const ids = contradictions.map(({ paymentId }) => paymentId);
  const payments = await findTransactions(work.sql, ids);
  return contradictions.flatMap((each) => {
    const payment = payments.get(each.paymentId);
    return payment ? [raisedOf(each, payment)] : [];
  });
}

const isOutcome = <O extends Outcome>(report: RailReport, outcome: O): report is ReportOf<O> =>
  report.outcome === outcome;
