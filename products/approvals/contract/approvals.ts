/**
 * Approvals: another person's consent to exactly one thing, and the inbox of everything that needs a person's attention over all
 * companies and their own profile. Source: specification section 3 (`PUT /transactions/approve/{id}`); server page section 8.
 *
 * An approval is bound to a *version*, the hash of the requested content. A decision names the version that was seen; another one is
 * refused with `approval_changed`. No one decides on their own request, in any profile.
 */

import {
  pageQuery,
  zAmount,
  zCurrency,
  zId,
  zIdParam,
  zLine,
  zPage,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { payeeWarnings } from '../../payments/contract/payment-order.ts';
import { payoutWarnings } from '../../payouts/contract/payout-checks.ts';
import { zPolicyRules } from './approval-policy.ts';
import { zPersonName } from './sent-for-approval.ts';

export * from './approval-policy.ts';

/**
 * The kinds of requests and the `facts` of each; amounts are decimals, accounts whole, lists are comma-separated.
 * - payment: `number`, `creditorName`, `creditorAccount`, `creditorCountry`, `reference`, `scheme`, `fee`, `total`, `debtorAccount`,
 *   `debtorAccountName`, `application` (the name of the connected application that requested it), `nameCheck` (the result of the name check), `purpose`, `attachments` (how many)
 * - payout: `number`, `name`, `rows`, `payees`, `newPayees` (counts), `amounts` (each with its currency, such as `380.00 EUR`), `payOn`,
 *   `warned` (each warning with its rows, such as `paid_before 2`); `confidential` where `name` is withheld
 * - withdrawal: `address`, `label` (of the address book), `network`, `fee`, `total`
 * - payee: `action` (add, add_many, change, delete), `name`, `account`, `accountBefore`, `bank`, `country`; of other details than
 *   accounts `nameBefore`, `address`, `addressBefore`; of an entry of the crypto address book `network`, `currency` and its `address`; of many at once (`add_many`) `payees` (how many) and `listed` (the first of them, a line each)
 * - people: `action` (invite, change, suspend, resume, remove, hand_over), `name`, `email`, `rights`, `rightsBefore` (names of
 *   the matrix), `validUntil`
 * - card: `action` (issue, controls), `name`, `holder`, `currency`; of a new card `cardKind`, `design`, `nameOnCard`, `fee`, `account` (number), `accountName`,
 *   `address`, `singleUse`, `validUntil` and its limits; of changed controls `lastFour` and each that changes with its value before. Controls are
 *   `perPayment`, `perDay`, `perWeek`, `perMonth`, `inTotal` (empty: no limit), `online`, `contactless`, `cash`, `abroad` (on, off), `categories` and
 *   `countries` (the mode, then the list: `ONLY fuel,travel`); the values before are `perPaymentBefore` and so on
 * - policy: none; the proposed rules are in `rules`
 */
export const approvalKinds = [
  'payment',
  'payout',
  'withdrawal',
  'payee',
  'people',
  'policy',
  'card',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** BLOCKED: it waits, but no one is left who may approve. VOIDED: its content has changed or is gone, or the requester may no longer request it. */
export const approvalStates = [
  'WAITING',
  'BLOCKED',
  'APPROVED',
  'REJECTED',
  'RECALLED',
  'EXPIRED',
  'VOIDED',
] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** Unusual facts; the texts are the portal's (`approvals.warnings.*`). */
export const approvalWarnings = [
  ...new Set([
    ...payeeWarnings,
    ...payoutWarnings,
    /** A connected application named the account, which is not one of the client's payees. */
    'account_from_application',
    /** The payment goes to the requested account, but the payee has another one since. */
    'payee_account_replaced',
    /** The payee's name or address was changed since the request. */
    'payee_details_changed',
    /** The payee was deleted since the request. */
    'payee_deleted',
    'asked_again_after_edit',
  ] as const),
];
export type ApprovalWarning = (typeof approvalWarnings)[number];

/** Why the caller may not decide on it. */
export const decisionBars = [
  'own_request',
  'not_an_approver',
  'not_your_turn',
  'already_decided',
  'closed',
] as const;
export type DecisionBar = (typeof decisionBars)[number];

/** One of the required approvals, in order. */
const zApprovalStep = wire({
  /** Who may give it; afterwards, who could have. */
  people: ['People', z.array(zPersonName)],
  /** Substitutes of absent people: the substitute and the person they replace. */
  standIns: ['StandIns', z.array(wire({ person: ['Person', zPersonName], for: ['For', zPersonName] }))],
  state: ['State', z.enum(['DONE', 'CURRENT', 'LATER', 'REJECTED', 'DROPPED'])],
  decidedBy: ['DecidedBy', zPersonName.nullable()],
  decidedAt: ['DecidedAt', zTime.nullable()],
  /** The person on whose behalf a substitute decided. */
  onBehalfOf: ['OnBehalfOf', zPersonName.nullable()],
});
export type ApprovalStep = z.output<typeof zApprovalStep>;

export const zApproval = wire({
  id: ['Id', zId],
  version: ['Version', z.string().min(1).max(64)],
  kind: ['Kind', z.enum(approvalKinds)],
  state: ['State', z.enum(approvalStates)],
  clientId: ['ClientId', zId],
  /** The company's name, or the person's own. */
  clientName: ['ClientName', z.string()],
  /** Its subject: a payment, a payee, a member. */
  subjectId: ['SubjectId', zId.nullable()],
  requestedBy: ['RequestedBy', zPersonName],
  requestedAt: ['RequestedAt', zTime],
  expiresAt: ['ExpiresAt', zTime],
  /** Without fees; null if no money moves. */
  amount: ['Amount', zAmount.nullable()],
  currency: ['Currency', zCurrency.nullable()],
  facts: ['Facts', z.record(z.string(), z.string())],
  /** For the kind policy: the proposed rules, those in force at that time, and the people named. */
  rules: [
    'Rules',
    wire({
      before: ['Before', zPolicyRules],
      after: ['After', zPolicyRules],
      people: ['People', z.array(zPersonName)],
    }).nullable(),
  ],
  warnings: ['Warnings', z.array(z.enum(approvalWarnings))],
  steps: ['Steps', z.array(zApprovalStep)],
  /** Who can decide now; empty if it is blocked or closed. */
  waitingFor: ['WaitingFor', z.array(zPersonName)],
  /** Since when the current step has been waiting. */
  waitingSince: ['WaitingSince', zTime.nullable()],
  remindedAt: ['RemindedAt', zTime.nullable()],
  /** When it proceeds without them, if it waits only for suspended or expired administrators. */
  lapsesAt: ['LapsesAt', zTime.nullable()],
  closedAt: ['ClosedAt', zTime.nullable()],
  /** The reason given for a rejection. */
  reason: ['Reason', z.string().nullable()],
  canDecide: ['CanDecide', z.boolean()],
  /** Why not, if `canDecide` is false. */
  bar: ['Bar', z.enum(decisionBars).nullable()],
  canRecall: ['CanRecall', z.boolean()],
});
export type Approval = z.output<typeof zApproval>;

/** The amounts moved by a request, by currency; a payout may have several. Decimal amounts, none if no money moves. */
export const moneyOfApproval = ({
  amount,
  currency,
  facts,
}: Pick<Approval, 'amount' | 'currency' | 'facts'>): ReadonlyArray<{
  readonly amount: string;
  readonly currency: string;
}> => {
  if (amount !== null && currency !== null) return [{ amount, currency }];
  return (facts.amounts ?? '').split(', ').flatMap((each) => {
    const [listed, code] = each.split(' ');
    return listed && code ? [{ amount: listed, currency: code }] : [];
  });
};

/** WAITING: for this person's decision. REQUESTED: by this person, still open. CLOSED: decided by, or closed for, this person. */
export const inboxViews = ['WAITING', 'REQUESTED', 'CLOSED'] as const;
export type InboxView = (typeof inboxViews)[number];

export const listInbox = endpoint({
  id: 'listInbox',
  method: 'GET',
  path: '/inbox',
  tag: 'Approvals',
  summary:
    'List the approvals waiting for this person across all companies and their own profile, or their own requests, or closed ones, newest first',
  access: 'active',
  presence: 'required',
  query: z.strictObject({ ...pageQuery, view: z.enum(inboxViews).default('WAITING') }),
  response: zPage(zApproval),
});

export const countInbox = endpoint({
  id: 'countInbox',
  method: 'GET',
  path: '/inbox/count',
  tag: 'Approvals',
  summary: 'Count the approvals waiting for this person; more than 99 count as 100',
  access: 'active',
  presence: 'open',
  response: wire({
    waiting: ['Waiting', z.number().int().min(0).max(100)],
    requested: ['Requested', z.number().int().min(0).max(100)],
  }),
});

/** The approver's reason for a rejection. */
export const zReason = zLine(300);

export const listApprovals = endpoint({
  id: 'listApprovals',
  method: 'GET',
  path: '/approvals',
  tag: 'Approvals',
  summary: 'List the approvals of the profile, newest first',
  access: 'active',
  presence: 'required',
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(approvalStates).optional(),
    kind: z.enum(approvalKinds).optional(),
    subjectId: zId.optional(),
  }),
  response: zPage(zApproval),
});

