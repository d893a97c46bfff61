/** Payments. Source: specification sections 3, 4, 9; server page section 8. */

import {
  zAmount,
  zCountry,
  zCurrency,
  zDate,
  zId,
  zIdParam,
  zTime,
  zTimeZone,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import {
  chargeBearers,
  type PaymentStatus,
  paymentPurposes,
  paymentSchemes,
  paymentStatuses,
} from '@calmly/domain';
import { z } from 'zod';
import { zDocument } from '../../accounts/contract/documents.ts';

export { type PaymentScheme, type PaymentStatus, paymentSchemes, paymentStatuses } from '@calmly/domain';

/** The specification's drawer record. */
const zRecord = wire({
  debtorName: ['From', z.string()],
  debtorAccount: ['LedgerAccount', z.string()],
  creditorName: ['ToName', z.string()],
  creditorAccount: ['ToAccount', z.string()],
});

/**
 * The status of a payment in an answer. A page that is still open when the server learns a new status shows it grey instead of
 * failing to read the list, so any word is accepted here; the documentation lists the known ones.
 */
export const zPaymentStatus = z.string().min(1).meta({ enum: paymentStatuses }) as unknown as z.ZodType<
  PaymentStatus,
  PaymentStatus
>;

const summaryFields = {
  id: ['Id', zId],
  /** What a person quotes to support: `PAY-2026-0041873`. */
  number: ['Number', z.string()],
  createdAt: ['payment_date', zTime],
  updatedAt: ['UpdatedAt', zTime],
  /** Counts up with every change; the browser drops what is older than what it has. */
  version: ['Version', z.number().int()],
  amount: ['amount_num', zAmount],
  currency: ['currency', zCurrency],
  fee: ['Fee', zAmount],
  direction: ['Direction', z.enum(['DEBIT', 'CREDIT'])],
  status: ['TransactionStatus', zPaymentStatus],
  /** COMPLETED once money has moved for good: the confirmation may be downloaded. */
  processingStatus: ['processing_status', z.enum(['PROCESSING', 'COMPLETED', 'FAILED'])],
  scheme: ['TransactionType', z.enum(paymentSchemes)],
  /** ORIGINAL: another bank sent this payment back. CREDIT: this is the money of such a payment. Null: neither. */
  returnPart: ['ReturnPart', z.enum(['ORIGINAL', 'CREDIT']).nullable()],
  reference: ['details', z.string()],
  accountId: ['AccountId', zId],
  /** Of the account, card or wallet, as it was called then. */
  accountName: ['AccountName', z.string()],
  counterpartyName: ['CounterpartyName', z.string()],
  counterpartyAccount: ['CounterpartyAccount', z.string()],
  counterpartyCountry: ['CounterpartyCountry', zCountry.nullable()],
  beneficiaryId: ['BeneficiaryId', zId.nullable()],
  /** The person who ordered it for a company; null in the own profile, and where a bank ordered it. */
  orderedBy: ['OrderedBy', z.string().nullable()],
  /** In another currency: what the payee gets, or what came back. Null where nothing was converted. */
  converted: [
    'Converted',
    wire({ amount: ['Amount', zAmount], currency: ['Currency', zCurrency] }).nullable(),
  ],
  /** A row of a confidential payout: only people with the right see it. */
  isConfidential: ['IsConfidential', z.boolean()],
  /** The confidential payout that this line stands for, for those without the right. */
  maskOf: ['MaskOf', zId.nullable()],
  isRequest: ['isRequest', z.boolean()],
  isCardTransaction: ['isCardTrans', z.boolean()],
} as const;

/** A row of the payments list. */
export const zPayment = wire(summaryFields);
export type Payment = z.output<typeof zPayment>;

/** One step of the timeline. `reason` is a code of the closed list `paymentReasons`. */
export const zPaymentEvent = wire({
  status: ['Status', zPaymentStatus],
  at: ['At', zTime],
  actor: ['Actor', z.string().nullable()],
  reason: ['Reason', z.string().nullable()],
});
export type PaymentEvent = z.output<typeof zPaymentEvent>;

/** What other banks say when they refuse a payment or send it back. */
export const railReasons = [
  'account_closed',
  'account_unknown',
  'beneficiary_deceased',
  'bank_unreachable',
  'regulatory',
  'name_mismatch',
  'creditor_refused',
  'bank_refused',
] as const;
export type RailReason = (typeof railReasons)[number];

/** Why a payment has its status. The texts are the portal's (`payments.reasons.*`); those of failures are in `words/en/payment-failures.ts`. */
export const paymentReasons = [
  // Screening results stay with the bank: a client sees only these two.
  'under_review',
  'checks_passed',
  'not_permitted',
  'document_needed',
  'document_received',
  ...railReasons,
  'canceled_by_client',
  'approval_rejected',
  'approval_recalled',
  'approval_expired',
  'approval_requester_left',
  'no_funds',
  'instant_unavailable',
  'returned',
  /** The shop gave the held money up, or did not collect it in time. */
  'card_released',
  /** The details of the card payment say why. */
  'card_declined',
  /** The shop refunded a payment whose dispute was won: the dispute's credit is taken back. */
  'card_dispute_reversed',
  /** The network replaced the blocks that a deposit was in. */
  'chain_reorganised',
  /** Below the least amount that is credited. */
  'deposit_too_small',
  /** The network refused the transaction of a withdrawal. */
  'chain_failed',
] as const;
export type PaymentReason = (typeof paymentReasons)[number];

/**
 * The other side of a conversion: of an exchange, what the other account gave or got; of a payment in another currency, what the payee
 * gets, or of one that came back, what their bank returned.
 */
const zConversion = wire({
  /** Units bought per unit sold. */
  rate: ['Rate', z.string()],
  counterAmount: ['CounterAmount', zAmount],
  counterCurrency: ['CounterCurrency', zCurrency],
  /** Null where the other side is not on an account of the client. */
  counterPaymentId: ['CounterPaymentId', zId.nullable()],
});

/** An executed payment whose money another bank sent back. */
const zReturn = wire({
  /** The payment that came back. */
  paymentId: ['PaymentId', zId],
  /** The credit that brought the money; null while the bank looks for an account to put it on. */
  creditId: ['CreditId', zId.nullable()],
  reason: ['Reason', z.string()],
  at: ['At', zTime],
});

/** Everything the drawer shows. */
export const zPaymentDetails = wire({
  ...summaryFields,
  debtorName: ['debtor_name', z.string()],
  debtorAccount: ['debtor_account_iban', z.string()],
  creditorName: ['creditor_name', z.string()],
  creditorAccount: ['creditor_account_iban', z.string()],
  creditorAgentBic: ['CreditorBic', z.string().nullable()],
  creditorAgentName: ['CreditorBankName', z.string().nullable()],
  total: ['TransactionAmount', zAmount],
  /** What is sent on its way to the payee; of a credit, what arrived. */
  sent: ['AmountSent', zAmount],
  sentCurrency: ['SentCurrency', zCurrency],
  description: ['TransactionDescription', z.string()],
  record: ['TransactionRecord', zRecord],
  endToEndId: ['EndToEndId', z.string()],
  /** ISO 20022 UETR, by which all banks find a SWIFT payment. */
  uetr: ['Uetr', z.uuid().nullable()],
  chargeBearer: ['ChargeBearer', z.enum(chargeBearers)],
  purpose: ['Purpose', z.enum(paymentPurposes).nullable()],
  attachments: ['Attachments', z.array(zDocument)],
  /** The connected application that asked for it, by name. */
  application: ['Application', z.string().nullable()],
  /** The failed payment that this one replaces, and the one that has replaced this. */
  repairOf: ['RepairOf', zId.nullable()],
  replacedBy: ['ReplacedBy', zId.nullable()],
  /** It ended without its money and was not sent again yet. */
  canSendAgain: ['CanSendAgain', z.boolean()],
  expectedAt: ['ExpectedDate', zDate.nullable()],
  canCancel: ['CanCancel', z.boolean()],
  /** Of a payment that came back, and of the credit that brought it back. */
  returned: ['Returned', zReturn.nullable()],
  /** Present where money was converted. */
  conversion: ['Conversion', zConversion.optional()],
  timeline: ['Timeline', z.array(zPaymentEvent)],
});
export type PaymentDetails = z.output<typeof zPaymentDetails>;

export const getPayment = endpoint({
  id: 'getPayment',
  method: 'GET',
  path: '/transactions/{id}',
  tag: 'Payments',
  summary: 'Read one payment with its timeline',
  access: 'active',
  presence: { kind: 'recent', timesIn: (payment) => [(payment as Payment).createdAt] },
  scope: 'accounts:read',
  params: zIdParam,
  response: zPaymentDetails,
});

export const cancelPayment = endpoint({
  id: 'cancelPayment',
  method: 'DELETE',
  path: '/transactions/{id}',
  tag: 'Payments',
  summary: 'Cancel a payment that is not yet IN_PROCESS; releases the reserved money',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  params: zIdParam,
  response: zPaymentDetails,
});

export const downloadConfirmation = endpoint({
  id: 'downloadConfirmation',
  method: 'GET',
  path: '/transactions/confirmation/{id}',
  tag: 'Payments',
  summary: 'Download the confirmation of a completed payment as a PDF',
  access: 'active',
  presence: 'required',
  right: 'can_view_documents',
  params: zIdParam,
  query: z.strictObject({ locale: z.enum(['en', 'ru']).default('en'), timeZone: zTimeZone }),
  download: 'application/pdf',
});
