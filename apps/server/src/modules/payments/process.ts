/**
 * What happens to payments after they were submitted: screening, hand-over to the rail, the rail's reports, arriving
 * credits. Lists in, set-based, in the caller's open transaction; each item may carry its own time, so that a history can
 * be written afterwards. Saying the same thing twice changes nothing: a payment moves only from where it stands.
 *
 * Order of locks: payments by id, then the ledger's accounts. Source: server page section 8.
 */
import { type CurrencyCode, mayFollow } from '@calmly/domain';
import { notify } from '../../platform/notices.ts';
import type { Sql, Work } from '../../platform/work.ts';
import type { Rail, RailInstruction, RailReport } from '../../providers/rail/rail.ts';
import type { Screening, ScreeningResult } from '../../providers/screening/screening.ts';
import { bankAccount, release, settle, type Verdict } from '../ledger/index.ts';
import { announce } from './announce.ts';
import { firstIdAt } from './id-range.ts';
import { screeningStep } from './new-payments.ts';
import { noticesOf } from './notices.ts';
import { appendSteps, countOrders, lockPayments, type Progress } from './store.ts';
import type { Step, StoredPayment } from './view.ts';

/** Payments that have to be screened and handed over: a list of ids. */
export const processTask = 'payments_process';

/** The velocity rule looks back one hour. */
const velocityWindowMs = 3_600_000;

/** Screens submitted payments and hands what is clear to the rail. */
export async function processPayments(
  deps: { readonly screening: Screening; readonly rail: Rail },
  work: Work,
  items: ReadonlyArray<{ readonly paymentId: string; readonly at?: Date }>,
): Promise<void> {
  const locked = await lockPayments(
    work.sql,
    items.map(({ paymentId }) => paymentId),
  );
  const waiting = items.flatMap(({ paymentId, at }) => {
    const payment = locked.get(paymentId);
    return payment && mayFollow(payment.status, 'TO_AML_REVIEW') ? [{ payment, at: at ?? work.now }] : [];
  });
  if (waiting.length === 0) return;

  const results = await screenAll(deps.screening, work.sql, waiting);
  const progress = waiting.map(({ payment, at }, index): Progress => {
    const steps = stepsOf(results[index], at);
    return { payment, steps };
  });
  const cleared = waiting.filter((_, index) => results[index]?.outcome === 'clear');
  await Promise.all([
    appendSteps(work.sql, progress),
    cleared.length > 0 &&
      deps.rail.submit(
        work,
        cleared.map(({ payment }) => instructionOf(payment)),
      ),
    announce(
      work.sql,
      waiting.map(({ payment }) => payment),
      'unmoved',
    ),
  ]);
}

async function screenAll(
  screening: Screening,
  db: Sql,
  waiting: ReadonlyArray<{ payment: StoredPayment; at: Date }>,
): Promise<readonly ScreeningResult[]> {
  const earliest = Math.min(...waiting.map(({ at }) => at.getTime()));
  const counts = await countOrders(db, {
    clientIds: [...new Set(waiting.map(({ payment }) => payment.clientId))],
    sinceId: firstIdAt(new Date(earliest - velocityWindowMs)),
    atMost: screening.countedOrders,
  });
  return screening.screen(
    waiting.map(({ payment }) => ({
      debtorName: payment.debtorName,
      creditorName: payment.creditorName,
      currency: payment.currency,
      amountMinor: payment.amountMinor,
      paymentsInLastHour: counts.get(payment.clientId) ?? 0,
    })),
  );
}

function stepsOf(result: ScreeningResult | undefined, at: Date): [Step, ...Step[]] {
  if (!result) throw new Error('screening answers every payment');
  const step = (status: Step['status']): Step => ({ status, at, actor: null, reason: null });
  const screened = [step('TO_AML_REVIEW'), screeningStep(result, at)] as const;
  if (result.outcome !== 'clear') return [...screened];
  return [...screened, step('IN_PROCESS'), step('PENDING_FINANCE_INSTITUTION')];
}

function instructionOf(payment: StoredPayment): RailInstruction {
  const { scheme } = payment;
  if (scheme !== 'SEPA' && scheme !== 'SWIFT') throw new Error(`${scheme} payments need no rail`);
  return {
    paymentId: payment.id,
    endToEndId: payment.endToEndId,
    scheme,
    currency: payment.currency,
    instructedAmountMinor: payment.amountMinor.toString(),
    chargeBearer: payment.chargeBearer,
    debtorName: payment.debtorName,
    debtorAccount: payment.debtorAccount,
    creditorName: payment.creditorName,
    creditorAccount: payment.creditorAccount,
    creditorAgentBic: payment.creditorAgentBic,
    remittanceInformation: payment.reference,
  };
}

/** Books what the rail says became of payments: settled money leaves for good, rejected money is free again. */
export async function applyRailReports(work: Work, reports: readonly RailReport[]): Promise<void> {
  const locked = await lockPayments(
    work.sql,
    reports.map(({ paymentId }) => paymentId),
  );
  const news = reports.flatMap((report) => {
    const payment = locked.get(report.paymentId);
    const status = report.outcome === 'settled' ? 'EXECUTED' : 'REJECTED';
    return payment && mayFollow(payment.status, status) ? [{ report, payment, status } as const] : [];
  });
  if (news.length === 0) return;

  await settleAll(
    work,
    news.filter(({ status }) => status === 'EXECUTED'),
  );
  const rejected = news.filter(({ status }) => status === 'REJECTED').map(({ payment }) => payment.id);
  if (rejected.length > 0) requireAll(await release(work.sql, rejected));
  const ended = news.map(({ report, payment, status }) => {
    const reason = report.outcome === 'rejected' ? report.reason : null;
    return { payment, status, at: report.at, reason };
  });
  await Promise.all([
    appendSteps(
      work.sql,
      ended.map(({ payment, ...step }) => ({ payment, steps: [{ ...step, actor: null }] })),
    ),
    announce(
      work.sql,
      news.map(({ payment }) => payment),
    ),
    notify(work, noticesOf(ended, work.now)),
  ]);
}

async function settleAll(
  work: Work,
  settled: ReadonlyArray<{ report: RailReport; payment: StoredPayment }>,
): Promise<void> {
  if (settled.length === 0) return;
  const currencies = [...new Set(settled.map(({ payment }) => payment.currency))].sort();
  const accounts = new Map<CurrencyCode, { nostro: string; fees: string }>();
  for (const currency of currencies)
    accounts.set(currency, {
      nostro: await bankAccount(work.sql, 'nostro', currency),
      fees: await bankAccount(work.sql, 'fees', currency),
    });
  const verdicts = await settle(
    work.sql,
    settled.map(({ report, payment }) => {
      const bank = accounts.get(payment.currency);
      if (!bank) throw new Error(`no accounts of the bank in ${payment.currency}`);
      const transfer = (creditAccountId: string, amountMinor: bigint, code: string) => ({
        id: work.newId(),
        debitAccountId: payment.accountId,
        creditAccountId,
        amountMinor,
        code,
        at: report.at,
      });
      const amount = transfer(bank.nostro, payment.amountMinor, 'payment');
      const fee = payment.feeMinor > 0n ? [transfer(bank.fees, payment.feeMinor, 'fee')] : [];
      return { reservationId: payment.id, transfers: [amount, ...fee] };
    }),
  );
  requireAll(verdicts);
}

/** The payments are locked and their reservations open: a refusal here is a defect, and nothing may be written. */
function requireAll(verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts)
    if (!verdict.ok) throw new Error(`the ledger refused to close a reservation: ${verdict.reason}`);
}
