/**
 * Insight: a client's spending, balance forecast and unusual changes. Everything is computed from payments, orders, requests and approvals when it is
 * read. Amounts are in one currency at today's reference rates. Source: product, pain 14; server page section 12.
 * Payments between own accounts, exchanges, and moves to cards and wallets are not spending. Payments of confidential payouts are one line for
 * everyone.
 */

import { zAmount, zCurrency, zDate, zId, zIdParam, zTime, zTimeZone } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { frequencies } from '@calmly/domain';
import { z } from 'zod';
import { bookkeepingCategories } from './categories.ts';

/** Months of spending, this one included. */
export const spendingMonthsMax = 12;
/** Maximum number of listed payees; the others are summed. */
export const spendingPayeesMax = 40;
/** Days that the forecast looks ahead. */
export const forecastDays = 90;
/** Unusual changes that are shown at once. */
export const changesMax = 3;

const insight = { method: 'GET', tag: 'Insight', access: 'active' } as const;
const inCurrency = { currency: zCurrency.default('EUR'), timeZone: zTimeZone } as const;
const zCategory = z.enum(bookkeepingCategories).nullable();
/** `YYYY-MM` in the reader's time zone. */
const zMonth = z.string();

/** FEES: the bank's fees. CONFIDENTIAL: all confidential payouts together. */
export const spendingKinds = ['PAYMENTS', 'FEES', 'CONFIDENTIAL'] as const;

const spent = {
  kind: ['Kind', z.enum(spendingKinds)],
  /** One for each month; negative if more was refunded than paid. */
  amounts: ['Amounts', z.array(zAmount)],
  total: ['Total', zAmount],
} as const;

export const zSpendingPayee = wire({
  ...spent,
  /** Empty unless the kind is PAYMENTS. */
  name: ['Name', z.string()],
  beneficiaryId: ['BeneficiaryId', zId.nullable()],
  /** The category of most of it; null: none is known. */
  category: ['Category', zCategory],
});
export type SpendingPayee = z.output<typeof zSpendingPayee>;

export const zSpendingCategory = wire({
  ...spent,
  /** Null for payments without a category, and for other kinds. */
  category: ['Category', zCategory],
});
export type SpendingCategory = z.output<typeof zSpendingCategory>;

export const getSpending = endpoint({
  ...insight,
  id: 'getSpending',
  path: '/insight/spending',
  summary:
    'Read the spending of the last months by category and by payee, in one currency at reference rates',
  // It names payees of payments older than 90 days.
  presence: 'required',
  query: z.strictObject({
    ...inCurrency,
    months: z.coerce.number().int().min(1).max(spendingMonthsMax).default(spendingMonthsMax),
  }),
  response: wire({
    currency: ['Currency', zCurrency],
    /** Oldest first. */
    months: ['Months', z.array(zMonth)],
    totals: ['Totals', z.array(zAmount)],
    /** Largest first. */
    categories: ['Categories', z.array(zSpendingCategory)],
    payees: ['Payees', z.array(zSpendingPayee)],
    /** Payees that are not listed. */
    otherPayees: ['OtherPayees', wire({ count: ['Count', z.number().int()], total: ['Total', zAmount] })],
    /** Payments before this moment are not counted, because there are too many. Null: all months are complete. */
    countedFrom: ['CountedFrom', zTime.nullable()],
  }),
});
export type Spending = z.output<(typeof getSpending)['response']>;

/**
 * Why the balance changes. IN_PROGRESS: reserved for pending payments. AWAITING_APPROVAL: a payment or payout that needs an approval. SCHEDULED and
 * STANDING: orders. REQUESTED: a request for money by its due date. RECURRING: expected, because it has been paid regularly.
 */
export const forecastReasons = [
  'IN_PROGRESS',
  'AWAITING_APPROVAL',
  'SCHEDULED',
  'STANDING',
  'REQUESTED',
  'RECURRING',
] as const;
export type ForecastReason = (typeof forecastReasons)[number];

