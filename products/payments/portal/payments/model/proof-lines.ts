/**
 * What the payee's bank needs to find a payment, as lines of text in English, the banks' language: amounts instructed and sent, who
 * bears the charges, the references of ISO 20022, both sides with their BICs. Source: product, pain 12.
 */
import type { PaymentDetails } from '@calmly/contract';
import { formatAccount } from '@calmly/domain';

const charges = {
  SHA: 'SHA, shared',
  OUR: 'OUR, borne by the sender',
  BEN: 'BEN, borne by the beneficiary',
} as const;

const schemes: Partial<Record<PaymentDetails['scheme'], string>> = {
  SEPA: 'SEPA credit transfer',
  SEPA_INSTANT: 'SEPA instant credit transfer',
  SWIFT: 'SWIFT credit transfer',
};

export type ProofLine = readonly [name: string, value: string];

/** The lines of a payment that was sent to another bank; undefined where none has seen it yet. `bic` is ours. */
export function proofOf(payment: PaymentDetails, bic: string | undefined): ProofLine[] | undefined {
  const scheme = schemes[payment.scheme];
  const sent = payment.timeline.find(({ status }) => status === 'PENDING_FINANCE_INSTITUTION');
  if (payment.direction !== 'DEBIT' || !scheme || !sent) return undefined;
  const executed = payment.timeline.find(({ status }) => status === 'EXECUTED');
  const lines: ReadonlyArray<readonly [string, string | null | undefined]> = [
    ['Payment', payment.number],
    ['Kind', scheme],
    ['Sent', moment(sent.at)],
    ['Settled', executed && moment(executed.at)],
    ['Instructed amount', `${payment.amount} ${payment.currency}`],
    ['Amount sent', `${payment.sent} ${payment.sentCurrency}`],
    ['Charges', payment.scheme === 'SWIFT' ? charges[payment.chargeBearer] : 'SLEV, by the SEPA scheme'],
    ['End-to-end ID', payment.endToEndId],
    ['UETR', payment.uetr],
    ['Sender', payment.debtorName],
    ['Sender account', formatAccount(payment.debtorAccount)],
    ['Sender bank', bic],
    ['Beneficiary', payment.creditorName],
    ['Beneficiary account', formatAccount(payment.creditorAccount)],
    ['Beneficiary bank', [payment.creditorAgentName, payment.creditorAgentBic].filter(Boolean).join(', ')],
    ['Remittance information', payment.reference],
  ];
  return lines.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

const moment = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
