/**
 * Scheduled payments and standing orders. A *standing order* pays on its dates automatically, once (a scheduled payment) or repeatedly.
 * Each future date is an *occurrence*, which may be skipped or have another amount; each past one is a *run*. Source: server page
 * section 8.
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
import { chargeBearers, frequencies, paymentPurposes, restDayRules } from '@calmly/domain';
import { z } from 'zod';
import { zPayment } from './payments.ts';

/** SUSPENDED: the bank pays nothing until someone has looked. ENDED is final. */
export const standingOrderStates = ['ACTIVE', 'PAUSED', 'SUSPENDED', 'ENDED'] as const;
export type StandingOrderState = (typeof standingOrderStates)[number];

export const standingOrderReasons = [
  /** The payee's bank details changed after the code confirmed them. */
  'payee_changed',
  'payee_deleted',
  /** Who ordered it may not pay for this client any more. */
  'rights_lost',
  /** It was confirmed after a change of sign-in details without a factor from before it. */
  'cooling_off',
  /** The payment would be refused: an account was closed, for one. */
  'refused',
  /** Every date has passed. */
  'completed',
  'canceled',
] as const;
export type StandingOrderReason = (typeof standingOrderReasons)[number];

/** WAITING: there was too little money, it is tried again within the day. MISSED: there was too little until its end, or the person who confirmed this day alone could not pay. */
export const runStates = ['SENT', 'WAITING', 'MISSED', 'SKIPPED'] as const;
export type RunState = (typeof runStates)[number];

const scheduleFields = {
  frequency: ['Frequency', z.enum(frequencies)],
  startOn: ['StartDate', zDate],
  endOn: ['EndDate', zDate.nullable().default(null)],
  times: ['Times', z.number().int().min(1).max(1000).nullable().default(null)],
  /** On which side of a weekend or a bank holiday it is paid. */
  restDays: ['RestDays', z.enum(restDayRules).default('AFTER')],
} as const;

const summaryFields = {
  id: ['Id', zId],
  createdAt: ['CreatedAt', zTime],
  /** Increases with every change. */
  version: ['Version', z.number().int()],
  state: ['State', z.enum(standingOrderStates)],
  reason: ['Reason', z.enum(standingOrderReasons).nullable()],
  accountId: ['AccountId', zId],
  beneficiaryId: ['BeneficiaryId', zId.nullable()],
  creditorName: ['creditor_name', z.string()],
  creditorAccount: ['creditor_account_iban', z.string()],
  amount: ['Amount', zAmount],
  /** What the bank charges for each payment, as it was confirmed. */
  fee: ['Fee', zAmount],
  currency: ['Currency', zCurrency],
  reference: ['Details', z.string()],
  ...scheduleFields,
  /** The next payments, five at most, without those left out; none unless it is ACTIVE. */
  nextDates: ['NextDates', z.array(zDate)],
  orderedBy: ['OrderedBy', z.string()],
} as const;

export const zStandingOrder = wire(summaryFields);
export type StandingOrder = z.output<typeof zStandingOrder>;

export const zRun = wire({
  dueOn: ['DueDate', zDate],
  state: ['State', z.enum(runStates)],
  at: ['At', zTime],
  paymentId: ['PaymentId', zId.nullable()],
});
export type Run = z.output<typeof zRun>;

/** So many that have not ended one client has at most. */
export const openOrdersLimit = 500;

/** How many future dates are listed and can be changed one by one. */
export const occurrencesShown = 12;

export const occurrenceStates = ['PLANNED', 'CHANGED', 'SKIPPED'] as const;
export type OccurrenceState = (typeof occurrenceStates)[number];

export const zOccurrence = wire({
  dueOn: ['DueDate', zDate],
  state: ['State', z.enum(occurrenceStates)],
  amount: ['Amount', zAmount],
});
export type Occurrence = z.output<typeof zOccurrence>;

export const zStandingOrderDetails = wire({
  ...summaryFields,
  chargeBearer: ['ChargeBearer', z.enum(chargeBearers)],
  /** The next dates of the schedule, those left out too; none unless it is ACTIVE. */
  coming: ['Coming', z.array(zOccurrence).max(occurrencesShown)],
  /** The latest fifty, newest first. */
  runs: ['Runs', z.array(zRun)],
});
export type StandingOrderDetails = z.output<typeof zStandingOrderDetails>;

/** The version that was on the screen: an order that has changed since is refused (`standing_order_changed`). */
const zSeenVersion = ['Version', z.number().int().optional()] as const;

const change = {
  method: 'POST',
  tag: 'Scheduled payments',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
} as const;