export const zForecastStep = wire({
  on: ['Date', zDate],
  reason: ['Reason', z.enum(forecastReasons)],
  /** The other side; empty for pending payments and for confidential payouts. */
  name: ['Name', z.string()],
  /** In the forecast's currency; negative for money that leaves. */
  amount: ['Amount', zAmount],
  /** The amount in its own currency. */
  original: ['Original', wire({ amount: ['Amount', zAmount], currency: ['Currency', zCurrency] })],
  /** After this step. */
  balance: ['Balance', zAmount],
  /** The order, the request, the approval, or the latest payment of a recurring one. */
  subjectId: ['SubjectId', zId.nullable()],
  /** How often a recurring payment is made. */
  frequency: ['Frequency', z.enum(frequencies).nullable()],
});
export type ForecastStep = z.output<typeof zForecastStep>;

const zPoint = wire({ date: ['Date', zDate], balance: ['Balance', zAmount] });

export const getForecast = endpoint({
  ...insight,
  id: 'getForecast',
  path: '/insight/forecast',
  summary:
    'Forecast the total balance of the next 90 days with its lowest point and the reason for each step',
  presence: 'open',
  query: z.strictObject(inCurrency),
  response: wire({
    currency: ['Currency', zCurrency],
    /** The booked balance of all accounts now. */
    start: ['Start', zAmount],
    /** The end of each day, today first. */
    points: ['Points', z.array(zPoint)],
    steps: ['Steps', z.array(zForecastStep)],
    /** The first day with the lowest balance. */
    lowest: ['Lowest', zPoint],
    /** Currencies whose accounts together run out of money: the first day below zero, and the shortfall on the worst day. */
    shortages: [
      'Shortages',
      z.array(
        wire({
          currency: ['Currency', zCurrency],
          /** The first day with a shortfall. */
          on: ['Date', zDate],
          /** The shortfall on that day. */
          amount: ['Amount', zAmount],
          lowestOn: ['LowestDate', zDate],
          /** The shortfall on the worst day. */
          lowestAmount: ['LowestAmount', zAmount],
        }),
      ),
    ],
  }),
});
export type Forecast = z.output<(typeof getForecast)['response']>;

/** ABOVE: this month's spending exceeds the usual. NEW_REGULAR: a payment that has become regular. MISSED: a regular payment that was not made. */
export const changeKinds = ['ABOVE', 'NEW_REGULAR', 'MISSED'] as const;

export const zUnusualChange = wire({
  id: ['Id', zId],
  kind: ['Kind', z.enum(changeKinds)],
  /** The payee or payer; empty for a category. */
  name: ['Name', z.string()],
  beneficiaryId: ['BeneficiaryId', zId.nullable()],
  category: ['Category', zCategory],
  direction: ['Direction', z.enum(['DEBIT', 'CREDIT'])],
  currency: ['Currency', zCurrency],
  /** This month so far, or the usual amount of the regular payment. */
  amount: ['Amount', zAmount],
  /** The median of earlier months; null unless the kind is ABOVE. */
  usual: ['Usual', zAmount.nullable()],
  /** By how much it is above, in whole percent; null unless the kind is ABOVE. */
  percent: ['Percent', z.number().int().nullable()],
  frequency: ['Frequency', z.enum(frequencies).nullable()],
  /** ABOVE: the first day of the month. NEW_REGULAR: the next expected day. MISSED: the day on which it was expected. */
  on: ['Date', zDate],
});
export type UnusualChange = z.output<typeof zUnusualChange>;

export const listUnusualChanges = endpoint({
  ...insight,
  id: 'listUnusualChanges',
  path: '/insight/changes',
  summary: 'List the most notable unusual changes that this person has not dismissed',
  presence: 'open',
  query: z.strictObject(inCurrency),
  response: wire({ items: ['Items', z.array(zUnusualChange)] }),
});

export const dismissUnusualChange = endpoint({
  ...insight,
  id: 'dismissUnusualChange',
  method: 'DELETE',
  path: '/insight/changes/{id}',
  summary: 'Dismiss an unusual change for this person',
  presence: 'open',
  params: zIdParam,
  query: z.strictObject(inCurrency),
});
