/**
 * The desk's queue of exceptions: reports of the rail that contradict the books. Listing one books nothing; the bank's staff asks the other
 * bank what is true and decides. Approving does what the sheet says: books a credit, gives a rejected payment's money back (or puts it back into suspense), or books what
 * our account at the bank lost or gained as the bank's own cost. Rejecting books nothing. Both are audited with the reason.
 *
 * Errors of a decision: payment_state (decided meanwhile, or the money is booked by now), a `Refusal` for another account than the one that paid.
 */
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { auditors, type DecisionOptions, type DeskItem, type DeskQueue } from '@calmly/platform/desk.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { ExceptionKind } from '@calmly/providers/rail/rail.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import { knownReturns, lockTransactions, sentOf } from '../../../accounts/server/transactions/index.ts';
import { endException, findException, listExceptions, type StoredException } from './exception-store.ts';
import { insertGiveBack } from './give-back-store.ts';
import { bookIncomingCredits } from './incoming-credits.ts';
import { bookReturns, type ReturnParts } from './returns.ts';
import { moveBetween } from './suspense-account.ts';
import { reopenRefused, suspendReturned } from './suspense-reports.ts';
import { findSuspenses } from './suspense-store.ts';

interface ExceptionParts extends ReturnParts {
  readonly screening: Screening;
}

