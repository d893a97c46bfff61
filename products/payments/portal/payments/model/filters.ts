/**
 * The filters of the payments list in the URL, and the server query they make. A link with filters opens the same list; invalid parts of
 * a link are dropped, not shown as an error.
 */
import {
  categoryFilters,
  type PaymentStatus,
  type PaymentsFilter,
  type PaymentView,
  paymentSchemes,
  paymentStatuses,
} from '@calmly/contract';
import { addDays, localDay, momentsOf } from '@calmly/portal-kit/shared/days/days.ts';
import { z } from 'zod';

export const periods = ['today', 'last7', 'last30', 'thisMonth', 'lastMonth', 'thisYear'] as const;
export type Period = (typeof periods)[number];

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const amount = z.coerce.string().regex(/^\d{1,18}(\.\d{1,18})?$/);

/** Search params of `/payments`; `payment` is the one whose drawer is open, `all` that no filter is meant, not the default view. */
export const paymentsSearch = z.object({
  payment: optional(z.uuid()),
  all: optional(z.literal(true)),
  search: optional(z.coerce.string().trim().min(1).max(100)),
  period: optional(z.enum(periods)),
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
  account: optional(z.uuid()),
  payee: optional(z.uuid()),
  status: optional(z.array(z.enum(paymentStatuses)).min(1)),
  scheme: optional(z.array(z.enum(paymentSchemes)).min(1)),
  direction: optional(z.enum(['DEBIT', 'CREDIT'])),
  currency: optional(z.string().regex(/^[A-Z]{3,4}$/)),
  min: optional(amount),
  max: optional(amount),
  category: optional(z.array(z.enum(categoryFilters)).min(1)),
  receipt: optional(z.literal('MISSING')),
});
export type PaymentsSearch = z.output<typeof paymentsSearch>;

/** The filters alone: the identity of a list, and what a saved view keeps. */
export type PaymentFilters = PaymentView;

export const noFilters: PaymentFilters = {};

/** Everything of the search params that narrows the list. */
export function filtersOf({ payment: _open, all: _meant, ...filters }: PaymentsSearch): PaymentFilters {
  return filters;
}

/** Whether two sets of filters list the same, in any order. */
export function sameFilters(one: PaymentFilters, other: PaymentFilters): boolean {
  const plain = (filters: PaymentFilters) =>
    JSON.stringify(
      Object.entries(filters)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return plain(one) === plain(other);
}

/** Whether anything narrows the list. */
export const isFiltered = (filters: PaymentFilters) =>
  Object.values(filters).some((value) => value !== undefined);

/** How many chips are in use, for the filter button of a phone. */
export const countFilters = (filters: PaymentFilters) =>
  [
    filters.period ?? filters.from ?? filters.to,
    filters.account,
    filters.payee,
    filters.status,
    filters.scheme,
    filters.direction,
    filters.currency,
    filters.min ?? filters.max,
    filters.category,
    filters.receipt,
  ].filter((value) => value !== undefined).length;

/** First and last day of a period, as of `now` on the person's clock. */
export function daysOf(period: Period, now: Date): { readonly from: string; readonly to: string } {
  const today = localDay(now);
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'last30':
      return { from: addDays(today, -29), to: today };
    case 'thisMonth':
      return { from: firstOfMonth, to: today };
    case 'lastMonth': {
      const last = addDays(firstOfMonth, -1);
      return { from: `${last.slice(0, 8)}01`, to: last };
    }
    case 'thisYear':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

/** The days that are asked for, whether by a named period or by dates. */
export const chosenDays = (filters: PaymentFilters, now: Date) =>
  filters.period ? daysOf(filters.period, now) : { from: filters.from, to: filters.to };

/** What the filters ask of the server: the days are those of the person's own clock, as the list groups by them. */
export function toListQuery(filters: PaymentFilters, now: Date): PaymentsFilter {
  return {
    ...(filters.search && { search: filters.search }),
    ...momentsOf(chosenDays(filters, now)),
    ...(filters.account && { accountId: filters.account }),
    ...(filters.payee && { beneficiaryId: filters.payee }),
    ...(filters.scheme && { scheme: filters.scheme.join(',') }),
    ...(filters.status && { status: filters.status.join(',') }),
    ...(filters.direction && { direction: filters.direction }),
    ...(filters.currency && { currency: filters.currency }),
    ...(filters.min && { minAmount: filters.min }),
    ...(filters.max && { maxAmount: filters.max }),
    ...(filters.category && { category: filters.category.join(',') }),
    ...(filters.receipt && { receipt: filters.receipt }),
  };
}

/** Statuses that read alike are one choice of the filter. */
export const statusChoices = {
  waiting: ['CREATED'],
  submitted: ['SUBMITTED'],
  inReview: ['TO_AML_REVIEW', 'UNDER_REVIEW', 'HOLD_AML', 'HOLD_OTHER', 'AML_APPROVED'],
  onItsWay: ['IN_PROCESS', 'PENDING_FINANCE_INSTITUTION'],
  executed: ['EXECUTED'],
  rejected: ['REJECTED', 'AML_REJECTED'],
  canceled: ['CANCELED'],
} as const satisfies Record<string, readonly PaymentStatus[]>;
export type StatusChoice = keyof typeof statusChoices;

/** The choices that a status filter covers wholly. */
export const chosenStatuses = (status: readonly PaymentStatus[] | undefined): readonly StatusChoice[] =>
  (Object.keys(statusChoices) as StatusChoice[]).filter((choice) =>
    statusChoices[choice].every((each) => status?.includes(each)),
  );

/** The status filter that these choices make; undefined without any. */
export const statusesOf = (choices: readonly StatusChoice[]): PaymentStatus[] | undefined =>
  someOf(choices.flatMap((each) => [...statusChoices[each]]));

/** What a filter of several is: none chosen is no filter. */
export const someOf = <Value>(chosen: readonly Value[]): Value[] | undefined =>
  chosen.length > 0 ? [...chosen] : undefined;
