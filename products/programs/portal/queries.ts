/** All calls and cache keys of connected apps. */
import {
  allowConnection,
  endConnection,
  getConnectionRequest,
  listConnectableAccounts,
  listConnections,
  refuseConnection,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';

const firstPage = '';
const pageSize = 20;
/** Maximum number of accounts allowed at once. */
const mostAccounts = 100;

/** Not retried: a link that has expired or was answered is `not_found` for good. */
export const requestQuery = (uid: string) =>
  queryOptions({
    queryKey: ['connection-request', uid],
    queryFn: ({ signal }) => bank.call(getConnectionRequest, { params: { uid } }, { signal }),
    retry: false,
    // It cannot change while it is shown; once answered, it no longer exists.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The accounts of a profile to choose from, under the topic of their hints. */
export const connectableAccountsQuery = (uid: string, profile: string) =>
  queryOptions({
    queryKey: ['accounts', 'connectable', uid, profile],
    queryFn: async ({ signal }) => {
      const query = { profile, limit: mostAccounts };
      return (await bank.call(listConnectableAccounts, { params: { uid }, query }, { signal })).Items;
    },
  });

/** Asks for the two-factor code; returns the application's address to return to. */
export const allowMutation = (uid: string) =>
  mutationOptions({
    mutationFn: (body: { profileId: string; accountIds: string[] }) =>
      bank.call(allowConnection, { params: { uid }, body }),
  });

export const refuseMutation = (uid: string) =>
  mutationOptions({ mutationFn: () => bank.call(refuseConnection, { params: { uid } }) });

export const connectionsQuery = infiniteQueryOptions({
  queryKey: ['connections'],
  queryFn: ({ pageParam, signal }) =>
    bank.call(
      listConnections,
      { query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } },
      { signal },
    ),
  initialPageParam: firstPage,
  getNextPageParam: (page) => page.NextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.Items),
});

export const endMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(endConnection, { params: { id } }),
  onSettled: (_nothing, _error, _id, _context, { client }) =>
    client.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
});
