/** What the inbox reads. A list is read once and stays as it is until the person reads it again, so that no row slides under the pointer. */
import {
  claimInboxItem,
  decideInboxItem,
  getInboxDocument,
  getInboxItem,
  listInboxItems,
  listOwnItems,
  listQueues,
  releaseInboxItem,
} from '@calmly/contract/staff';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type CallInput, call, download } from '../session/client.ts';

/** How often the counts are read anew; that keeps no session alive. */
const countsMs = 30_000;

export const queuesQuery = () =>
  queryOptions({
    queryKey: ['inbox', 'queues'],
    queryFn: ({ signal }) => call(listQueues, { signal, background: true }),
    refetchInterval: countsMs,
  });

export const itemsQuery = (queue: string) =>
  infiniteQueryOptions({
    queryKey: ['inbox', 'items', queue],
    queryFn: ({ pageParam: after, signal }) =>
      call(listInboxItems, { params: { queue }, query: { after, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** What the reader has taken. */
export const ownItemsQuery = () =>
  queryOptions({
    queryKey: ['inbox', 'own'],
    queryFn: ({ signal }) => call(listOwnItems, { signal }),
  });

/** Each reading of an item is audited, so it is read when it is opened and not by itself. */
export const itemQuery = (queue: string, id: string) =>
  queryOptions({
    queryKey: ['inbox', 'item', queue, id],
    queryFn: ({ signal }) => call(getInboxItem, { params: { queue, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

interface ItemName {
  readonly queue: string;
  readonly id: string;
}

export type Decision = 'approve' | 'reject' | 'hold';

export const decide = (
  { queue, id }: ItemName,
  { key, ...body }: { key: string } & CallInput<typeof decideInboxItem>['body'] & object,
) => call(decideInboxItem, { params: { queue, id }, body, key });

export const take = ({ queue, id }: ItemName) => call(claimInboxItem, { params: { queue, id }, body: {} });

export const release = ({ queue, id }: ItemName) => call(releaseInboxItem, { params: { queue, id } });

export const readDocument = ({ queue, id }: ItemName, document: string) =>
  download(getInboxDocument, { params: { queue, id, document } });
