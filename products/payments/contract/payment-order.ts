/**
 * Ordering a payment: the order, its preview and warnings before anything is sent, its documents, and repeating a failed one. Source:
 * specification sections 3 and 7; server page section 8; product pains 2-4, 7, 8.
 */

import {
  zAmount,
  zAmountInput,
  zCurrency,
  zDate,
  zId,
  zIdParam,
  zLine,
  zPlain,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { zProblem } from '@calmly/contract-kit/problem-body.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { chargeBearers, type PaymentStatus, paymentPurposes, paymentSchemes } from '@calmly/domain';
import { z } from 'zod';
import { documentTypes, zDocument } from '../../accounts/contract/documents.ts';
import { zNameCheck } from '../../payees/contract/beneficiary-checks.ts';
import { type PayoutWarning, seriousPayoutWarnings } from '../../payouts/contract/payout-checks.ts';
import { type PaymentReason, zPayment } from './payments.ts';

export { type ChargeBearer, chargeBearers, type PaymentPurpose, paymentPurposes } from '@calmly/domain';

/** So many documents may go with one payment. */
export const attachmentLimit = 5;

const orderFields = {
  /** Account number or IBAN of the account to debit. */
  debtorAccount: ['AccountFrom', zPlain.min(1).max(40)],
  beneficiaryId: ['BeneficiaryId', zId.optional()],
  /** Which bank account of the beneficiary; the only one unless said. Without a beneficiary: an own account or another client's, by number or IBAN; of an application with `payments:new-payee` any IBAN in SEPA. */
  creditorAccount: ['ToAccount', zPlain.min(1).max(50).optional()],
  /** Whose account it is that is no beneficiary's, as the payer knows it; it is compared with the holder. Another client's account can do without. */
  creditorName: ['ToName', zLine(140).optional()],
  amount: ['Amount', zAmountInput],
  /** To a payee in another currency: the price at which the amount is converted. The amount is then the quote's `SellAmount`. */
  quoteId: ['QuoteId', zId.optional()],
  chargeBearer: ['ChargeBearer', z.enum(chargeBearers).default('SHA')],
  /** In seconds where SEPA carries it; as an ordinary payment when the other bank cannot. */
  instant: ['Instant', z.boolean().optional()],
  purpose: ['Purpose', z.enum(paymentPurposes).optional()],
  /** Documents that were uploaded before, by id. */
  attachments: ['Attachments', z.array(zId).max(attachmentLimit).optional()],
  /** The payment that failed and that this one replaces; each is replaced once. */
  repairOf: ['RepairOf', zId.optional()],
} as const;

export const createPayment = endpoint({
  id: 'createPayment',
  method: 'POST',
  path: '/transactions',
  tag: 'Payments',
  summary:
    'Pay a payee, an own account or another client; the code names the amount and the payee. A payment requested by an application waits for approval',
  access: 'active',
  presence: 'own',
  right: 'can_request_trans',
  scope: 'payments:request',
  twoFactor: 'maybe',
  money: 'leaves',
  idempotent: true,
  body: wire({ ...orderFields, reference: ['Details', zLine(140)] }),
  response: zPayment,
  status: 201,
});
export type PaymentInput = z.output<(typeof createPayment)['body']>;

/** What is unusual about paying this there, said to who pays and to who approves it; the texts are the portal's. */
export const payeeWarnings = [
  /** Nothing was ever paid there. */
  'first_payment',
  /** The payee was added lately. */
  'payee_new',
  'payee_added_by_requester',
  /** The payee's bank account was changed lately. */
  'payee_changed',
  /** The same account was paid or is kept under another name. */
  'account_shared',
  'amount_unusual',
  /** The same amount to the same payee lately. */
  'duplicate',
  /** Nearly the same amount, or the same reference, to the same payee lately. */
  'near_duplicate',
  'name_no_match',
  'name_close_match',
  /** The name could not be compared with the account's holder. */
  'name_not_checked',
] as const;
export type PayeeWarning = (typeof payeeWarnings)[number];

/** Warnings for the payer. */
export const paymentWarnings = [
  ...payeeWarnings,
  /** The reference has letters that SEPA cannot carry. */
  'sepa_characters',
  /** The account would have less than half of the least that it has had for a month. */
  'balance_low',
] as const;
export type PaymentWarning = (typeof paymentWarnings)[number];

const serious: ReadonlySet<string> = new Set<
  PaymentWarning | PayoutWarning | 'payee_account_replaced' | 'payee_deleted'
>([
  ...seriousPayoutWarnings,
  'payee_changed',
  'payee_account_replaced',
  'payee_deleted',
  'account_shared',
  'amount_unusual',
  'duplicate',
  'name_no_match',
]);

/** Whether money is lost so often after this that the payer says expressly to have looked. */
export const isSerious = (warning: string): boolean => serious.has(warning);

/** What the payment would come to. Amounts are in the account's currency, except what is sent. */
export const zPaymentPreview = wire({
  scheme: ['TransactionType', z.enum(paymentSchemes)],
  currency: ['currency', zCurrency],
  /** As instructed. */
  amount: ['amount_num', zAmount],
  fee: ['Fee', zAmount],
  /** The amount debited from the account. */
  total: ['TransactionAmount', zAmount],
  /** What is sent on its way to the payee. */
  sent: ['AmountSent', zAmount],
  sentCurrency: ['SentCurrency', zCurrency],
  /** The fee's rule: percent, at least so much, and so much besides for the other banks. Null where it is free. */
  feeRule: [
    'FeeRule',
    wire({
      rate: ['Rate', z.string()],
      minimum: ['Minimum', zAmount],
      surcharge: ['Surcharge', zAmount],
    }).nullable(),
  ],
  expectedAt: ['ExpectedDate', zDate],
  /** The ways there are, this one among them. */
  ways: [
    'Ways',
    z.array(
      wire({ scheme: ['TransactionType', z.enum(paymentSchemes)], expectedAt: ['ExpectedDate', zDate] }),
    ),
  ],
  /** Whether it may go in seconds: their bank certainly takes it, or it is tried; null where SEPA does not carry it or it is too much. */
  instant: ['InstantReach', z.enum(['certain', 'tried']).nullable()],
  creditorName: ['creditor_name', z.string()],
  creditorAccount: ['creditor_account_iban', z.string()],
  /** Of another client's account: what comparing the name that was given with the holder's came to; null: nothing was compared. */
  nameCheck: ['name_check', zNameCheck.nullable()],
  available: ['AvailableBalance', zAmount],
  /** Available after it; below zero when there is too little. */
  balanceAfter: ['BalanceAfter', zAmount],
  /** The largest amount that the account can pay this way, fee included. */
  largestAmount: ['LargestAmount', zAmount],
  needsCode: ['NeedsCode', z.boolean()],
  warnings: ['Warnings', z.array(z.enum(paymentWarnings))],
  /** The earlier payment that `duplicate` and `near_duplicate` speak of. */
  similar: [
    'SimilarPayment',
    wire({ id: ['Id', zId], number: ['Number', z.string()], createdAt: ['payment_date', zTime] }).nullable(),
  ],
});
export type PaymentPreview = z.output<typeof zPaymentPreview>;

export const previewPayment = endpoint({
  id: 'previewPayment',
  method: 'POST',
  path: '/transactions/preview',
  tag: 'Payments',
  summary: 'Preview the cost, arrival and warnings of a payment, or why it would be refused; nothing is done',
  access: 'active',
  presence: 'open',
  right: 'can_request_trans',
  body: wire({ ...orderFields, reference: ['Details', zLine(140).optional()] }),
  response: wire({
    /** Null where the order would be refused. */
    preview: ['Preview', zPaymentPreview.nullable()],
    /** The problem that the order would meet: to a question it is an answer. Null where there is none. */
    refusal: ['Refusal', zProblem.nullable()],
  }),
});
export type PreviewInput = z.output<(typeof previewPayment)['body']>;

export const addAttachment = endpoint({
  id: 'addAttachment',
  method: 'POST',
  path: '/transactions/media/{id}',
  tag: 'Payments',
  summary: 'Add a document to an outgoing payment in progress',
  access: 'active',
  presence: 'open',
  right: 'can_request_trans',
  upload: true,
  params: zIdParam,
  body: wire({
    fileName: ['FileName', zLine(200).optional()],
    /** The file in base64 (RFC 4648, section 4), padded. */
    content: ['FileBody', z.string().min(1)],
  }),
  response: zDocument,
  status: 201,
});

export const getAttachment = endpoint({
  id: 'getAttachment',
  method: 'GET',
  path: '/transactions/media/{id}',
  tag: 'Payments',
  summary: 'Read a document of a payment with its content, by document id',
  access: 'active',
  presence: 'required',
  right: 'can_view_documents',
  params: zIdParam,
  response: wire({
    fileName: ['FileName', z.string()],
    mediaType: ['MimeType', z.enum(documentTypes)],
    content: ['FileBody', z.string()],
  }),
});

/** Payments that ended without their money: such a one can be sent again. */
export const canBeSentAgain = (status: PaymentStatus): boolean =>
  status === 'REJECTED' || status === 'AML_REJECTED' || status === 'CANCELED';

/** The field of an order that a reason blames: where someone who sends it again begins. */
export function fieldBlamedBy(reason: PaymentReason): 'debtorAccount' | 'beneficiaryId' | undefined {
  switch (reason) {
    case 'account_closed':
    case 'account_unknown':
    case 'beneficiary_deceased':
    case 'name_mismatch':
    case 'creditor_refused':
      return 'beneficiaryId';
    case 'no_funds':
      return 'debtorAccount';
    default:
      return undefined;
  }
}
