/**
 * Requests for money: a client asks someone to pay, with a creditor reference; an arriving credit that quotes it settles the request.
 * Also the public page that shows a payer what to enter. Source: specification sections 3 (Payment request), 7; server page section 8.
 */

import {
  pageQuery,
  zAmount,
  zAmountInput,
  zCurrency,
  zDate,
  zId,
  zIdParam,
  zLine,
  zPage,
  zPlain,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { documentTypes, getDocument } from '../../accounts/contract/documents.ts';

/** PENDING also when partly paid. EXECUTED: paid in full, or more. OVERDUE ones can still be paid. */
export const reviewStatuses = ['PENDING', 'OVERDUE', 'EXECUTED', 'CANCELED'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

const summaryFields = {
  id: ['Id', zId],
  createdAt: ['CreatedAt', zTime],
  updatedAt: ['UpdatedAt', zTime],
  /** Increases with every change. */
  version: ['Version', z.number().int()],
  amount: ['Amount', zAmount],
  currency: ['Currency', zCurrency],
  /** The amount received so far: less than the amount, the amount, or more. */
  received: ['Received', zAmount],
  status: ['ReviewStatus', z.enum(reviewStatuses)],
  details: ['Details', z.string()],
  payerName: ['From', z.string()],
  /** The account that paid last; null until someone has. */
  payerAccount: ['FromLedgerAccount', z.string().nullable()],
  creditorName: ['ToName', z.string()],
  creditorAccount: ['ToAccount', z.string()],
  accountId: ['AccountId', zId],
  /** ISO 11649, without blanks. */
  reference: ['Reference', z.string()],
  dueOn: ['DueDate', zDate.nullable()],
  isRequest: ['isRequest', z.literal(true)],
} as const;

/** A row of the list of requests. */
export const zMoneyRequest = wire(summaryFields);
export type MoneyRequest = z.output<typeof zMoneyRequest>;

/**
 * What happened to a request. A credit that quoted it counts (RECEIVED) or does not, because it came in another currency or after the
 * request was cancelled; the money is on the account in any case.
 */
export const requestEvents = [
  'CREATED',
  'RECEIVED',
  'OVERDUE',
  'CANCELED',
  'OTHER_CURRENCY',
  'AFTER_CANCEL',
] as const;
export type RequestEvent = (typeof requestEvents)[number];

export const zRequestStep = wire({
  event: ['Event', z.enum(requestEvents)],
  /** The status after it. */
  status: ['Status', z.enum(reviewStatuses)],
  at: ['At', zTime],
  /** Who did it, or who paid. */
  actor: ['Actor', z.string().nullable()],
  amount: ['Amount', zAmount.nullable()],
  currency: ['Currency', zCurrency.nullable()],
  paymentId: ['PaymentId', zId.nullable()],
});
export type RequestStep = z.output<typeof zRequestStep>;

const zRequestDocument = wire({
  id: ['Id', zId],
  /** Where its content is read (`getDocument`). */
  mediaUri: ['MediaUri', z.string()],
  fileName: ['FileName', z.string()],
  mediaType: ['MimeType', z.enum(documentTypes)],
});

/** Everything the drawer shows. */
export const zMoneyRequestDetails = wire({
  ...summaryFields,
  payerEmail: ['FromEmail', z.string().nullable()],
  documents: ['Documents', z.array(zRequestDocument)],
  canCancel: ['CanCancel', z.boolean()],
  timeline: ['Timeline', z.array(zRequestStep)],
});
export type MoneyRequestDetails = z.output<typeof zMoneyRequestDetails>;

export const createMoneyRequest = endpoint({
  id: 'createMoneyRequest',
  method: 'POST',
  path: '/transactions/incoming',
  tag: 'Get paid',
  summary:
    'Create a request for money; an incoming payment with its reference settles it. No message is sent',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  idempotent: true,
  body: wire({
    /** Number or IBAN of the account to credit; its currency is the request's. */
    creditorAccount: ['ToAccount', zPlain.min(1).max(40)],
    amount: ['Amount', zAmountInput],
    payerName: ['From', zLine(70)],
    /** For the client's own email program; the bank sends nothing. */
    payerEmail: ['FromEmail', z.email().max(254).optional()],
    details: ['Details', zLine(140)],
    /** The last day on which it is not late. */
    dueOn: ['DueDate', zDate.optional()],
    /** Ids of uploaded documents: the invoice. */
    documentIds: ['Documents', z.array(zId).max(5).default([])],
  }),
  response: zMoneyRequestDetails,
  status: 201,
});
export type MoneyRequestInput = z.output<(typeof createMoneyRequest)['body']>;

export const listMoneyRequests = endpoint({
  id: 'listMoneyRequests',
  method: 'GET',
  path: '/transactions/incoming',
  tag: 'Get paid',
  summary: 'List the requests for money of all accounts, newest first',
  access: 'active',
  presence: 'required',
  query: z.strictObject({
    ...pageQuery,
    accountId: zId.optional(),
    /** One or several statuses, comma-separated. */
    status: z.string().max(60).optional(),
    /** Part of the payer's name, the details or the reference. */
    search: zPlain.trim().max(100).optional(),
  }),
  response: zPage(zMoneyRequest),
});

export const getMoneyRequest = endpoint({
  id: 'getMoneyRequest',
  method: 'GET',
  path: '/transactions/incoming/{id}',
  tag: 'Get paid',
  summary: 'Read one request for money with its timeline',
  access: 'active',
  presence: 'required',
  params: zIdParam,
  response: zMoneyRequestDetails,
});

export const cancelMoneyRequest = endpoint({
  id: 'cancelMoneyRequest',
  method: 'DELETE',
  path: '/transactions/incoming/{id}',
  tag: 'Get paid',
  summary: 'Cancel a request for money; received money stays, later payments do not count',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  params: zIdParam,
  response: zMoneyRequestDetails,
});

/** A link to the public page, for an account (`requestId` is null) or for one request. */
export const zPayLink = wire({
  id: ['Id', zId],
  accountId: ['AccountId', zId],
  requestId: ['RequestId', zId.nullable()],
  /** Whether the page shows what the request is for and its documents. */
  showsDetails: ['ShowsDetails', z.boolean()],
  /** The whole address, to be copied; null for a member who can't view documents, while the page shows some. */
  url: ['Url', z.string().nullable()],
  createdAt: ['CreatedAt', zTime],
});
export type PayLink = z.output<typeof zPayLink>;

export const listPayLinks = endpoint({
  id: 'listPayLinks',
  method: 'GET',
  path: '/getpaid/links',
  tag: 'Get paid',
  summary: 'List the links to public payment pages, newest first',
  access: 'active',
  presence: 'required',
  query: z.strictObject({
    ...pageQuery,
    /** Only the one of the account itself. */
    accountId: zId.optional(),
    /** Only the one of this request. */
    requestId: zId.optional(),
  }),
  response: zPage(zPayLink),
});

export const createPayLink = endpoint({
  id: 'createPayLink',
  method: 'POST',
  path: '/getpaid/links',
  tag: 'Get paid',
  summary: 'Read the link to the payment page of an account or a request; creates it if needed',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  body: wire({
    accountId: ['AccountId', zId.optional()],
    requestId: ['RequestId', zId.optional()],
    /**
     * Of a request: whether the page shows its details and documents. Without it an existing link keeps its choice. A page that starts to
     * show documents gets a new URL, and the previous one stops working.
     */
    showsDetails: ['ShowsDetails', z.boolean().optional()],
  }),
  response: zPayLink,
});

export const revokePayLink = endpoint({
  id: 'revokePayLink',
  method: 'DELETE',
  path: '/getpaid/links/{id}',
  tag: 'Get paid',
  summary: 'Turn off a link; its page disappears immediately',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  params: zIdParam,
});

const zPayPageDocument = wire({
  id: ['Id', zId],
  fileName: ['FileName', z.string()],
  mediaType: ['MimeType', z.enum(documentTypes)],
});

/** The complete content of the public page: anyone with the link may read it. */
export const zPayPage = wire({
  creditorName: ['ToName', z.string()],
  /** See `holderLatin` of an account. */
  creditorNameLatin: ['ToNameLatin', z.string().nullable()],
  /** The account's number where it has no IBAN. */
  creditorAccount: ['ToAccount', z.string()],
  iban: ['Iban', z.string().nullable()],
  currency: ['Currency', zCurrency],
  bic: ['Bic', z.string()],
  bankName: ['BankName', z.string()],
  bankAddress: ['BankAddress', z.string()],
  correspondentBank: ['CorrespondentBank', z.string().nullable()],
  correspondentBic: ['CorrespondentBic', z.string().nullable()],
  /** Null when the link is an account's. */
  request: [
    'Request',
    wire({
      amount: ['Amount', zAmount],
      /** What is still to be paid; zero when nothing is. */
      remaining: ['Remaining', zAmount],
      reference: ['Reference', z.string()],
      dueOn: ['DueDate', zDate.nullable()],
      status: ['ReviewStatus', z.enum(reviewStatuses)],
      /** What it is for; null unless the payee shows it, and once nothing is to be paid. */
      details: ['Details', z.string().nullable()],
      documents: ['Documents', z.array(zPayPageDocument)],
    }).nullable(),
  ],
});
export type PayPage = z.output<typeof zPayPage>;

export const getPayPage = endpoint({
  id: 'getPayPage',
  method: 'GET',
  path: '/getpaid/{token}',
  tag: 'Get paid',
  summary: 'Read the public payment page behind a link',
  access: 'public',
  presence: 'open',
  params: z.strictObject({ token: z.string().max(100) }),
  response: zPayPage,
});

export const getPayPageDocument = endpoint({
  id: 'getPayPageDocument',
  method: 'GET',
  path: '/getpaid/{token}/documents/{id}',
  tag: 'Get paid',
  summary: 'Read a document that the payee shows on the payment page',
  access: 'public',
  presence: 'open',
  params: z.strictObject({ token: z.string().max(100), id: zId }),
  response: getDocument.response,
});
