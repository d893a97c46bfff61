/** Conversations and messages in the contract's form. */
import type { Conversation, ConversationDetails, SupportMessage } from '@calmly/contract';
import type { ClientActor, Locale, Sql } from '@calmly/platform/work.ts';
import { findDocuments } from '../../accounts/server/documents/index.ts';
import { findPersonNames } from '../../identity/server/index.ts';
import { findUnread, type StoredConversation, type StoredMessage } from './store.ts';
import { readerOf, readSubject } from './subjects.ts';

/** A list in two statements; in one's own profile conversations name no writer. */
export async function toConversations(
  sql: Sql,
  { personId, role }: ClientActor,
  conversations: readonly StoredConversation[],
): Promise<Conversation[]> {
  if (conversations.length === 0) return [];
  const ids = conversations.map(({ id }) => id);
  const unread = await findUnread(sql, personId, ids);
  const writers = new Set(conversations.map((each) => each.personId));
  const names: ReadonlyMap<string, string> =
    role === 'LEGAL' ? await findPersonNames(sql, [...writers]) : new Map();
  return conversations.map((each) => ({
    id: each.id,
    status: each.status,
    writer: role === 'LEGAL' ? (names.get(each.personId) ?? '') : null,
    preview: each.preview,
    isFromBank: each.lastFromBank,
    subjectKind: each.subjectKind,
    isUnread: unread.has(each.id),
    lastMessageId: each.lastMessageId,
    lastMessageAt: each.lastMessageAt.toISOString(),
    createdAt: each.createdAt.toISOString(),
    version: each.version,
  }));
}

/** `subject.facts` is null if the actor may no longer see it. */
export async function toDetails(
  sql: Sql,
  actor: ClientActor,
  conversation: StoredConversation,
  locale: Locale,
): Promise<ConversationDetails> {
  const [shown] = await toConversations(sql, actor, [conversation]);
  if (!shown) throw new Error('a conversation was read and not shown');
  const { subjectKind: kind, subjectId: id } = conversation;
  const subject =
    kind === null || id === null ? null : await readSubject(sql, readerOf(actor, locale), { kind, id });
  return { ...shown, subject };
}

/** In the order given. `author` is null for the bank; staff are not named. Deleted documents are omitted. */
export async function toMessages(
  sql: Sql,
  { personId }: ClientActor,
  messages: readonly StoredMessage[],
): Promise<SupportMessage[]> {
  const writers = new Set(messages.flatMap((message) => message.personId ?? []));
  const names = await findPersonNames(sql, [...writers]);
  const found = await findDocuments(
    sql,
    messages.flatMap(({ documentIds }) => documentIds),
  );
  const documents = new Map(found.map((document) => [document.id, document]));
  return messages.map((message) => ({
    id: message.id,
    at: message.createdAt.toISOString(),
    text: message.text,
    author: message.personId === null ? null : (names.get(message.personId) ?? ''),
    isMine: message.personId === personId,
    documents: message.documentIds.flatMap((id) => documents.get(id) ?? []),
  }));
}
