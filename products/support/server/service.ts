/**
 * Functions on conversations for clients: start, write, close, read. The staff's side is in `desk.ts`.
 * Errors in the order checked: `not_found` (an inaccessible conversation, or a subject that the person may not see), `support_messages_full`,
 * `support_conversations_full`, `invalid_request` with the field `documents` (document_unknown). Source: server page section 12.
 */
import {
  type ConversationDetails,
  type EndpointOutput,
  type getSupportDocument,
  holdsRight,
  type listMessages,
  type NewConversation,
  type NewMessage,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { type Documents, linkDocuments, privatePurposes } from '../../accounts/server/documents/index.ts';
import { messagesPerHour, openMost, previewOf, transitions, waitingSince } from './rules.ts';
import * as store from './store.ts';
import { readerOf, readSubject } from './subjects.ts';
import { toDetails, toMessages } from './view.ts';

const hourMs = 3_600_000;

/** A person of a company has access to their own conversations, its administrators to all. */
export const reachOf = (actor: ClientActor): store.Reach => ({
  clientId: actor.clientId,
  personId: holdsRight(actor, 'is_boss') ? undefined : actor.personId,
});

/** `POST /support/conversations`. */
export async function startConversation(
  work: Work,
  actor: ClientActor,
  { text, documents, subject }: NewConversation,
): Promise<ConversationDetails> {
  const { sql, now } = work;
  const { clientId, personId } = actor;
  if (subject) {
    const { facts } = await readSubject(sql, readerOf(actor, 'en'), subject);
    if (!facts) throw new Problem('not_found');
  }
  await takeMessage(work, personId);
  if ((await store.countOpen(sql, { clientId, personId }, openMost)) >= openMost)
    throw new Problem('support_conversations_full', { params: { most: openMost } });
  const id = work.newId();
  const messageId = work.newId();
  await store.insertConversation(sql, {
    id,
    clientId,
    personId,
    status: 'OPEN',
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    preview: previewOf(text),
    lastMessageId: messageId,
    lastMessageAt: now,
    waitingSince: now,
    createdAt: now,
  });
  await writeMessage(work, actor, { id: messageId, conversationId: id, text, documents });
  await audit(work, { action: 'support.asked', details: { conversationId: id } });
  return changed(work, actor, id);
}

/** `POST /support/conversations/{id}/messages`. */
export async function sendMessage(
  work: Work,
  actor: ClientActor,
  id: string,
  { text, documents }: NewMessage,
): Promise<ConversationDetails> {
  const { sql, now } = work;
  await requireConversation(sql, actor, id);
  await takeMessage(work, actor.personId);
  const conversation = await store.lockConversation(sql, id);
  const status = conversation && transitions[conversation.status].CLIENT_WRITES;
  if (!conversation || !status) throw new Problem('not_found');
  if (conversation.status === 'CLOSED') await refuseManyOpen(sql, conversation);
  const messageId = work.newId();
  await writeMessage(work, actor, { id: messageId, conversationId: id, text, documents });
  await store.updateConversation(sql, conversation, {
    status,
    preview: previewOf(text),
    lastMessageId: messageId,
    lastMessageAt: now,
    lastFromBank: false,
    waitingSince: waitingSince(status, { before: conversation.waitingSince, now }),
  });
  await audit(work, {
    action: conversation.status === 'CLOSED' ? 'support.reopened' : 'support.written',
    details: { conversationId: id },
  });
  return changed(work, actor, id);
}

/** `PUT /support/conversations/{id}/close`; closing a closed one changes nothing. */
export async function closeConversation(
  work: Work,
  actor: ClientActor,
  id: string,
): Promise<ConversationDetails> {
  const { sql } = work;
  await requireConversation(sql, actor, id);
  const conversation = await store.lockConversation(sql, id);
  const status = conversation && transitions[conversation.status].CLOSE;
  if (!conversation || !status) return readDetails(work, actor, id);
  await store.updateConversation(sql, conversation, { status, waitingSince: null });
  await audit(work, { action: 'support.closed', details: { conversationId: id } });
  return changed(work, actor, id);
}

/** `PUT /support/conversations/{id}/read`. */
export async function markRead(work: Work, actor: ClientActor, id: string, upTo: string): Promise<undefined> {
  await requireConversation(work.sql, actor, id);
  const { personId, clientId } = actor;
  await store.markRead(work.sql, { conversationId: id, personId, upTo });
  await publish(work.sql, clientId, { topic: 'support' });
}

/** Does not mark anything as read. */
export async function readDetails(
  { sql, request }: Work,
  actor: ClientActor,
  id: string,
): Promise<ConversationDetails> {
  const conversation = await requireConversation(sql, actor, id);
  return toDetails(sql, actor, conversation, request?.locale ?? 'en');
}

/** `GET /support/conversations/{id}/messages`, newest first. */
export async function readMessages(
  { sql }: Work,
  actor: ClientActor,
  id: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<EndpointOutput<typeof listMessages>> {
  await requireConversation(sql, actor, id);
  const messages = await store.listMessages(sql, {
    conversationId: id,
    before: cursorId(cursor),
    limit: limit + 1,
  });
  const page = pageOf(messages, limit);
  return { ...page, Items: await toMessages(sql, actor, page.Items) };
}

/** `GET /support/conversations/{id}/documents/{documentId}`. */
export async function readDocument(
  { sql }: Work,
  actor: ClientActor,
  documents: Pick<Documents, 'requireContent'>,
  { id, documentId }: { readonly id: string; readonly documentId: string },
): Promise<EndpointOutput<typeof getSupportDocument>> {
  await requireConversation(sql, actor, id);
  if (!(await store.hasDocument(sql, id, documentId))) throw new Problem('not_found');
  const { fileName, mediaType, content } = await documents.requireContent(sql, documentId);
  return { fileName, mediaType, content: content.toString('base64') };
}

async function requireConversation(
  sql: Sql,
  actor: ClientActor,
  id: string,
): Promise<store.StoredConversation> {
  const conversation = await store.findWithin(sql, reachOf(actor), id);
  if (!conversation) throw new Problem('not_found');
  return conversation;
}

/** Counts one of the person's messages of the hour; the lock lasts until the transaction ends. */
async function takeMessage({ sql, now }: Work, personId: string): Promise<void> {
  await store.lockWriter(sql, personId);
  const since = new Date(now.getTime() - hourMs);
  if ((await store.countSince(sql, personId, since, messagesPerHour)) >= messagesPerHour)
    throw new Problem('support_messages_full', { params: { most: messagesPerHour } });
}

/** A reopened conversation counts for the person who started it. */
async function refuseManyOpen(sql: Sql, writer: store.StoredConversation): Promise<void> {
  if ((await store.countOpen(sql, writer, openMost)) >= openMost)
    throw new Problem('support_conversations_full', { params: { most: openMost } });
}

async function writeMessage(
  { sql, now }: Work,
  { clientId, personId }: ClientActor,
  {
    documents,
    ...message
  }: Pick<store.StoredMessage, 'id' | 'conversationId' | 'text'> & { readonly documents: readonly string[] },
): Promise<void> {
  const documentIds = [...new Set(documents)];
  const { conversationId } = message;
  await linkDocuments(sql, {
    clientId,
    ids: documentIds,
    purpose: privatePurposes.support,
    field: 'documents',
  });
  await store.insertMessage(sql, { ...message, personId, staff: null, documentIds, createdAt: now });
  await store.joinConversation(sql, { conversationId, personId, clientId });
}

async function changed(work: Work, actor: ClientActor, id: string): Promise<ConversationDetails> {
  await publish(work.sql, actor.clientId, { topic: 'support' });
  return readDetails(work, actor, id);
}
