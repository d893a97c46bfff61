/**
 * The list of payments over all accounts: its filters, sums and export over exactly the same filter, and a person's saved views and
 * columns. Source: portal page sections 3 and 4; server page section 8; product, "saved views with live sums".
 *
 * A filter with few matches is searched in bounded steps: a page may be short or empty and still have a next one. It then says how far
 * back it searched.
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
  zPeriodBound,
  zPlain,
  zTime,
  zTimeZone,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { languages } from '../../identity/contract/identity.ts';
import { bookkeepingCategories } from '../../insight/contract/categories.ts';
import { type Payment, paymentSchemes, paymentStatuses, zPayment } from './payments.ts';

const filters = {
  accountId: zId.optional(),
  beneficiaryId: zId.optional(),
  /** One or several, comma-separated. */
  status: z.string().max(300).optional(),
  scheme: z.string().max(100).optional(),
  direction: z.enum(['DEBIT', 'CREDIT']).optional(),
  currency: zCurrency.optional(),
  from: zPeriodBound.optional(),
  to: zPeriodBound.optional(),
  minAmount: zAmountInput.optional(),
  maxAmount: zAmountInput.optional(),
  search: zPlain.trim().max(100).optional(),
  /** Chosen categories, comma-separated; `NONE` for payments without one. */
  category: z.string().max(400).optional(),
  /** Outgoing payments that need a receipt and have none. */
  receipt: z.enum(['MISSING']).optional(),
};

export const listPayments = endpoint({
  id: 'listPayments',
  method: 'GET',
  path: '/transactions',
  tag: 'Payments',
  summary: 'List the payments of all accounts, newest first',
  access: 'active',
  presence: {
    kind: 'recent',
    timesIn: (page) => (page as { Items: Payment[] }).Items.map(({ createdAt }) => createdAt),
  },
  scope: 'accounts:read',
  query: z.strictObject({ ...pageQuery, ...filters }),
  response: z.strictObject({
    Items: z.array(zPayment),
    NextCursor: z.string().nullable(),
    /** Older payments were not searched yet: the next page continues from here. Null when the page is full or the last. */
    LookedBackTo: zTime.nullable(),
  }),
});
const mostPayees = 100;

export const listLastPaid = endpoint({
  id: 'listLastPaid',
  method: 'GET',
  path: '/transactions/lastpaid',
  tag: 'Payments',
  summary: 'List the latest executed payment to each of these payees; payees never paid are left out',
  access: 'active',
  presence: 'required',
  query: z.strictObject({
    /** Comma-separated. */
    beneficiaryIds: z
      .string()
      .max(37 * mostPayees)
      .transform((text) => text.split(','))
      .pipe(z.array(zId).max(mostPayees)),
  }),
  response: z.strictObject({
    Items: z.array(
      wire({
        beneficiaryId: ['BeneficiaryId', zId],
        paymentId: ['PaymentId', zId],
        amount: ['Amount', zAmount],
        currency: ['Currency', zCurrency],
        createdAt: ['CreatedAt', zTime],
      }),
    ),
  }),
});
export type LastPaid = z.output<typeof listLastPaid.response>['Items'][number];

export type PaymentsFilter = Omit<z.output<(typeof listPayments)['query']>, 'cursor' | 'limit'>;

/** Sums of one currency: what is listed, by direction; what will not move any more (refused, cancelled) is apart. */
export const zPaymentSums = wire({
  currency: ['Currency', zCurrency],
  count: ['Count', z.number().int()],
  in: ['In', zAmount],
  out: ['Out', zAmount],
  /** Moved to, or exchanged into, own accounts and out of them: neither money in nor money out. */
  ownIn: ['OwnIn', zAmount],
  ownOut: ['OwnOut', zAmount],
  /** What the bank charged; the other sums are without it. */
  fees: ['Fees', zAmount],
  failed: ['Failed', zAmount],
  /** Payments that await approval: reserved, and not sent. */
  awaiting: ['Awaiting', zAmount],
});
export type PaymentSums = z.output<typeof zPaymentSums>;

export const summarisePayments = endpoint({
  id: 'summarisePayments',
  method: 'GET',
  path: '/transactions/summary',
  tag: 'Payments',
  summary: 'Sum the payments that match a filter, by currency',
  access: 'active',
  presence: 'required',
  query: z.strictObject(filters),
  response: z.strictObject({
    Currencies: z.array(zPaymentSums),
    /** Payments before this moment are not in the sums: there are too many to add up at each look. Null: all are. */
    CountedFrom: zTime.nullable(),
  }),
});

