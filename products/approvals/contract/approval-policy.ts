/**
 * A company's policy: who must approve what. Source: server page sections 7 and 8; specification section 3.
 *
 * A policy is a list of payment rules, the approvals that changes need, substitutes and an expiry time. The strictest matching rule
 * applies (most steps, then the highest amount). In a currency without a rule every payment needs one approval; a rule
 * may cover all currencies. A company without its
 * own policy has the default: a member needs one approval, an administrator needs none. People with `can_approve` (every administrator
 * has it) approve payments, payees and cards, administrators approve people and the policy.
 */

import { zAmountInput, zCurrency, zDate, zId, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zPersonName } from './sent-for-approval.ts';

/** One approval: any of these people may give it; empty means anyone who may approve. */
export const zPolicyStep = wire({ personIds: ['People', z.array(zId).max(20)] });
export type PolicyStep = z.output<typeof zPolicyStep>;

/** The required approvals, in order: none, one or two. */
const zSteps = z.array(zPolicyStep).max(2);

/** "When someone of these pays more than this (at once, or together on one day), these must approve, in order." */
export const zPaymentRule = wire({
  /** The requesters it applies to; empty means everyone. */
  requesterIds: ['Requesters', z.array(zId).max(50)],
  /** `ANY`: all currencies, by their value; `above` is then in euro. */
  currency: ['Currency', zCurrency],
  /** The rule applies above this amount; 0: every payment. Fees do not count. */
  above: ['Above', zAmountInput],
  /** PAYMENT: one payment's amount. DAY: all that one person requested on one UTC day, including this payment and waiting ones. */
  measure: ['Measure', z.enum(['PAYMENT', 'DAY'])],
  /** Empty: such payments need no approval. */
  steps: ['Steps', zSteps],
});
export type PaymentRule = z.output<typeof zPaymentRule>;

/** While this person is absent, from the first to the last day (UTC, both included), the substitute may approve for them. */
export const zStandIn = wire({
  personId: ['Person', zId],
  standInId: ['StandIn', zId],
  from: ['From', zDate],
  to: ['To', zDate],
});
export type StandIn = z.output<typeof zStandIn>;

const rules = {
  paymentRules: ['PaymentRules', z.array(zPaymentRule).max(40)],
  /** New payees and changes of their bank accounts. */
  payeeSteps: ['PayeeSteps', zSteps],
  /** New cards, and controls of a card that allow more; absent in data from before cards were approved. */
  cardSteps: ['CardSteps', zSteps.default([])],
  /** Invitations, rights, removal and the handing over of the administrator's role. */
  peopleSteps: ['PeopleSteps', zSteps],
  /** This policy itself. */
  policySteps: ['PolicySteps', zSteps],
  standIns: ['StandIns', z.array(zStandIn).max(50)],
  /** A request expires after this many days. */
  expiryDays: ['ExpiryDays', z.number().int().min(1).max(30)],
} as const;

/** The rules alone, as proposed by a change. */
export const zPolicyRules = wire(rules);
export type PolicyRules = z.output<typeof zPolicyRules>;

/** A person whom the policy can name. */
export const zPolicyPerson = wire({
  id: ['Id', zId],
  name: ['Name', z.string()],
  isBoss: ['IsBoss', z.boolean()],
  /** Whether they may approve payments, payees and cards; only administrators decide about people and the policy. */
  canApprove: ['CanApprove', z.boolean()],
  /** Whether they may order payments. */
  canRequest: ['CanRequest', z.boolean()],
});
export type PolicyPerson = z.output<typeof zPolicyPerson>;

export const zPolicy = wire({
  ...rules,
  /** Increases with every change; 0: the default, never changed. */
  version: ['Version', z.number().int().min(0)],
  changedAt: ['ChangedAt', zTime.nullable()],
  changedBy: ['ChangedBy', zPersonName.nullable()],
  /** The company's active people, by name. */
  people: ['Members', z.array(zPolicyPerson)],
  /** Suspended or expired approvers: requests that only they may approve wait until they are back or removed. */
  absent: ['Absent', z.array(zPolicyPerson)],
  /** A pending change of this policy. */
  pendingApprovalId: ['PendingApprovalId', zId.nullable()],
});
export type Policy = z.output<typeof zPolicy>;

export const getPolicy = endpoint({
  id: 'getPolicy',
  method: 'GET',
  path: '/approvals/policy',
  tag: 'Approvals',
  summary: 'Read the approval policy of the company',
  access: 'active',
  presence: 'required',
  response: zPolicy,
});

/** Refused by field if no approver would be left (`paymentRules.0.steps.1`), and with `policy_changed` if `version` is not the current one. */
export const changePolicy = endpoint({
  id: 'changePolicy',
  method: 'PUT',
  path: '/approvals/policy',
  tag: 'Approvals',
  summary: 'Change the approval policy; if the policy requires it, the change first waits for approval (202)',
  access: 'active',
  presence: 'own',
  right: 'is_boss',
  twoFactor: 'always',
  approval: true,
  body: wire({
    /** The version that was edited. */
    version: ['Version', z.number().int().min(0)],
    rules: ['Rules', zPolicyRules],
  }),
  response: zPolicy,
});

/** The steps that a payment would have to pass, with names. */
export const zPolicyPreview = wire({
  steps: ['Steps', z.array(wire({ people: ['People', z.array(zPersonName)] }))],
  /** The deciding rule, as its index in `paymentRules`; null: the bank's default or that of a currency without a rule. */
  rule: ['Rule', z.number().int().nullable()],
  /** Whether the payment would be blocked, because no one is left to approve a step. */
  blocked: ['Blocked', z.boolean()],
});
export type PolicyPreview = z.output<typeof zPolicyPreview>;

export const previewPolicy = endpoint({
  id: 'previewPolicy',
  method: 'POST',
  path: '/approvals/policy/preview',
  tag: 'Approvals',
  summary: 'Preview who would have to approve a payment of this amount by this person under these rules',
  access: 'active',
  presence: 'required',
  body: wire({
    /** Rules being edited; by default the current ones. */
    rules: ['Rules', zPolicyRules.optional()],
    requesterId: ['Requester', zId],
    amount: ['Amount', zAmountInput],
    currency: ['Currency', zCurrency],
  }),
  response: zPolicyPreview,
});