export const createStandingOrder = endpoint({
  ...change,
  id: 'createStandingOrder',
  money: 'leaves',
  path: '/transactions/scheduled',
  summary: 'Create a scheduled payment or a standing order; the code confirms payee, amount and dates',
  twoFactor: 'maybe',
  idempotent: true,
  body: wire({
    /** Account number or IBAN of the account to debit. */
    debtorAccount: ['AccountFrom', zPlain.min(1).max(40)],
    beneficiaryId: ['BeneficiaryId', zId.optional()],
    creditorAccount: ['ToAccount', zPlain.min(1).max(50).optional()],
    /** Of another client's account: whose it is, as the payer knows it. */
    creditorName: ['ToName', zLine(140).optional()],
    amount: ['Amount', zAmountInput],
    reference: ['Details', zLine(140)],
    chargeBearer: ['ChargeBearer', z.enum(chargeBearers).default('SHA')],
    instant: ['Instant', z.boolean().optional()],
    purpose: ['Purpose', z.enum(paymentPurposes).optional()],
    ...scheduleFields,
  }),
  response: zStandingOrderDetails,
  status: 201,
});
export type StandingOrderInput = z.output<(typeof createStandingOrder)['body']>;

export const listStandingOrders = endpoint({
  id: 'listStandingOrders',
  method: 'GET',
  path: '/transactions/scheduled',
  tag: 'Scheduled payments',
  summary: 'List the scheduled payments and standing orders, newest first',
  access: 'active',
  presence: 'required',
  query: z.strictObject({
    ...pageQuery,
    /** `open`: those that have not ended. */
    state: z.enum(['open', 'ended']).optional(),
    /** The one that made this payment. */
    paymentId: zId.optional(),
    /** Those that pay this beneficiary, or from this account. */
    beneficiaryId: zId.optional(),
    accountId: zId.optional(),
    /** Those that pay in this person's name. */
    personId: zId.optional(),
  }),
  response: zPage(zStandingOrder),
});

export const getStandingOrder = endpoint({
  id: 'getStandingOrder',
  method: 'GET',
  path: '/transactions/scheduled/{id}',
  tag: 'Scheduled payments',
  summary: 'Read one scheduled payment or standing order with its past and next payments',
  access: 'active',
  presence: 'required',
  params: zIdParam,
  response: zStandingOrderDetails,
});

export const changeStandingOrder = endpoint({
  ...change,
  id: 'changeStandingOrder',
  method: 'PUT',
  path: '/transactions/scheduled/{id}',
  summary:
    'Change the amount, text, account or schedule of all upcoming payments; confirmed by a code like a new order',
  twoFactor: 'maybe',
  money: 'leaves',
  params: zIdParam,
  body: wire({
    /** Account number or IBAN of the account to debit; without it the same as before. */
    debtorAccount: ['AccountFrom', zPlain.min(1).max(40).optional()],
    amount: ['Amount', zAmountInput],
    reference: ['Details', zLine(140)],
    /** With the same first day and frequency it continues, and keeps the differences of single days. */
    ...scheduleFields,
    version: zSeenVersion,
  }),
  response: zStandingOrderDetails,
});
export type StandingOrderChange = z.output<(typeof changeStandingOrder)['body']>;

export const pauseStandingOrder = endpoint({
  ...change,
  id: 'pauseStandingOrder',
  path: '/transactions/scheduled/{id}/pause',
  summary: 'Pause a standing order until it is resumed',
  params: zIdParam,
  response: zStandingOrderDetails,
});

export const resumeStandingOrder = endpoint({
  ...change,
  id: 'resumeStandingOrder',
  money: 'leaves',
  path: '/transactions/scheduled/{id}/resume',
  summary: 'Resume a standing order from its next date; the code confirms the current payee and amount',
  twoFactor: 'maybe',
  params: zIdParam,
  response: zStandingOrderDetails,
});

const day = wire({ dueOn: ['DueDate', zDate] });

export const skipRun = endpoint({
  ...change,
  id: 'skipRun',
  path: '/transactions/scheduled/{id}/skip',
  summary: 'Skip one upcoming payment of a standing order',
  params: zIdParam,
  body: day,
  response: zStandingOrderDetails,
});

export const changeOccurrence = endpoint({
  ...change,
  id: 'changeOccurrence',
  money: 'leaves',
  path: '/transactions/scheduled/{id}/occurrence',
  summary: 'Change the amount of one upcoming payment; the code confirms it',
  twoFactor: 'maybe',
  params: zIdParam,
  body: wire({ dueOn: ['DueDate', zDate], amount: ['Amount', zAmountInput], version: zSeenVersion }),
  response: zStandingOrderDetails,
});

export const restoreOccurrence = endpoint({
  ...change,
  id: 'restoreOccurrence',
  money: 'leaves',
  path: '/transactions/scheduled/{id}/restore',
  summary:
    'Restore a skipped or changed payment of a standing order; if another person ordered it, the code confirms it',
  twoFactor: 'maybe',
  params: zIdParam,
  body: day,
  response: zStandingOrderDetails,
});

export const sendMissedRun = endpoint({
  ...change,
  id: 'sendMissedRun',
  money: 'leaves',
  path: '/transactions/scheduled/{id}/send',
  summary: 'Send a missed payment now',
  twoFactor: 'maybe',
  idempotent: true,
  params: zIdParam,
  body: day,
  response: zPayment,
});

export const endStandingOrder = endpoint({
  ...change,
  id: 'endStandingOrder',
  method: 'DELETE',
  path: '/transactions/scheduled/{id}',
  summary: 'End a scheduled payment or a standing order',
  params: zIdParam,
  response: zStandingOrderDetails,
});
