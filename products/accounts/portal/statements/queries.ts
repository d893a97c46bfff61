/** The statement of an account for a period, its months, and the files. Refreshed with the accounts and payments. */
import {
  downloadAllStatements,
  downloadBalances,
  downloadStatement,
  getStatement,
  listStatementAccounts,
  listStatementMonths,
  type StatementFormat,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import type { Locale } from '@calmly/texts/index.tsx';
import { saveFile } from '@calmly/ui/save-file.ts';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Period } from './period.ts';

const pageSize = 50;

export const statementAccountsQuery = queryOptions({
  queryKey: ['accounts', 'statements'],
  queryFn: async ({ signal }) => (await bank.call(listStatementAccounts, {}, { signal })).accounts,
});

/** In pages of 50. Days are in the browser's time zone. */
export const statementQuery = (id: string, period: Period) =>
  infiniteQueryOptions({
    queryKey: ['payments', 'statement', id, period],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        getStatement,
        {
          params: { id },
          query: {
            ...period,
            timeZone: ownTimeZone(),
            limit: pageSize,
            ...(pageParam && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const monthsQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'statement-months', id],
    queryFn: async ({ signal }) => {
      const query = { timeZone: ownTimeZone() };
      return (await bank.call(listStatementMonths, { params: { id }, query }, { signal })).months;
    },
  });

export interface FileOrder extends Period {
  /** If absent: all accounts, as a ZIP. */
  readonly id?: string;
  readonly format: StatementFormat;
  readonly locale: Locale;
}

export const fileMutation = mutationOptions({
  mutationFn: async ({ id, ...query }: FileOrder) => {
    const zoned = { ...query, timeZone: ownTimeZone() };
    const file =
      id === undefined
        ? await bank.download(downloadAllStatements, { query: zoned })
        : await bank.download(downloadStatement, { params: { id }, query: zoned });
    saveFile(file.content, file.fileName);
  },
});

/** The confirmation of all balances on a day. */
export const balancesMutation = mutationOptions({
  mutationFn: async (order: { readonly day: string; readonly locale: Locale }) => {
    const query = { ...order, timeZone: ownTimeZone() };
    const file = await bank.download(downloadBalances, { query });
    saveFile(file.content, file.fileName);
  },
});
