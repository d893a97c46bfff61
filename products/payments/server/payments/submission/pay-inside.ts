/**
 * Paying another client of the bank out of money that is reserved already: screened now, and booked at once unless screening holds
 * it; if the payee's account is closed meanwhile the payment is rejected and the money free again.
 */

import { notify } from '@calmly/platform/notify/notices.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import {
  type AccountRecord,
  findAccountsByNumberOrIban,
} from '../../../../accounts/server/accounts/index.ts';
import {
  announce,
  appendSteps,
  numbered,
  recordTransactions,
  type Step,
  type Steps,
  type StoredTransaction,
  takeNumbers,
} from '../../../../accounts/server/transactions/index.ts';
import { noticesOf } from '../notices.ts';
import { notePayouts } from '../payout-news.ts';
import {
  addToUnreviewedTotal,
  lockDaysOf,
  screeningStep,
  screenPayments,
} from '../screening/screen-payments.ts';
import { recordHeld } from '../screening/store.ts';
import { freeMoney } from '../settlement/held-money.ts';
import { settlePayments } from '../settlement/settle-money.ts';
import { creditSide } from './payment-rows.ts';

/** Pays a locked payment that waits with its money reserved; `submitted` is the step that sends it. */
export async function payInside(
  screening: Screening,
  work: Work,
  payment: StoredTransaction,
  submitted: Step,
): Promise<void> {
  const { sql, now } = work;
  const [day, days, [account]] = await Promise.all([
    businessDay(work),
    lockDaysOf(sql, [{ clientId: payment.clientId, now }]),
    findAccountsByNumberOrIban(sql, [payment.creditorAccount]),
  ]);
  const unscreened = { ...payment, day, at: now, holderName: account?.holder ?? payment.creditorName };
  const screened = await screenPayments(screening, sql, [unscreened], { areWritten: true, days });
  await addToUnreviewedTotal(sql, screened);
  const [{ result } = {}] = screened;
  if (!result) throw new Error('screening answers every payment');
  const step = stepAt(now);
  const looked: Steps = [submitted, step('TO_AML_REVIEW'), screeningStep(result, now)];
  if (result.outcome !== 'clear') {
    await appendSteps(sql, [{ transaction: payment, steps: looked }]);
    await recordHeld(sql, [{ paymentId: payment.id, clientId: payment.clientId, at: now, result }]);
    await notify(work, noticesOf([{ payment, ...screeningStep(result, now) }], now));
    return announce(sql, [payment], 'unmoved');
  }
  return bookInside(work, payment, looked);
}

/** Books a locked payment that was found in order; `before` are the steps that brought it here, not yet written. */
export async function bookInside(work: Work, payment: StoredTransaction, before: Steps): Promise<void> {
  const { sql, now } = work;
  const step = stepAt(now);
  const [account] = await findAccountsByNumberOrIban(sql, [payment.creditorAccount]);
  const inProcess: Steps = [...before, step('IN_PROCESS')];
  const receivedId = work.newId();
  if (!account || !(await book(work, payment, { accountId: account.id, transactionId: receivedId }))) {
    const rejected = step('REJECTED', 'account_closed');
    await freeMoney(sql, [payment]);
    await appendSteps(sql, [{ transaction: payment, steps: [...inProcess, rejected] }]);
    await notify(work, noticesOf([{ payment, ...rejected }], now));
    await notePayouts(work, [payment]);
    return announce(sql, [payment]);
  }
  const executed = step('EXECUTED');
  await appendSteps(sql, [{ transaction: payment, steps: [...inProcess, executed] }]);
  await credit(work, payment, account, { id: receivedId, executed });
}

/** Steps that the bank takes by itself at one moment. */
export const stepAt =
  (at: Date) =>
  (status: Step['status'], reason: Step['reason'] = null): Step => ({ status, at, actor: null, reason });

async function book(
  work: Work,
  payment: StoredTransaction,
  credited: { readonly accountId: string; readonly transactionId: string },
): Promise<boolean> {
  const leaving = { payment, at: work.now, credited };
  const [verdict] = await settlePayments(work.sql, work.newId, [leaving]);
  return verdict?.ok ?? false;
}

/** The payee's side; both are told. */
async function credit(
  work: Work,
  payment: StoredTransaction,
  account: AccountRecord,
  { id, executed }: { readonly id: string; readonly executed: Step },
): Promise<void> {
  const { sql, now } = work;
  const { number: _number, status: _status, version: _version, updatedAt: _updatedAt, ...debit } = payment;
  const side = creditSide({ ...debit, createdAt: now }, account, { id, executed });
  const written = numbered([side], await takeNumbers(sql, [now]));
  const received = written.map(({ transaction }) => transaction);
  await recordTransactions(sql, written);
  await announce(sql, [payment, ...received]);
  const told = [payment, ...received].map((each) => ({ payment: each, ...executed }));
  await notify(work, noticesOf(told, now));
}