/** What the bank's staff sees of it. */
export const exceptionQueue = (parts: ExceptionParts): DeskQueue => ({
  kind: 'exception',
  roles: { decides: ['FIN'], reads: auditors },
  takesAccount: true,
  async list(sql, page) {
    return (await listExceptions(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const exception = await findException(sql, id);
    return (
      exception && {
        ...itemOf(exception),
        facts: [
          ['What', subjects[exception.kind]],
          ...(exception.paymentId === null ? [] : [['Payment', exception.paymentId] as const]),
          ...exception.facts,
          ['To approve', await effectNow(sql, exception)],
          ['To reject', 'closes this without booking anything'],
        ],
        documentIds: [],
      }
    );
  },
  decide: (work, id, decision, options) =>
    decision === 'approve' ? approve(parts, work, id, options) : reject(work, id, options),
});

const subjects: Readonly<Record<ExceptionKind, string>> = {
  credit_differs: 'a credit has the reference of another that is booked',
  credit_reversed: 'the bank takes back a credit',
  debit_differs: 'the debit of a payment has another amount than was instructed',
  debit_repeated: 'a payment was debited a second time',
  debit_replaced: 'an instruction was carried out that had been replaced by another',
  debit_unknown: 'a debit that nothing here instructed',
  details_late: 'the transactions of a sum that is already booked',
  entry_refused: 'an entry of a bank’s file that cannot be booked as it is stated',
  rejected_after_settlement: 'a payment is reported as rejected after it was settled',
  report_unknown: 'a report about a payment or file that is not known here',
  settled_unexpectedly: 'a payment is reported as settled that was not on its way',
};

const itemOf = (exception: StoredException): DeskItem => {
  const { amountMinor, currency } = exception.credit ?? exception.unbooked ?? {};
  const amount =
    amountMinor === undefined || currency === undefined
      ? ''
      : `${formatDecimal(amountMinor, currency)} ${currency}: `;
  return {
    id: exception.id,
    clientId: exception.clientId,
    since: exception.since,
    subject: `${amount}${subjects[exception.kind]}`,
  };
};

/** What approving does now: money that has come back meanwhile is not given back a second time. */
async function effectNow(sql: Sql, exception: StoredException): Promise<string> {
  const { kind, paymentId } = exception;
  if (kind !== 'rejected_after_settlement' || paymentId === null) return effectOf(exception);
  const [returns, sentBack] = await Promise.all([
    knownReturns(sql, [paymentId]),
    findSuspenses(sql, [paymentId]),
  ]);
  return returns.has(paymentId) || sentBack.get(paymentId)?.returnedAt
    ? 'not possible: the money has come back and is booked. Reject this'
    : effectOf(exception);
}

function effectOf({ kind, clientId, credit, returnReason, unbooked }: StoredException): string {
  if (returnReason) return 'books the credit as the return of this payment, to the account that paid it';
  if (credit) return 'books the credit to its account, or to the one named with --account';
  if (kind === 'rejected_after_settlement')
    return clientId === null
      ? 'puts the money back into suspense'
      : 'gives the money back to the client as a return';
  if (kind === 'entry_refused') return 'closes this: the bank’s corrected file books the entry';
  if (!unbooked || unbooked.amountMinor === 0n) return 'closes this: the facts are settled with the bank';
  const { amountMinor, currency } = unbooked;
  const [size, direction] = amountMinor > 0n ? [amountMinor, 'cost'] : [-amountMinor, 'gain'];
  return `books ${formatDecimal(size, currency)} ${currency} as the bank’s own ${direction}`;
}

async function approve(
  parts: ExceptionParts,
  work: Work,
  id: string,
  { reason, account }: DecisionOptions,
): Promise<void> {
  const exception = await requireEnded(work, id, 'approved');
  if (exception.returnReason) await bookReturn(parts, work, exception, account);
  else if (exception.credit) await bookCredit(parts.screening, work, exception.credit, account);
  else if (exception.kind === 'rejected_after_settlement') await giveBack(parts, work, exception);
  else if (exception.unbooked) await bookCost(work, exception.id, exception.unbooked);
  await record(work, exception, 'exception.approved', reason);
}

async function reject(work: Work, id: string, { reason }: DecisionOptions): Promise<void> {
  await record(work, await requireEnded(work, id, 'rejected'), 'exception.rejected', reason);
}

async function requireEnded(
  work: Work,
  id: string,
  state: 'approved' | 'rejected',
): Promise<StoredException> {
  const exception = await endException(work.sql, id, { state, at: work.now });
  if (!exception) throw new Problem('payment_state');
  return exception;
}

const record = (
  work: Work,
  { id, kind, clientId, paymentId }: StoredException,
  action: 'exception.approved' | 'exception.rejected',
  reason: string | undefined,
) =>
  audit(work, {
    action,
    ...(clientId === null ? {} : { clientId }),
    details: { exceptionId: id, kind, paymentId, reason: reason ?? null },
  });

/** What no account can take waits in suspense, like any credit. */
async function bookCredit(
  screening: Screening,
  work: Work,
  credit: NonNullable<StoredException['credit']>,
  account: string | undefined,
): Promise<void> {
  const booked = { ...credit, creditorAccount: account ?? credit.creditorAccount, at: work.now };
  const [verdict] = await bookIncomingCredits(work, [booked], screening, true);
  if (verdict === 'known') throw new Problem('payment_state');
}

/** The report that raised the exception, applied again: the credit gets the payment's audience, and the payment is returned. */
async function bookReturn(
  parts: ReturnParts,
  work: Work,
  { credit, paymentId, returnReason: reason }: StoredException,
  account: string | undefined,
): Promise<void> {
  if (!credit || paymentId === null || reason === null) throw new Error('a return without a payment');
  if (account !== undefined)
    throw new Refusal(
      'This brings a payment back to the account that paid it. Approve it without --account.',
    );
  const { railReference, amountMinor, entry, valueOn = null } = credit;
  const report = {
    paymentId,
    outcome: 'returned',
    reason,
    railReference,
    amountMinor,
    at: work.now,
    valueOn,
    ...(entry && { entry }),
  } as const;
  const payment = (await lockTransactions(work.sql, [paymentId])).get(paymentId);
  const [booked] = payment
    ? await bookReturns(parts, work, [{ report, payment }], true)
    : await suspendReturned(work, [report], true);
  if (!booked || booked.verdict === 'known') throw new Problem('payment_state');
}

/** To the client, or into suspense if it had been sent back from there. It is noted, so that a return of the other bank balances it. */
async function giveBack(parts: ReturnParts, work: Work, { paymentId }: StoredException): Promise<void> {
  const payment = (await lockTransactions(work.sql, paymentId === null ? [] : [paymentId])).get(
    paymentId ?? '',
  );
  if (!payment && paymentId !== null) {
    const [reopened] = await reopenRefused(work, [{ paymentId }]);
    if (!reopened) throw new Problem('payment_state');
    await note(work, paymentId, reopened);
    return;
  }
  if (payment?.status !== 'EXECUTED') throw new Problem('payment_state');
  if ((await knownReturns(work.sql, [payment.id])).has(payment.id)) throw new Problem('payment_state');
  const report = {
    paymentId: payment.id,
    at: work.now,
    outcome: 'returned',
    reason: 'bank_refused',
    railReference: `rejected-${payment.id}`,
    amountMinor: sentOf(payment).amountMinor,
  } as const;
  await bookReturns(parts, work, [{ report, payment }]);
  await note(work, payment.id, sentOf(payment));
}

const note = (
  work: Work,
  originalId: string,
  { currency, amountMinor }: { readonly currency: CurrencyCode; readonly amountMinor: bigint },
) => insertGiveBack(work.sql, { id: work.newId(), originalId, currency, amountMinor, at: work.now });

/** The books follow what our account at the bank shows. */
function bookCost(
  work: Work,
  exceptionId: string,
  { currency, amountMinor }: NonNullable<StoredException['unbooked']>,
) {
  if (amountMinor === 0n) return;
  const [from, to, size] =
    amountMinor > 0n
      ? (['fees', 'nostro', amountMinor] as const)
      : (['nostro', 'fees', -amountMinor] as const);
  const credit = { currency, amountMinor: size, at: work.now };
  return moveBetween(work, from, to, [{ id: work.newId(), subjectId: exceptionId, credit }], 'exception');
}