export const getApproval = endpoint({
  id: 'getApproval',
  method: 'GET',
  path: '/approvals/{id}',
  tag: 'Approvals',
  summary: 'Read one approval of the profile, or one that this person requested or may decide',
  access: 'active',
  presence: 'required',
  params: zIdParam,
  response: zApproval,
});

export const recallApproval = endpoint({
  id: 'recallApproval',
  method: 'DELETE',
  path: '/approvals/{id}',
  tag: 'Approvals',
  summary: 'Withdraw an own request for approval while it waits; reserved money is released',
  access: 'active',
  presence: 'required',
  params: zIdParam,
  response: zApproval,
});

export const approvePayment = endpoint({
  id: 'approvePayment',
  method: 'PUT',
  path: '/transactions/approve/{id}',
  tag: 'Approvals',
  summary: 'Approve a waiting payment; the code names the amount and the payee',
  access: 'active',
  presence: 'own',
  right: 'can_approve',
  twoFactor: 'always',
  money: 'leaves',
  idempotent: true,
  params: zIdParam,
  body: wire({ version: ['Version', z.string().min(1).max(64)] }),
  response: zApproval,
});

export const rejectPayment = endpoint({
  id: 'rejectPayment',
  method: 'PUT',
  path: '/transactions/reject/{id}',
  tag: 'Approvals',
  summary: 'Reject a waiting payment; reserved money is released',
  access: 'active',
  presence: 'own',
  right: 'can_approve',
  twoFactor: 'always',
  idempotent: true,
  params: zIdParam,
  body: wire({ version: ['Version', z.string().min(1).max(64)], reason: ['Reason', zReason] }),
  response: zApproval,
});
