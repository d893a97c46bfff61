/** All calls and cache keys of the dashboard (except accounts, which other screens show too). */
import { getFirstSteps, hideFirstSteps, listPayments, summariseAccounts } from '@calmly/contract';
import { heldStatuses } from '@calmly/domain';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';
import { rereadClient } from '../../session/session.ts';
import { ownTimeZone } from '../../shared/days/days.ts';

const months = 6;
const latest = 5;

/** Totals in `currency`: now, over the last `days`, and in and out by month. */
export const summaryQuery = (currency: string, days: number) =>
  queryOptions({
    queryKey: ['accounts', 'summary', currency, days],
    queryFn: ({ signal }) => {
      const query = { currency, days, months, timeZone: ownTimeZone() };
      return bank.call(summariseAccounts, { query }, { signal });
    },
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
    const query = { status: heldStatuses.join(','), limit: 100 };
    return (await bank.call(listPayments, { query }, { signal })).Items;
  },
});

/** Read again whenever the dashboard opens: a step may have been taken on another screen. */
export const firstStepsQuery = queryOptions({
  queryKey: ['accounts', 'first-steps'],
  queryFn: ({ signal }) => bank.call(getFirstSteps, {}, { signal }),
  refetchOnMount: 'always',
});

export const hideFirstStepsMutation = mutationOptions({
  mutationFn: async () => {
    await bank.call(hideFirstSteps, {});
    await rereadClient();
  },
});
