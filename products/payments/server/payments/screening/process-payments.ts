/**
 * Screens payments that were not screened as they were submitted, and hands them to the rail: those that waited for approval, and those of
 * the demo history. Those of a client that was blocked meanwhile are held for the desk. Lists in, set-based, in the caller's open transaction; each item may carry its own time, for the history. Repeating a
 * call changes nothing: a payment only moves on from its current status.
 *
 * Order of locks: payments by id, clients' days, the ledger's accounts. Source: server page section 8.
 */
import { mayFollow } from '@calmly/domain';
import { notify } from '@calmly/platform/notify/notices.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Rail } from '@calmly/providers/rail/rail.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import {
  announce,
  appendSteps,
  lockTransactions,
  type Progress,
} from '../../../../accounts/server/transactions/index.ts';
import { findInactive } from '../../../../identity/server/index.ts';
import { noticesOf } from '../notices.ts';
import { submitDelayed, submitTo } from '../settlement/hand-over.ts';
import {
  addToUnreviewedTotal,
  lockDaysOf,
  screeningStep,
  screeningSteps,
  screenPayments,
} from './screen-payments.ts';
import { recordHeld } from './store.ts';

/** Payments that have to be screened and handed over: a list of ids. */
export const processTask = 'payments_process';

/** Screens submitted payments and hands what is clear to the rail. */
export async function processPayments(
  deps: { readonly screening: Screening; readonly rail: Rail },
  work: Work,
  payments: ReadonlyArray<{ readonly paymentId: string; readonly at?: Date }>,
): Promise<void> {
  const locked = await lockTransactions(
    work.sql,
    payments.map(({ paymentId }) => paymentId),
  );
  const waiting = payments.flatMap(({ paymentId, at }) => {
    const payment = locked.get(paymentId);
    return payment && mayFollow(payment.status, 'TO_AML_REVIEW') ? [{ payment, at }] : [];
  });
  if (waiting.length === 0) return;

  const [today, blocked, days] = await Promise.all([
    businessDay(work),
    findInactive(
      work.sql,
      waiting.map(({ payment }) => payment.clientId),
    ),
    lockDaysOf(
      work.sql,
      waiting.map(({ payment: { clientId }, at }) => ({ clientId, now: at ? undefined : work.now })),
    ),
  ]);
  const screened = await screenPayments(
    deps.screening,
    work.sql,
    waiting.map(({ payment, at }) => ({
      ...payment,
      payment,
      holderName: undefined,
      isBlocked: blocked.has(payment.clientId),
      at: at ?? work.now,
      day: at ? undefined : today,
    })),
    { areWritten: true, days },
  );
  const clearedOf = (isHistory: boolean) =>
    screened.flatMap(({ payment, day, result }) =>
      result.outcome === 'clear' && (day === undefined) === isHistory ? [payment] : [],
    );
  const [cleared, past] = [clearedOf(false), clearedOf(true)];
  await Promise.all([
    appendSteps(
      work.sql,
      screened.map(
        ({ payment, at, result }): Progress => ({ transaction: payment, steps: screeningSteps(result, at) }),
      ),
    ),
    recordHeld(
      work.sql,
      screened.map(({ payment, at, result }) => ({
        paymentId: payment.id,
        clientId: payment.clientId,
        at,
        result,
      })),
    ),
    cleared.length > 0 && submitDelayed(deps.rail, work, cleared),
    past.length > 0 && submitTo(deps.rail, work, past),
    addToUnreviewedTotal(work.sql, screened),
    notify(
      work,
      noticesOf(
        screened.map(({ payment, at, result }) => ({ payment, ...screeningStep(result, at) })),
        work.now,
      ),
    ),
    announce(
      work.sql,
      screened.map(({ payment }) => payment),
      'unmoved',
    ),
  ]);
}
