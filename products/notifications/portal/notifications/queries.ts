/** All calls and cache keys of notifications. A hint of the live channel refetches keys that start with `notifications`. */
import {
  countUnread,
  getNotificationChoices,
  listNotifications,
  markAllRead,
  markRead,
  type NotificationChoiceInput,
  saveNotificationChoice,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

const pageSize = 20;

/** The number of unread ones; the bank counts to a hundred. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await bank.call(countUnread, {}, { signal })).count,
});

export type Shown = 'all' | 'unread';

const listKey = ['notifications', 'list'] as const;
/** Newest first, pages of 20, as one list. */
export const notificationsQuery = (shown: Shown) =>
  infiniteQueryOptions({
    queryKey: [...listKey, shown],
    queryFn: ({ pageParam, signal }) => {
      const state = shown === 'unread' ? { state: shown } : {};
      const query = { limit: pageSize, ...state, ...(pageParam && { cursor: pageParam }) };
      return bank.call(listNotifications, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.Items),
  });

export const readMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(markRead, { params: { id } }),
  onSettled: (_nothing, _error, _id, _context, { client }) => askAgain(client),
});

export const readAllMutation = mutationOptions({
  mutationFn: (upTo: string) => bank.call(markAllRead, { body: { upTo } }),
  onSettled: (_nothing, _error, _id, _context, { client }) => askAgain(client),
});

const askAgain = (client: QueryClient) =>
  Promise.all([unreadQuery.queryKey, listKey].map((queryKey) => client.invalidateQueries({ queryKey })));

export const choicesQuery = queryOptions({
  queryKey: ['notifications', 'choices'],
  queryFn: async ({ signal }) => (await bank.call(getNotificationChoices, {}, { signal })).choices,
});

export const saveChoiceMutation = mutationOptions({
  // One after the other, so that the last click counts.
  scope: { id: 'notification-choices' },
  mutationFn: (choice: NotificationChoiceInput) => bank.call(saveNotificationChoice, { body: choice }),
  onSettled: (_saved, _error, _choice, _context, { client }) =>
    client.invalidateQueries({ queryKey: choicesQuery.queryKey }),
});
