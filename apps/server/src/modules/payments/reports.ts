/**
 * What the rail says became of payments: settled money leaves for good, rejected money is free again, an instant payment that
 * cannot be one is sent as an ordinary one, and money that another bank sends back is booked by `returns.ts`. A report that comes
 * twice changes nothing; one that contradicts the books is listed for the desk (`contradictions.ts`).
 *
 * Order of locks: payments by id, then the ledger's accounts. Source: server page sections 4 and 8.
 */
import { expectedArrival, mayFollow } from '@calmly/domain';
import { notify } from '../../platform/notices.ts';
import type { Work } from '../../platform/work.ts';
import type { Rail, RailReport } from '../../providers/rail/rail.ts';
import { release, type Verdict } from '../ledger/index.ts';
import {
  announce,
  appendSteps,
  lockTransactions,
  reroute,
  type StoredTransaction,
} from '../transactions/index.ts';
import { contradictionsOf, unknownReport } from './contradictions.ts';
import { raiseExceptions } from './exception-list.ts';
import { submitTo } from './hand-over.ts';
import { noticesOf } from './notices.ts';
import { bookReturns, type ReturnParts } from './returns.ts';
import { settlePayments } from './settle-money.ts';
import { reopenRefused, suspendReturned } from './suspense.ts';
import { findSuspenses } from './suspense-store.ts';

type Outcome = RailReport['outcome'];
type ReportOf<O extends Outcome> = Extract<RailReport, { outcome: O }>;
interface News<O extends Outcome> {
  readonly report: ReportOf<O>;
  readonly payment: StoredTransaction;
}

/** Books the reports in the open transaction; `rail` takes what has to go another way. */
export async function applyRailReports(
  { rail, conversions }: { readonly rail: Pick<Rail, 'submit'> } & ReturnParts,
  work: Work,
  reports: readonly RailReport[],
): Promise<void> {
  const payments = await lockTransactions(
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
      .map(({ report, payment }) => [payment.id, { report, payment, status: 'EXECUTED' as const }]),
  );
  const rejected = firstOf('rejected')
    .filter(({ payment }) => mayFollow(payment.status, 'REJECTED') && !settled.has(payment.id))
    .map((news) => ({ ...news, status: 'REJECTED' as const }));
  const ended = new Set([...settled.keys(), ...rejected.map(({ payment }) => payment.id)]);
  const fallingBack = firstOf('instant_unavailable').filter(
    ({ payment }) =>
      payment.scheme === 'SEPA_INSTANT' &&
      payment.status === 'PENDING_FINANCE_INSTITUTION' &&
      !ended.has(payment.id),
  );

  const applied = new Map<string, 'EXECUTED' | 'REJECTED'>(
    [...settled.values(), ...rejected].map(({ payment, status }) => [payment.id, status]),
  );
  const known = reports.flatMap((report) => {
    const payment = payments.get(report.paymentId);
    return payment ? [{ report, payment }] : [];
  });
  await endPayments(work, [...settled.values()], rejected);
  await fallBack(rail, work, fallingBack);
  await bookReturns({ conversions }, work, returned);
  const ofSuspense = reports.filter(({ paymentId }) => !payments.has(paymentId));
  const sentBack = await findSuspenses(
    work.sql,
    ofSuspense.map(({ paymentId }) => paymentId),
  );
  await reopenRefused(
    work,
    ofSuspense.filter((report) => isOutcome(report, 'rejected')),
  );
  await suspendReturned(
    work,
    ofSuspense.filter((report) => isOutcome(report, 'returned')),
  );
  await raiseExceptions(work, [
    ...contradictionsOf(known, applied),
    ...ofSuspense.flatMap((report) => unknownReport(report, sentBack.get(report.paymentId))),
  ]);
}

const isOutcome = <O extends Outcome>(report: RailReport, outcome: O): report is ReportOf<O> =>
  report.outcome === outcome;

interface Settled {
  readonly report: Pick<RailReport, 'at'>;
  readonly payment: StoredTransaction;
  readonly status: 'EXECUTED';
}

interface Rejected extends News<'rejected'> {
  readonly status: 'REJECTED';
}

async function endPayments(
  work: Work,
  settled: readonly Settled[],
  rejected: readonly Rejected[],
): Promise<void> {
  if (settled.length === 0 && rejected.length === 0) return;
  await settleAll(work, settled);
  if (rejected.length > 0)
    requireAll(
      await release(
        work.sql,
        rejected.map(({ payment }) => payment.id),
      ),
    );
  const ended = [
    ...settled.map(({ report: { at }, payment, status }) => ({ payment, status, at, reason: null })),
    ...rejected.map(({ report: { at, reason }, payment, status }) => ({ payment, status, at, reason })),
  ];
  await Promise.all([
    appendSteps(
      work.sql,
      ended.map(({ payment, ...step }) => ({ transaction: payment, steps: [{ ...step, actor: null }] })),
    ),
    announce(
      work.sql,
      ended.map(({ payment }) => payment),
    ),
    notify(work, noticesOf(ended, work.now)),
  ]);
}

async function settleAll(work: Work, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  requireAll(
    await settlePayments(
      work.sql,
      work.newId,
      settled.map(({ report: { at }, payment }) => ({ payment, at })),
    ),
  );
}

/** The payments are locked and their reservations open: a refusal here is a defect, and nothing may be written. */
function requireAll(verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts)
    if (!verdict.ok) throw new Error(`the ledger refused to close a reservation: ${verdict.reason}`);
}

/** Sends instant payments on as ordinary ones: same money, same fee, another day of arrival. */
async function fallBack(
  rail: Pick<Rail, 'submit'>,
  work: Work,
  news: ReadonlyArray<News<'instant_unavailable'>>,
): Promise<void> {
  if (news.length === 0) return;
  const payments = news.map(({ payment }) => ({
    ...payment,
    scheme: 'SEPA' as const,
    expectedOn: expectedArrival('SEPA', work.now),
  }));
  await reroute(work.sql, payments);
  await Promise.all([
    appendSteps(
      work.sql,
      news.map(({ payment, report: { at } }) => ({
        transaction: payment,
        steps: [
          { status: 'PENDING_FINANCE_INSTITUTION', at, actor: null, reason: 'instant_unavailable' } as const,
        ],
      })),
    ),
    submitTo(rail, work, payments),
    announce(work.sql, payments, 'unmoved'),
  ]);
}
