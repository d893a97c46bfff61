/**
 * Approvals: another person's consent to exactly one thing. Owns the schema `approvals`: companies' policies, waiting requests and
 * consents. Knows people and companies, but nothing about payments, payees or rights.
 *
 * A module whose action may need consent calls `needOf`. If there is a need, it opens a request with `openApproval` instead of acting,
 * and provides an `ApprovalHandler` that carries it out. A module that changes a thing that requests refer to or rely on calls
 * `voidApprovals`. Reasons: products/approvals/README.md.
 */

import type { Module } from '@calmly/platform/module.ts';
import { activity } from './activity.ts';
import { type ApprovalHandler, handlersOf } from './handlers.ts';
import { approvalJobs } from './jobs.ts';
import { policyApprovals } from './policy/policy.ts';
import { dayTotalPurge } from './policy/policy-store.ts';
import { approvalRoutes } from './routes.ts';

export {
  type Ask,
  approversFor,
  countTowardsDay,
  lockApprovals,
  type Need,
  needOf,
  needOfAll,
  needsOf,
  openApproval,
  type PayeeChange,
  type Question,
  voidApprovals,
  withdrawApproval,
} from './ask.ts';
export type { ApprovalHandler, ApprovalRequest, Refused } from './handlers.ts';
export { countInbox, readApproval } from './inbox.ts';
export { adoptPolicy, findStuck } from './policy/policy.ts';
export { findWaiting, type JsonValue, listWaitingMoney } from './request-store.ts';
export { cardChangeOf } from './subject.ts';

/** The module; takes a handler for each kind of request except the policy, which it brings itself. */
export function createApprovalsModule(list: readonly ApprovalHandler[]): Module {
  const handlers = handlersOf([policyApprovals, ...list]);
  return {
    name: 'approvals',
    activity,
    routes: (router) => approvalRoutes(router, handlers),
    jobs: approvalJobs(handlers),
    purges: [dayTotalPurge],
  };
}
