/** One account and its balance line. Refreshed with the accounts by the live channel. */
import { getAccount, getAccountBalances } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Also finds a closed account. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => bank.call(getAccount, { params: { id } }, { signal }),
  });

/** Days of the browser's time zone. While another length loads, the previous line stays. */
export const balanceLineQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: ['accounts', 'balances', id, days],
    queryFn: ({ signal }) =>
      bank.call(getAccountBalances, { params: { id }, query: { days, timeZone: ownTimeZone() } }, { signal }),
    placeholderData: keepPreviousData,
  });