/** Payments that an export has at most, the newest; the file then says so in its last line. */
export const paymentsExportMax = 100_000;

export const exportPayments = endpoint({
  id: 'exportPayments',
  method: 'GET',
  path: '/transactions/export',
  tag: 'Payments',
  summary: 'Export the newest 100,000 payments that match a filter as CSV or XLSX',
  access: 'active',
  presence: 'required',
  query: z.strictObject({
    ...filters,
    format: z.enum(['csv', 'xlsx']),
    locale: z.enum(languages),
    timeZone: zTimeZone,
  }),
  download: 'text/csv; charset=utf-8',
});

/** What the list can be filtered by: a chosen category, or none. */
export const categoryFilters = [...bookkeepingCategories, 'NONE'] as const;
export type CategoryFilter = (typeof categoryFilters)[number];

/** A view's filter, as in the URL: a period stays relative to the day it is opened. */
export const zPaymentView = wire({
  search: ['Search', zPlain.max(100).optional()],
  period: ['Period', z.enum(['today', 'last7', 'last30', 'thisMonth', 'lastMonth', 'thisYear']).optional()],
  from: ['From', zDate.optional()],
  to: ['To', zDate.optional()],
  account: ['Account', zId.optional()],
  payee: ['Payee', zId.optional()],
  status: ['Status', z.array(z.enum(paymentStatuses)).min(1).max(20).optional()],
  scheme: ['Scheme', z.array(z.enum(paymentSchemes)).min(1).max(10).optional()],
  direction: ['Direction', z.enum(['DEBIT', 'CREDIT']).optional()],
  currency: ['Currency', zCurrency.optional()],
  min: ['Min', zAmountInput.optional()],
  max: ['Max', zAmountInput.optional()],
  category: ['Category', z.array(z.enum(categoryFilters)).min(1).max(categoryFilters.length).optional()],
  receipt: ['Receipt', z.enum(['MISSING']).optional()],
});
export type PaymentView = z.output<typeof zPaymentView>;

/** Columns that the list can show besides who, status and amount. */
export const paymentColumnNames = [
  'account',
  'way',
  'reference',
  'number',
  'fee',
  'country',
  'category',
  'note',
] as const;
export type PaymentColumn = (typeof paymentColumnNames)[number];

/** Views that a person keeps in one profile, at most. */
export const savedViewsMax = 20;

const viewFields = {
  name: ['Name', zLine(40)],
  filter: ['Filter', zPaymentView],
  /** Shown when the list is opened without filters; one at most. */
  isDefault: ['IsDefault', z.boolean()],
} as const;
const zSavedView = wire({ id: ['Id', zId], ...viewFields });
export type SavedView = z.output<typeof zSavedView>;

const zListSettings = wire({
  views: ['Views', z.array(zSavedView)],
  /** Null until the person has chosen. */
  columns: ['Columns', z.array(z.enum(paymentColumnNames)).nullable()],
});

export const getListSettings = endpoint({
  id: 'getListSettings',
  method: 'GET',
  path: '/transactions/views',
  tag: 'Payments',
  summary: "List the caller's saved views of the payment list, with the shown columns",
  access: 'active',
  presence: 'open',
  response: zListSettings,
});

export const saveView = endpoint({
  id: 'saveView',
  method: 'POST',
  path: '/transactions/views',
  tag: 'Payments',
  summary: 'Save a filter as a view; replaces a view with the same name',
  access: 'active',
  presence: 'open',
  body: wire(viewFields),
  response: zSavedView,
  status: 201,
});

export const changeView = endpoint({
  id: 'changeView',
  method: 'PUT',
  path: '/transactions/views/{id}',
  tag: 'Payments',
  summary: 'Rename a view, change its filter or make it the default',
  access: 'active',
  presence: 'open',
  params: zIdParam,
  body: wire(viewFields),
  response: zSavedView,
});

export const deleteView = endpoint({
  id: 'deleteView',
  method: 'DELETE',
  path: '/transactions/views/{id}',
  tag: 'Payments',
  summary: 'Delete a view',
  access: 'active',
  presence: 'open',
  params: zIdParam,
});

export const saveColumns = endpoint({
  id: 'saveColumns',
  method: 'PUT',
  path: '/transactions/columns',
  tag: 'Payments',
  summary: 'Choose the columns of the payment list',
  access: 'active',
  presence: 'open',
  body: wire({ columns: ['Columns', z.array(z.enum(paymentColumnNames)).max(paymentColumnNames.length)] }),
});
