/**
 * Returns: another bank sends the money of an executed payment back, sometimes weeks later, sometimes less its own charges. The payment
 * stays EXECUTED and gets one more step; a credit linked to it brings the money. We keep the fee. A return is booked once. If the
 * account is closed by now, the money waits in suspense; so does a return of more than was sent, a second return, one of an
 * instruction that was replaced, and one of a payment that was not executed.
 *
 * Source: server page section 4; ISO 20022 pacs.004, camt.054 RtrInf.
 */
import type { Work } from '@calmly/platform/work.ts';
import type { ExternalScheme, RailReport } from '@calmly/providers/rail/rail.ts';
import {
  type Converted,
  knownReturns,
  lockMasks,
  lockTransactions,
  type StoredTransaction,
  sentOf,
  subtractReturned,
} from '../../../accounts/server/transactions/index.ts';
import { type Conversions, markReturned } from '../payments/index.ts';
import { type Booked, bookCredits } from './incoming-credits.ts';

type ReturnReport = Extract<RailReport, { outcome: 'returned' }>;

/** What converts money that comes back; a history without conversions needs none. */
export interface ReturnParts {
  readonly conversions?: Pick<Conversions, 'price'> | undefined;
}

/**
 * Books returns of locked payments in the open transaction; one outcome for each payment that is known. `isConfirmed`: the desk has said that it is
 * another credit than those booked under its reference.
 */
export async function bookReturns(
  { conversions }: ReturnParts,
  work: Work,
  reported: ReadonlyArray<{ readonly report: ReturnReport; readonly payment: { readonly id: string } }>,
  isConfirmed = false,
): Promise<Booked[]> {
  if (reported.length === 0) return [];
  const ids = reported.map(({ payment }) => payment.id);
  const known = await knownReturns(work.sql, ids);
  // Read again: the same reports may have settled them just now.
  const payments = await lockTransactions(work.sql, ids);
  const returns = reported.flatMap(({ report, payment: { id } }) => {
    const payment = payments.get(id);
    if (!payment) return [];
    const isExpected =
      payment.status === 'EXECUTED' &&
      payment.direction === 'DEBIT' &&
      !known.has(id) &&
      !report.isOfReplaced &&
      report.amountMinor <= sentOf(payment).amountMinor;
    if (isExpected) known.add(id);
    return [{ report, payment, isExpected }];
  });
  if (returns.length === 0) return [];
  await lockMasks(
    work.sql,
    returns.flatMap(({ payment: { audience, payoutId } }) =>
      audience === 'CONFIDENTIAL' ? (payoutId ?? []) : [],
    ),
  );

  const bookings = await Promise.all(
    returns.map(async ({ report, payment, isExpected }) => ({
      // Only a new return that is booked needs a price: a file that repeats old ones is read without rates.
      into: isExpected ? await convertedBack(conversions, work.now, payment, report.amountMinor) : undefined,
      credit: {
        railReference: report.railReference,
        scheme: schemeOf(payment),
        creditorAccount: payment.debtorAccount,
        currency: sentOf(payment).currency,
        amountMinor: report.amountMinor,
        debtorName: payment.creditorName,
        debtorAccount: payment.creditorAccount,
        debtorCountry: payment.counterpartyCountry,
        reference: payment.reference,
        endToEndId: payment.endToEndId,
        at: report.at,
        ...(report.entry && { entry: report.entry }),
        valueOn: report.valueOn ?? null,
      },
      audience: payment.audience,
      returned: { paymentId: payment.id, clientId: payment.clientId, reason: report.reason },
      isConfirmed,
      ...(isExpected
        ? { returnOf: payment.id, payoutId: payment.payoutId }
        : { cause: 'return_unexpected' as const }),
    })),
  );
  const booked = await bookCredits(work, bookings);
  const fresh = returns.flatMap((each, index) => {
    const outcome = booked[index];
    const isNew = each.isExpected && (outcome?.verdict === 'booked' || outcome?.verdict === 'suspended');
    return isNew ? [{ ...each, into: bookings[index]?.into, creditId: outcome.creditId }] : [];
  });
  await subtractReturned(
    work.sql,
    fresh.flatMap(({ payment, into, report, creditId }) =>
      creditId === null ? [] : [{ payment, amountMinor: (into ?? report).amountMinor }],
    ),
  );
  await markReturned(
    work,
    fresh.map(({ report: { reason, at }, payment, creditId }) => ({ payment, creditId, reason, at })),
  );
  return booked;
}

/**
 * What the account of a converted payment gets of money that comes back: at the middle of the market of this moment, without our margin.
 * Undefined where nothing was converted, or nothing would be left: then it waits in suspense.
 */
async function convertedBack(
  conversions: ReturnParts['conversions'],
  at: Date,
  { converted, currency }: StoredTransaction,
  amountMinor: bigint,
): Promise<Converted | undefined> {
  if (!converted) return undefined;
  if (!conversions) throw new Error('a converted payment came back and there is no price for it');
  const sale = { sell: converted.currency, sellMinor: amountMinor, buy: currency };
  const back = await conversions.price(at, sale, 'middle');
  return back.amountMinor > 0n ? back : undefined;
}

/** A report may name a payment that never left the bank. */
const schemeOf = ({ scheme, currency }: StoredTransaction): ExternalScheme => {
  if (scheme === 'SEPA' || scheme === 'SEPA_INSTANT' || scheme === 'SWIFT') return scheme;
  return currency === 'EUR' ? 'SEPA' : 'SWIFT';
};
