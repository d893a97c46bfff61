/**
 * Returns: another bank sends the money of an executed payment back, sometimes weeks later and sometimes less its own charges. The
 * payment stays EXECUTED, a further step says that it came back, and a credit linked to it brings the money; the fee is not
 * given back. A return is booked once. When the account is closed by now the money waits in suspense; so does what a payment cannot
 * bring back: more than was sent, something again, or money of a payment that was not executed.
 *
 * Source: server page section 4; ISO 20022 pacs.004, camt.054 RtrInf.
 */
import { chargesOf } from '@calmly/domain';
import type { Work } from '../../platform/work.ts';
import type { ExternalScheme, RailReport } from '../../providers/rail/rail.ts';
import { announce } from './announce.ts';
import { bookCredits } from './incoming.ts';
import { insertReturns, knownReturns } from './return-store.ts';
import { appendSteps, lockPayments } from './store.ts';
import type { StoredPayment } from './view.ts';

type ReturnReport = Extract<RailReport, { outcome: 'returned' }>;

/** Books returns of locked payments in the open transaction. */
export async function bookReturns(
  work: Work,
  reported: ReadonlyArray<{ readonly report: ReturnReport; readonly payment: StoredPayment }>,
): Promise<void> {
  if (reported.length === 0) return;
  const ids = reported.map(({ payment }) => payment.id);
  const known = await knownReturns(work.sql, ids);
  // Read again: the same reports may have settled them just now.
  const payments = await lockPayments(work.sql, ids);
  const returns = reported.flatMap(({ report, payment: { id } }) => {
    const payment = payments.get(id);
    if (!payment) return [];
    const isExpected =
      payment.status === 'EXECUTED' &&
      payment.direction === 'DEBIT' &&
      !known.has(id) &&
      report.amountMinor <= chargesOf(payment).sentMinor;
    if (isExpected) known.add(id);
    return [{ report, payment, isExpected }];
  });
  if (returns.length === 0) return;

  const booked = await bookCredits(
    work,
    returns.map(({ report, payment, isExpected }) => ({
      credit: {
        railReference: report.railReference,
        scheme: schemeOf(payment),
        creditorAccount: payment.debtorAccount,
        currency: payment.currency,
        amountMinor: report.amountMinor,
        debtorName: payment.creditorName,
        debtorAccount: payment.creditorAccount,
        debtorCountry: payment.counterpartyCountry,
        reference: payment.reference,
        endToEndId: payment.endToEndId,
        at: report.at,
        ...(report.entry && { entry: report.entry }),
      },
      ...(isExpected ? { returnOf: payment.id } : { cause: 'return_unexpected' }),
    })),
  );
  const fresh = returns.flatMap((each, index) => {
    const outcome = booked[index];
    const isNew = each.isExpected && (outcome?.verdict === 'booked' || outcome?.verdict === 'suspended');
    return isNew ? [{ ...each, creditId: outcome.creditId }] : [];
  });
  await Promise.all([
    insertReturns(
      work.sql,
      fresh.map(({ report: { reason, at }, payment, creditId }) => ({
        paymentId: payment.id,
        creditId,
        reason,
        at,
      })),
    ),
    appendSteps(
      work.sql,
      fresh.map(({ report: { at }, payment }) => ({
        payment,
        steps: [{ status: 'EXECUTED', at, actor: null, reason: 'returned' }],
      })),
    ),
    announce(
      work.sql,
      fresh.map(({ payment }) => payment),
    ),
  ]);
}

/** A report may name a payment that never left the bank. */
const schemeOf = ({ scheme, currency }: StoredPayment): ExternalScheme => {
  if (scheme === 'SEPA' || scheme === 'SEPA_INSTANT' || scheme === 'SWIFT') return scheme;
  return currency === 'EUR' ? 'SEPA' : 'SWIFT';
};
