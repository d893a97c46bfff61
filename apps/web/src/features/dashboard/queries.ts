/** Every call and cache key of the dashboard (the accounts apart, which other screens show too). */
import { listPayments, summariseAccounts } from '@calmly/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';

const months = 6;
const latest = 5;

/** Statuses in which the bank is looking at a payment. */
export const reviewStatuses = ['TO_AML_REVIEW', 'UNDER_REVIEW', 'HOLD_AML', 'HOLD_OTHER'] as const;

/** Totals in `currency`: now, over the last `days`, and in and out by month. */
export const summaryQuery = (currency: string, days: number) =>
  queryOptions({
    queryKey: ['accounts', 'summary', currency, days],
    queryFn: ({ signal }) => bank.call(summariseAccounts, { query: { currency, days, months } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const latestPaymentsQuery = queryOptions({
  queryKey: ['payments', 'latest'],
  queryFn: async ({ signal }) =>
    (await bank.call(listPayments, { query: { limit: latest } }, { signal })).Items,
});

export const inReviewQuery = queryOptions({
  queryKey: ['payments', 'in-review'],
  queryFn: async ({ signal }) => {
    const query = { status: reviewStatuses.join(','), limit: 50 };
    return (await bank.call(listPayments, { query }, { signal })).Items;
  },
});
