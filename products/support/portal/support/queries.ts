/** All calls about conversations with the bank. Topic: `support`; a hint on the live channel refetches what is on screen. */
import {
  type ConversationDetails,
  closeConversation,
  countUnreadConversations,
  getConversation,
  getSupportDocument,
  getSupportSubject,
  listConversations,
  listMessages,
  type NewConversation,
  type NewMessage,
  readConversation,
  type SupportSubject,
  sendMessage,
  startConversation,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { saveDocument } from '@calmly/portal-kit/shared/files/save-document.ts';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

const pageSize = 30;

/** Pages of 30, the latest message first; without a state, all. */
export const conversationsQuery = (state: 'open' | 'closed' | undefined) =>
  infiniteQueryOptions({
    queryKey: ['support', 'list', state ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: pageSize, ...(state && { state }), ...(pageParam && { cursor: pageParam }) };
      return bank.call(listConversations, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
  });

/** An answer older than the cached one is dropped. Loading it does not mark it as read. */
export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', 'one', id],
    queryFn: ({ signal }) => bank.call(getConversation, { params: { id } }, { signal }),
    structuralSharing: (before, after) =>
      newer(before as ConversationDetails | undefined, after as ConversationDetails),
  });

const newer = (before: ConversationDetails | undefined, after: ConversationDetails) =>
  before && before.version > after.version ? before : after;

/** Pages of 30, newest first. */
export const messagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['support', 'messages', id],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listMessages,
        { params: { id }, query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
  });

/** `facts` is null if the person may not see the subject. */
export const subjectQuery = (kind: SupportSubject, id: string) =>
  queryOptions({
    queryKey: ['support', 'subject', kind, id],
    queryFn: ({ signal }) => bank.call(getSupportSubject, { params: { id }, query: { kind } }, { signal }),
  });

/** The number of conversations with an unread answer. */
export const unreadQuery = queryOptions({
  queryKey: ['support', 'unread'],
  queryFn: ({ signal }) => bank.call(countUnreadConversations, {}, { signal }),
});

interface Sent<Body> {
  readonly body: Body;
  readonly key: string;
}

/** Repeated with the same key, it is the same conversation. */
export const startMutation = (subject: NewConversation['subject']) =>
  mutationOptions({
    mutationFn: ({ body, key }: Sent<NewMessage>) =>
      bank.call(
        startConversation,
        { body: { ...body, ...(subject && { subject }) } },
        { idempotencyKey: key },
      ),
    onSuccess: (conversation, _sent, _context, { client }) => takeIn(client, conversation),
  });

/** Repeated with the same key, it is the same message. */
export const sendMutation = (id: string) =>
  mutationOptions({
    mutationFn: ({ body, key }: Sent<NewMessage>) =>
      bank.call(sendMessage, { params: { id }, body }, { idempotencyKey: key }),
    onSuccess: (conversation, _sent, _context, { client }) => takeIn(client, conversation),
  });

/** The client can write again, which reopens it. */
export const closeMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => bank.call(closeConversation, { params: { id } }),
    onSuccess: (conversation, _sent, _context, { client }) => takeIn(client, conversation),
  });

/** Marks messages up to this id as read; the counts follow by the live channel. Retried automatically, because there is no button for it. */
export const readMutation = (id: string) =>
  mutationOptions({
    mutationFn: (upTo: string) => bank.call(readConversation, { params: { id }, body: { upTo } }),
    retry: 5,
    retryDelay: (failures) => 1000 * 2 ** failures,
  });

export const saveFileMutation = (id: string) =>
  mutationOptions({
    mutationFn: async (documentId: string) =>
      saveDocument(await bank.call(getSupportDocument, { params: { id, documentId } })),
  });

async function takeIn(client: QueryClient, conversation: ConversationDetails): Promise<void> {
  client.setQueryData(conversationQuery(conversation.id).queryKey, (before) => newer(before, conversation));
  await Promise.all([
    client.invalidateQueries({ queryKey: ['support', 'list'] }),
    client.invalidateQueries({ queryKey: ['support', 'messages', conversation.id] }),
  ]);
}
