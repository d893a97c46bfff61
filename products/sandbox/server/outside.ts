/** Actions of other banks that a tester triggers. Each takes the path of a rail's reports. */
import type { DeskPayment, EndpointInput, RailReason, sendDeskCredit } from '@calmly/contract';
import { currencies, exponentOf, formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { RailSinks } from '@calmly/providers/rail/rail.ts';
import { postpone } from '@calmly/providers/rail/sandbox-plan.ts';
import { setDecided } from '@calmly/providers/rail/sandbox-plan-store.ts';
import { type AtOtherBank, lockAtOtherBank, sentOf } from '../../accounts/server/transactions/index.ts';

const hourMs = 3_600_000;

/** The amount is the one sent to the other bank, in the payee's currency if the payment was converted. */
export function toDeskPayment(payment: AtOtherBank, plannedFor: Date | undefined): DeskPayment {
  const sent = sentOf(payment);
  return {
    id: payment.id,
    number: payment.number,
    createdAt: payment.createdAt.toISOString(),
    status: payment.status,
    scheme: payment.scheme,
    amount: formatDecimal(sent.amountMinor, sent.currency),
    currency: sent.currency,
    debtorName: payment.debtorName,
    creditorName: payment.creditorName,
    creditorAccount: payment.creditorAccount,
    reference: payment.reference,
    isReturned: payment.isReturned,
    plannedFor: plannedFor?.toISOString() ?? null,
  };
}

/** An action of the other bank on one payment. */
export async function decide(
  { report }: RailSinks,
  work: Work,
  paymentId: string,
  decision: {
    readonly Outcome: 'settle' | 'reject' | 'return' | 'postpone';
    readonly Reason: RailReason;
    readonly Hours: number;
  },
): Promise<undefined> {
  const payment = await lockAtOtherBank(work.sql, paymentId);
  if (!payment) throw new Problem('not_found');
  const isOnItsWay = payment.status === 'PENDING_FINANCE_INSTITUTION';
  const canReturn = payment.status === 'EXECUTED' && !payment.isReturned;
  if (decision.Outcome === 'return' ? !canReturn : !isOnItsWay) throw new Problem('payment_state');

  const news = { paymentId, at: work.now };
  switch (decision.Outcome) {
    case 'settle':
      await setDecided(work.sql, paymentId);
      await report(work, [{ ...news, outcome: 'settled' }]);
      break;
    case 'reject':
      await setDecided(work.sql, paymentId);
      await report(work, [{ ...news, outcome: 'rejected', reason: decision.Reason }]);
      break;
    case 'postpone':
      await postpone(work, paymentId, decision.Hours * hourMs);
      break;
    case 'return':
      await report(work, [
        {
          ...news,
          outcome: 'returned',
          reason: decision.Reason,
          railReference: `return-${paymentId}`,
          amountMinor: sentOf(payment).amountMinor,
        },
      ]);
  }
}

/** A credit from another bank. */
export async function receive(
  { credit: sink }: RailSinks,
  work: Work,
  body: EndpointInput<typeof sendDeskCredit>['body'],
) {
  const { currency } = body;
  if (!isCurrency(currency) || currencies[currency].kind !== 'fiat')
    throw badFields({ field: 'currency', code: 'currency_unknown' });
  const amountMinor = parseDecimal(body.amount, currency);
  if (amountMinor === undefined)
    throw badFields({
      field: 'amount',
      code: 'amount_precision',
      params: { currency, digits: exponentOf(currency) },
    });
  if (amountMinor === 0n) throw badFields({ field: 'amount', code: 'amount_zero' });
  const [verdict] = await sink(work, [
    {
      railReference: `desk-${body.id}`,
      scheme: currency === 'EUR' ? 'SEPA' : 'SWIFT',
      creditorAccount: body.creditorAccount,
      currency,
      amountMinor,
      debtorName: body.debtorName,
      debtorAccount: body.debtorAccount,
      debtorCountry: null,
      reference: body.reference,
      endToEndId: 'NOTPROVIDED',
      at: work.now,
    },
  ]);
  if (!verdict) throw new Error('a sink answers every credit');
  return { Verdict: verdict };
}
