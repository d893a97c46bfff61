/**
 * Paying a payout: its totals, its confirmation, and the result of each row. When the payout is confirmed (or approved), the rows' money is held as
 * one sum per account; each row's payment draws its part, and any remainder is released. Source: server page section 9.
 */

import { zAmount, zCurrency, zDate, zId, zIdParam, zLine, zSeenText } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zPayoutFinding, zWarnedRow } from './payout-checks.ts';
import { zAllowRepeat, zPayoutDetails, zPayoutOverview } from './payouts.ts';

/** `ALL`: every row, so none may have a fault. `READY`: only rows without a fault. */
export const payoutModes = ['ALL', 'READY'] as const;
export type PayoutMode = (typeof payoutModes)[number];

/** The debit of one account. */
const zPayoutFunding = wire({
  accountId: ['AccountId', zId],
  accountName: ['AccountName', z.string()],
  accountNumber: ['LedgerAccount', z.string()],
  currency: ['Currency', zCurrency],
  rows: ['Rows', z.number().int()],
  amount: ['Amount', zAmount],
  fees: ['Fees', zAmount],
  /** Amounts and fees. */
  total: ['Total', zAmount],
  available: ['Available', zAmount],
  /** Negative if the balance is too low. */
  balanceAfter: ['BalanceAfter', zAmount],
});
export type PayoutFunding = z.output<typeof zPayoutFunding>;

export const previewPayout = endpoint({
  id: 'previewPayout',
  method: 'GET',
  path: '/masspayout/{id}/preview',
  tag: 'Payouts',
  summary: 'What a payout would take from each account, with fees and the balance afterwards',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  params: zIdParam,
  response: wire({
    /** The version that the figures belong to; the confirmation names it. */
    version: ['Version', z.number().int()],
    funding: ['Funding', z.array(zPayoutFunding)],
    /** Rows with a fault, which are not in the figures. */
    leftOut: ['LeftOut', z.number().int()],
    /** The number of paid accounts, and how many of them are not saved payees. */
    payees: ['Payees', z.number().int()],
    newPayees: ['NewPayees', z.number().int()],
    /** Rows whose payee's name has not been compared with the account yet; about 500 are compared per second. */
    uncomparedNames: ['UncomparedNames', z.number().int()],
    /** Whether the company's rules require an approval before it is paid. */
    needsApproval: ['NeedsApproval', z.boolean()],
    /** Current warnings of the rows that would be paid, including payments since the check. Serious ones first. */
    warnings: ['Warnings', z.array(zPayoutFinding)],
    /** The first rows of each serious warning. */
    examples: ['Examples', z.array(zWarnedRow)],
  }),
});
export type PayoutPreview = z.output<(typeof previewPayout)['response']>;

export const confirmPayout = endpoint({
  id: 'confirmPayout',
  method: 'POST',
  path: '/masspayout/{id}/confirm',
  tag: 'Payouts',
  summary:
    'Confirm a payout, now or for a day; the code covers its totals and every payee, and nothing may change afterwards',
  access: 'active',
  presence: 'own',
  right: 'can_request_trans',
  twoFactor: 'always',
  money: 'leaves',
  approval: true,
  idempotent: true,
  params: zIdParam,
  body: wire({
    version: ['Version', z.number().int()],
    mode: ['Mode', z.enum(payoutModes)],
    /** The day of payment; null: at once. */
    payOn: ['Date', zDate.nullable()],
    allowRepeat: ['AllowRepeat', zAllowRepeat],
    /** Pays although names have not been compared yet; without it the call is refused until they are (`payout_names_pending`). */
    skipNameCheck: ['SkipNameCheck', z.boolean().optional()],
    /**
     * The serious warnings of the preview that the caller has checked; other codes in the list are ignored. Unless they match the current warnings
     * exactly, the call is refused (`payout_warnings`).
     */
    acknowledgedWarnings: ['AcknowledgedWarnings', z.array(zPayoutFinding).max(50).optional()],
  }),
  response: zPayoutDetails,
});

export const cancelPayout = endpoint({
  id: 'cancelPayout',
  method: 'POST',
  path: '/masspayout/{id}/cancel',
  tag: 'Payouts',
  summary:
    'Withdraw a payout that waits for its day: its money becomes available again and its rows can be changed. If some rows are paid already, the rest is not paid',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  params: zIdParam,
  response: zPayoutDetails,
});

/** Rows that were not paid: no payment was made, the payment failed, or the row was left out because of its faults. */
export const unpaidKinds = ['refused', 'failed', 'left_out'] as const;
export type UnpaidKind = (typeof unpaidKinds)[number];

export const countUnpaidRows = endpoint({
  id: 'countUnpaidRows',
  method: 'GET',
  path: '/masspayout/{id}/again',
  tag: 'Payouts',
  summary: 'Count the rows of a finished payout that were not paid and that no other payout pays again',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  params: zIdParam,
  response: wire({
    refused: ['Refused', z.number().int()],
    failed: ['Failed', z.number().int()],
    leftOut: ['LeftOut', z.number().int()],
    /** Rows already repeated by another payout. */
    repeated: ['Repeated', z.number().int()],
  }),
});

export const repeatFailedRows = endpoint({
  id: 'repeatFailedRows',
  method: 'POST',
  path: '/masspayout/{id}/again',
  tag: 'Payouts',
  summary: 'Begin a payout with the rows of a finished one that were not paid; each row is repeated once',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  idempotent: true,
  params: zIdParam,
  body: wire({
    include: [
      'Include',
      z.array(z.enum(unpaidKinds)).min(1).max(unpaidKinds.length).default(['refused', 'failed']),
    ],
  }),
  response: zPayoutDetails,
  status: 201,
});

export const renamePayout = endpoint({
  id: 'renamePayout',
  method: 'PUT',
  path: '/masspayout/{id}/name',
  tag: 'Payouts',
  summary: 'Rename a payout, whatever its status',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  params: zIdParam,
  body: wire({
    name: ['Name', zLine(120)],
    /** The name shown on the screen: if the payout has been renamed since, the change is refused (`payout_changed`). */
    before: ['Before', zSeenText.optional()],
  }),
  response: zPayoutOverview,
});
export type PayoutRename = z.output<(typeof renamePayout)['body']>;

export const downloadPayoutResults = endpoint({
  id: 'downloadPayoutResults',
  method: 'GET',
  path: '/masspayout/{id}/results',
  tag: 'Payouts',
  summary: 'Download what became of each row as CSV or as pain.002 (ISO 20022 payment status report)',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  params: zIdParam,
  query: z.strictObject({
    locale: z.enum(['en', 'ru']).default('en'),
    format: z.enum(['csv', 'pain002']).default('csv'),
  }),
  download: 'application/octet-stream',
});
