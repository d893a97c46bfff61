/**
 * All calls about requests for money and the links to public pages. Topic: `requests`; a hint on the live channel refetches what is on
 * screen. A request's version only increases: an older response is dropped.
 */
import {
  cancelMoneyRequest,
  createMoneyRequest,
  createPayLink,
  getMoneyRequest,
  listBeneficiaries,
  listMoneyRequests,
  listPayLinks,
  type MoneyRequestDetails,
  type MoneyRequestInput,
  revokePayLink,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { keepAnswer } from '@calmly/portal-kit/session/query-client.ts';
import type { Keyed } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { RequestFilters } from './filters.ts';

const pageSize = 50;

/** Names of those who pay this client, as beneficiaries know them, for the payer's field. */
export const payerNamesQuery = (search: string) =>
  queryOptions({
    queryKey: ['beneficiaries', 'payers', search],
    queryFn: async ({ signal }) => {
      const query = { limit: 10, direction: 'INCOMING', ...(search && { search }) } as const;
      const { Items } = await bank.call(listBeneficiaries, { query }, { signal });
      return Items.map(({ name }) => name);
    },
    placeholderData: keepPreviousData,
  });

/** Pages of 50, newest first. While another filter is being read, the earlier list stays. */
export const requestsQuery = (filters: RequestFilters) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'list', filters],
    queryFn: ({ pageParam, signal }) => {
      const { account, status, search } = filters;
      const query = {
        limit: pageSize,
        ...(account && { accountId: account }),
        ...(status && { status: status.join(',') }),
        ...(search && { search }),
        ...(pageParam && { cursor: pageParam }),
      };
      return bank.call(listMoneyRequests, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** An answer older than what is cached is dropped. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => bank.call(getMoneyRequest, { params: { id } }, { signal }),
    structuralSharing: (before, after) =>
      newer(before as MoneyRequestDetails | undefined, after as MoneyRequestDetails),
  });

const newer = (before: MoneyRequestDetails | undefined, after: MoneyRequestDetails) =>
  before && before.version > after.version ? before : after;

/** Sends the request with the key of its intent: repeated, it is the same request. */
export const createMutation = mutationOptions({
  mutationKey: ['requests', 'create'],
  mutationFn: ({ body, key }: Keyed<MoneyRequestInput>) =>
    bank.call(createMoneyRequest, { body }, { idempotencyKey: key }),
  onSuccess: (request, _sent, _context, { client }) => takeIn(client, request),
});

export const cancelMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['requests', 'cancel', id],
    mutationFn: () => bank.call(cancelMoneyRequest, { params: { id } }),
    onSuccess: (request, _sent, _context, { client }) => takeIn(client, request),
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['requests', 'one', id] }),
  });

async function takeIn(client: QueryClient, request: MoneyRequestDetails): Promise<void> {
  client.setQueryData(requestQuery(request.id).queryKey, (before) => newer(before, request));
  await client.invalidateQueries({ queryKey: ['requests', 'list'] });
}

/** What is shared: an account, or one request. */
export type ShareTarget = { readonly accountId: string } | { readonly requestId: string };

/** The link of a target; null while it has none. */
export const linkQuery = (target: ShareTarget) =>
  queryOptions({
    queryKey: ['requests', 'link', target],
    queryFn: async ({ signal }) =>
      (await bank.call(listPayLinks, { query: { limit: 1, ...target } }, { signal })).Items[0] ?? null,
  });

/**
 * Answers the link that the target has, if any; `showsDetails` then changes it, and undefined leaves it as it
 * is.
 */
export const createLinkMutation = (target: ShareTarget) =>
  mutationOptions({
    mutationFn: (showsDetails: boolean | undefined) =>
      bank.call(createPayLink, { body: { ...target, ...(showsDetails !== undefined && { showsDetails }) } }),
    onSuccess: (link, _sent, _context, { client }) => keepAnswer(client, linkQuery(target), link),
  });

/** The link stops working at once. */
export const revokeLinkMutation = (target: ShareTarget) =>
  mutationOptions({
    mutationFn: (id: string) => bank.call(revokePayLink, { params: { id } }),
    onSuccess: (_done, _id, _context, { client }) => keepAnswer(client, linkQuery(target), null),
    // Perhaps it was ended elsewhere: what is true is read again.
    onError: (_problem, _id, _context, { client }) =>
      client.invalidateQueries({ queryKey: linkQuery(target).queryKey }),
  });
