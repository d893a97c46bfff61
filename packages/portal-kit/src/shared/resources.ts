/** Queries that several features need: the client's accounts, the price list, one payee. The rest is in each feature's `queries.ts`. */
import { getBeneficiary, listAccounts, listPrices } from '@calmly/contract';
import { queryOptions } from '@tanstack/react-query';
import { bank } from '../session/bank.ts';

const mostAccounts = 200;

/** The open accounts with their balances. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts', 'list'],
  queryFn: async ({ signal }) => {
    const query = { limit: mostAccounts };
    return (await bank.call(listAccounts, { query }, { signal })).Items;
  },
});

/** Includes closed accounts, for screens that name the account of an old payment or filter by it. */
export const allAccountsQuery = queryOptions({
  queryKey: ['accounts', 'list', 'all'],
  queryFn: async ({ signal }) => {
    const query = { limit: mostAccounts, status: 'ALL' } as const;
    return (await bank.call(listAccounts, { query }, { signal })).Items;
  },
});

/** The price list, with transfers in one currency. The bank changes it rarely, and the server decides the actual charge. */
export const pricesQuery = (currency: string) =>
  queryOptions({
    queryKey: ['fees', currency],
    queryFn: async ({ signal }) => (await bank.call(listPrices, { query: { currency } }, { signal })).items,
    staleTime: 10 * 60_000,
  });

/** Requests nothing for an empty id. */
export const beneficiaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['beneficiaries', 'one', id],
    queryFn: ({ signal }) => bank.call(getBeneficiary, { params: { id } }, { signal }),
    enabled: id !== '',
  });
