/** The data for an approver of a payout: its rows, warnings and new payees, and the differences to an earlier one. */

import { zAmount, zCurrency, zId, zIdParam, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { payoutWarnings, zPayoutFinding, zPayoutWarning, zWarnedRow } from './payout-checks.ts';

const read = { method: 'GET', tag: 'Approvals', access: 'active', presence: 'required' } as const;

/** An account paid by a payout, with the sum of its rows. */
const zPaidAccount = wire({
  name: ['Name', z.string()],
  account: ['Account', z.string()],
  currency: ['Currency', zCurrency],
  amount: ['Amount', zAmount],
});
export type PaidAccount = z.output<typeof zPaidAccount>;

/** An account whose sum differs. `before` is null if it was not paid then, `after` if it is not paid now. */
const zPayoutDifference = wire({
  name: ['Name', z.string()],
  account: ['Account', z.string()],
  currency: ['Currency', zCurrency],
  before: ['Before', zAmount.nullable()],
  after: ['After', zAmount.nullable()],
});
export type PayoutDifference = z.output<typeof zPayoutDifference>;

const zTotals = z.array(wire({ currency: ['Currency', zCurrency], amount: ['Amount', zAmount] }));

export const reviewPayout = endpoint({
  ...read,
  id: 'reviewPayout',
  path: '/approvals/{id}/payout',
  summary:
    'Review a payout that waits for approval: warnings, accounts never paid before, and the difference to the last similar payout',
  params: zIdParam,
  response: wire({
    /**
     * Whether the caller may not see the rows: a confidential payout, or no right to pay or approve. Then everything except `rows` and `isOutdated`
     * is empty.
     */
    isMasked: ['IsMasked', z.boolean()],
    /**
     * A payee has changed since the request, so the payout can no longer be approved: it has to be withdrawn and sent again. Masked readers see this
     * too.
     */
    isOutdated: ['IsOutdated', z.boolean()],
    rows: ['Rows', z.number().int()],
    /** The current warnings, serious ones first. */
    warnings: ['Warnings', z.array(zPayoutFinding)],
    /** The first rows of each serious warning. */
    examples: ['Examples', z.array(zWarnedRow)],
    /** The number of accounts that the client has never paid, and the first of them. */
    newAccounts: ['NewAccounts', z.number().int()],
    newExamples: ['NewExamples', z.array(zPaidAccount)],
    /** The last confirmed payout that shares at least half of the accounts; null: there is none that the caller may see. */
    earlier: [
      'Earlier',
      wire({
        id: ['Id', zId],
        number: ['Number', z.string()],
        name: ['Name', z.string()],
        confirmedAt: ['ConfirmedAt', zTime],
        /** Without fees. */
        totalsBefore: ['TotalsBefore', zTotals],
        totalsAfter: ['TotalsAfter', zTotals],
        /** Numbers of accounts. */
        added: ['Added', z.number().int()],
        gone: ['Gone', z.number().int()],
        changed: ['Changed', z.number().int()],
        /** The largest differences. */
        differences: ['Differences', z.array(zPayoutDifference)],
      }).nullable(),
    ],
  }),
});
export type PayoutReview = z.output<(typeof reviewPayout)['response']>;

export const listReviewRows = endpoint({
  ...read,
  id: 'listReviewRows',
  path: '/approvals/{id}/rows',
  summary: 'List the rows that a payout pays once it is approved, all or those with a warning',
  params: zIdParam,
  query: z.strictObject({
    /** The last position of the previous page. */
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    warning: z.enum(payoutWarnings).optional(),
  }),
  response: wire({
    rows: [
      'Rows',
      z.array(
        wire({
          position: ['Position', z.number().int()],
          name: ['Name', z.string()],
          account: ['Account', z.string()],
          amount: ['Amount', zAmount],
          currency: ['Currency', zCurrency],
          reference: ['Reference', z.string()],
          warnings: ['Warnings', z.array(zPayoutWarning)],
        }),
      ),
    ],
    hasMore: ['HasMore', z.boolean()],
  }),
});
export type ReviewRow = z.output<(typeof listReviewRows)['response']>['rows'][number];
