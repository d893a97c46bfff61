/** All calls and cache keys of the dashboard (except accounts, which other screens show too). */
import {
  dismissUnusualChange,
  getFirstSteps,
  getForecast,
  getSpending,
  hideFirstSteps,
  listPayments,
  listUnusualChanges,
  summariseAccounts,
} from '@calmly/contract';
import { heldStatuses } from '@calmly/domain';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { rereadClient } from '@calmly/portal-kit/session/session.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

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

/** Reloaded whenever the dashboard opens, because a step may have been completed on another screen. */
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

/** Reloaded with the accounts, because each movement changes it. */
export const forecastQuery = (currency: string) =>
  queryOptions({
    queryKey: ['accounts', 'insight', 'forecast', currency],
    queryFn: ({ signal }) =>
      bank.call(getForecast, { query: { currency, timeZone: ownTimeZone() } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Not reloaded automatically, because it may ask an idle person for a code. */
export const spendingQuery = (currency: string) =>
  queryOptions({
    queryKey: ['insight', 'spending', currency],
    queryFn: ({ signal }) =>
      bank.call(getSpending, { query: { currency, timeZone: ownTimeZone() } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** At most three, without dismissed ones. Reloaded with the accounts. */
export const changesQuery = (currency: string) =>
  queryOptions({
    queryKey: ['accounts', 'insight', 'changes', currency],
    queryFn: async ({ signal }) => {
      const query = { currency, timeZone: ownTimeZone() };
      return (await bank.call(listUnusualChanges, { query }, { signal })).items;
    },
    placeholderData: keepPreviousData,
  });

export const dismissChangeMutation = (currency: string) =>
  mutationOptions({
    mutationFn: (id: string) =>
      bank.call(dismissUnusualChange, { params: { id }, query: { currency, timeZone: ownTimeZone() } }),
    onSuccess: (_done, _id, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['accounts', 'insight', 'changes'] }),
  });
