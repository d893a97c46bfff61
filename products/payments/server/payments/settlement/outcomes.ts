/**
 * What became of payments at other banks: settled, rejected, sent again as ordinary SEPA payments, or returned. The caller has locked
 * the payments and knows that the step may follow. Runs in the caller's open transaction, set-based.
 *
 * Order of locks: payments by id (the caller's), then the ledger's accounts. Source: server page sections 4 and 8.
 */
import type { RailReason } from '@calmly/contract';
import { expectedArrival } from '@calmly/domain';
import { notify } from '@calmly/platform/notify/notices.ts';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Rail } from '@calmly/providers/rail/rail.ts';
import { supersede } from '../../../../accounts/server/documents/index.ts';
import {
  announce,
  appendSteps,
  reroute as changeRoute,
  findTransactions,
  insertReturns,
  type ReportedTransaction,
  type StoredReturn,
} from '../../../../accounts/server/transactions/index.ts';
import { findInactive } from '../../../../identity/server/index.ts';
import type { Verdict } from '../../../../ledger/server/index.ts';
import { noticesOf } from '../notices.ts';
import { notePayouts } from '../payout-news.ts';
import { submitTo } from './hand-over.ts';
import { freeMoney } from './held-money.ts';
import { settlePayments } from './settle-money.ts';

/** A locked payment and the time of its next step. */
export interface PaymentAt {
  readonly payment: ReportedTransaction;
  readonly at: Date;
}

interface Ended {
  readonly settled: readonly PaymentAt[];
  readonly rejected: ReadonlyArray<PaymentAt & { readonly reason: RailReason }>;
}

/** Ends payments: settled money leaves for good, rejected money is free again. */
export async function endPayments(work: Work, { settled, rejected }: Ended): Promise<void> {
  if (settled.length === 0 && rejected.length === 0) return;
  const ended = [
    ...settled.map(({ payment, at }) => ({ payment, status: 'EXECUTED' as const, at, reason: null })),
    ...rejected.map(({ payment, at, reason }) => ({ payment, status: 'REJECTED' as const, at, reason })),
  ];
  const isWritten = Promise.all([
    appendSteps(
      work.sql,
      ended.map(({ payment, ...step }) => ({ transaction: payment, steps: [{ ...step, actor: null }] })),
    ),
    announce(
      work.sql,
      ended.map(({ payment }) => payment),
    ),
    notify(work, noticesOf(ended, work.now)),
    notePayouts(
      work,
      rejected.map(({ payment }) => payment),
    ),
  ]);
  // The money last: from here to the commit the next orders of these clients wait.
  await Promise.all([isWritten, moveMoney(work, { settled, rejected })]);
}

async function moveMoney(work: Work, { settled, rejected }: Ended): Promise<void> {
  if (settled.length > 0) requireAll(await settlePayments(work.sql, work.newId, settled));
  if (rejected.length > 0)
    await freeMoney(
      work.sql,
      rejected.map(({ payment }) => payment),
    );
}

/** The payments are locked and their reservations open: a refusal here is a defect, and nothing may be written. */
function requireAll(verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts)
    if (!verdict.ok) throw new Error(`the ledger refused to close a reservation: ${verdict.reason}`);
}

/**
 * Sends instant payments again as ordinary ones: same money, same fee, another day of arrival by the bank's calendar. Of a blocked client
 * nothing is sent again: the money is back and stays.
 */
export async function resendAsSepa(rail: Rail, work: Work, refused: readonly PaymentAt[]): Promise<void> {
  if (refused.length === 0) return;
  const blocked = await findInactive(
    work.sql,
    refused.map(({ payment }) => payment.clientId),
  );
  const kept = refused.filter(({ payment }) => blocked.has(payment.clientId));
  const sent = refused.filter(({ payment }) => !blocked.has(payment.clientId));
  await endPayments(work, {
    settled: [],
    rejected: kept.map((each) => ({ ...each, reason: 'bank_unreachable' })),
  });
  if (sent.length > 0) await reroute(rail, work, sent);
}

async function reroute(rail: Rail, work: Work, refused: readonly PaymentAt[]): Promise<void> {
  const [stored, bankTime] = await Promise.all([
    findTransactions(
      work.sql,
      refused.map(({ payment }) => payment.id),
    ),
    businessTime(work),
  ]);
  const payments = [...stored.values()].map((payment) => ({
    ...payment,
    scheme: 'SEPA' as const,
    expectedOn: expectedArrival('SEPA', bankTime),
  }));
  await changeRoute(work.sql, payments);
  await Promise.all([
    appendSteps(
      work.sql,
      refused.map(({ payment, at }) => ({
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

/**
 * Links executed payments to the credits that brought their money back; each stays EXECUTED and gets one more step. Confirmations issued
 * before do not show the return: they are replaced.
 */
export async function markReturned(
  work: Work,
  returned: ReadonlyArray<PaymentAt & Pick<StoredReturn, 'creditId' | 'reason'>>,
): Promise<void> {
  await Promise.all([
    insertReturns(
      work.sql,
      returned.map(({ payment, ...rest }) => ({ ...rest, paymentId: payment.id })),
    ),
    appendSteps(
      work.sql,
      returned.map(({ payment, at }) => ({
        transaction: payment,
        steps: [{ status: 'EXECUTED', at, actor: null, reason: 'returned' }],
      })),
    ),
    supersede(
      work.sql,
      returned.map(({ payment: { id, version } }) => ({ id, version: version + 1 })),
      work.now,
    ),
    announce(
      work.sql,
      returned.map(({ payment }) => payment),
    ),
    notePayouts(
      work,
      returned.map(({ payment }) => payment),
    ),
  ]);
}
