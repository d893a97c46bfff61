/** SQL of conversations, messages and reading state. No decisions here. */
import type { ConversationStatus, SupportSubject } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';

export interface StoredConversation {
  readonly id: string;
  readonly clientId: string;
  readonly personId: string;
  readonly status: ConversationStatus;
  readonly subjectKind: SupportSubject | null;
  readonly subjectId: string | null;
  readonly assignedTo: string | null;
  readonly version: number;
  readonly preview: string;
  readonly lastMessageId: string;
  readonly lastMessageAt: Date;
  readonly lastFromBank: boolean;
  readonly lastAnswerId: string | null;
  readonly waitingSince: Date | null;
  readonly createdAt: Date;
}

const columns = query`
  c.id, c.client_id as "clientId", c.person_id as "personId", c.status, c.subject_kind as "subjectKind", c.subject_id as "subjectId",
  c.assigned_to as "assignedTo", c.version, c.preview, c.last_message_id as "lastMessageId", c.last_message_at as "lastMessageAt",
  c.last_from_bank as "lastFromBank", c.last_answer_id as "lastAnswerId", c.waiting_since as "waitingSince", c.created_at as "createdAt"`;

/** Which conversations: a person's in a profile, or with `personId` undefined all of the profile. */
export interface Reach {
  readonly clientId: string;
  readonly personId: string | undefined;
}

const within = ({ clientId, personId }: Reach): RawBuilder<unknown> =>
  personId === undefined
    ? query`c.client_id = ${clientId}`
    : query`c.client_id = ${clientId} and c.person_id = ${personId}`;

/** Serialises messages and new conversations of one person, so that limits hold. */
export async function lockWriter(sql: Sql, personId: string): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`support:${personId}`}, 0))`.execute(sql);
}

/** The person's open conversations in the profile, counted up to `most`. */
export async function countOpen(
  sql: Sql,
  { clientId, personId }: { readonly clientId: string; readonly personId: string },
  most: number,
): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from (
      select from support.conversation
      where client_id = ${clientId} and person_id = ${personId} and status <> 'CLOSED' limit ${most}) as open
  `.execute(sql);
  return rows[0]?.count ?? 0;
}

/** The person's messages since a moment, counted up to `most`. */
export async function countSince(sql: Sql, personId: string, since: Date, most: number): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from (
      select from support.message where person_id = ${personId} and created_at > ${since} limit ${most}) as sent
  `.execute(sql);
  return rows[0]?.count ?? 0;
}

/** A conversation that the reader has access to; any other is not found. */
export async function findWithin(
  sql: Sql,
  reach: Reach,
  id: string,
): Promise<StoredConversation | undefined> {
  const { rows } = await query<StoredConversation>`
    select ${columns} from support.conversation c where c.id = ${id} and ${within(reach)}`.execute(sql);
  return rows[0];
}

/** A conversation of any client. */
export async function findConversation(sql: Sql, id: string): Promise<StoredConversation | undefined> {
  const { rows } = await query<StoredConversation>`
    select ${columns} from support.conversation c where c.id = ${id}`.execute(sql);
  return rows[0];
}

/** Reads and locks a conversation, so that of two concurrent changes the second sees the first. */
export async function lockConversation(sql: Sql, id: string): Promise<StoredConversation | undefined> {
  const { rows } = await query<StoredConversation>`
    select ${columns} from support.conversation c where c.id = ${id} for no key update`.execute(sql);
  return rows[0];
}

export type NewConversation = Omit<
  StoredConversation,
  'version' | 'assignedTo' | 'lastFromBank' | 'lastAnswerId'
>;

/** The caller writes its first message, whose id is `lastMessageId`, in the same transaction. */
export async function insertConversation(sql: Sql, one: NewConversation): Promise<void> {
  await query`
    insert into support.conversation (id, client_id, person_id, status, subject_kind, subject_id, preview, last_message_id,
      last_message_at, last_from_bank, waiting_since, created_at)
    values (${one.id}, ${one.clientId}, ${one.personId}, ${one.status}, ${one.subjectKind}, ${one.subjectId}, ${one.preview},
      ${one.lastMessageId}, ${one.lastMessageAt}, false, ${one.waitingSince}, ${one.createdAt})
  `.execute(sql);
}

/** Writes the changed fields of a locked conversation; the version increases. */
export async function updateConversation(
  sql: Sql,
  conversation: StoredConversation,
  change: Partial<
    Pick<
      StoredConversation,
      | 'status'
      | 'assignedTo'
      | 'preview'
      | 'lastMessageId'
      | 'lastMessageAt'
      | 'lastFromBank'
      | 'lastAnswerId'
      | 'waitingSince'
    >
  >,
): Promise<void> {
  const next = { ...conversation, ...change };
  await query`
    update support.conversation set version = version + 1, status = ${next.status}, assigned_to = ${next.assignedTo},
      preview = ${next.preview}, last_message_id = ${next.lastMessageId}, last_message_at = ${next.lastMessageAt},
      last_from_bank = ${next.lastFromBank}, last_answer_id = ${next.lastAnswerId}, waiting_since = ${next.waitingSince}
    where id = ${conversation.id}
  `.execute(sql);
}

export interface StoredMessage {
  readonly id: string;
  readonly conversationId: string;
  /** Null: the bank. */
  readonly personId: string | null;
  readonly staff: string | null;
  readonly text: string;
  readonly documentIds: readonly string[];
  readonly createdAt: Date;
}

/** Does not change the conversation: `updateConversation` does. */
export async function insertMessage(sql: Sql, message: StoredMessage): Promise<void> {
  await query`
    insert into support.message (id, conversation_id, person_id, staff, text, document_ids, created_at)
    values (${message.id}, ${message.conversationId}, ${message.personId}, ${message.staff}, ${message.text},
      ${message.documentIds}::uuid[], ${message.createdAt})
  `.execute(sql);
}

/** Newest first. */
export async function listMessages(
  sql: Sql,
  {
    conversationId,
    before,
    limit,
  }: { readonly conversationId: string; readonly before: string | undefined; readonly limit: number },
): Promise<StoredMessage[]> {
  const { rows } = await query<StoredMessage>`
    select id, conversation_id as "conversationId", person_id as "personId", staff, text, document_ids as "documentIds",
      created_at as "createdAt"
    from support.message
    where conversation_id = ${conversationId} ${before === undefined ? query`` : query`and id < ${before}`}
    order by id desc limit ${limit}
  `.execute(sql);
  return rows;
}

/** Whether a message of the conversation carries the file. */
export async function hasDocument(sql: Sql, conversationId: string, documentId: string): Promise<boolean> {
  const { rows } = await query`
    select from support.message where conversation_id = ${conversationId} and ${documentId} = any(document_ids) limit 1
  `.execute(sql);
  return rows.length > 0;
}

/** By the last message, newest first; `before` is the previous page's last message. */
export async function listWithin(
  sql: Sql,
  reach: Reach,
  {
    state,
    before,
    limit,
  }: {
    readonly state: 'open' | 'closed' | undefined;
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<StoredConversation[]> {
  const states = { open: query`and c.status <> 'CLOSED'`, closed: query`and c.status = 'CLOSED'` };
  const { rows } = await query<StoredConversation>`
    select ${columns} from support.conversation c
    where ${within(reach)} ${state === undefined ? query`` : states[state]}
      ${before === undefined ? query`` : query`and c.last_message_id < ${before}`}
    order by c.last_message_id desc limit ${limit}
  `.execute(sql);
  return rows;
}

/** Conversations waiting for the bank, longest first, after one of them. */
export async function listWaiting(
  sql: Sql,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<StoredConversation[]> {
  const later =
    after === undefined
      ? query``
      : query`and (c.waiting_since, c.id) > (select a.waiting_since, a.id from support.conversation a where a.id = ${after})`;
  const { rows } = await query<StoredConversation>`
    select ${columns} from support.conversation c where c.status = 'OPEN' ${later} order by c.waiting_since, c.id limit ${limit}
  `.execute(sql);
  return rows;
}

/** The person has written, so they follow the conversation. */
export async function joinConversation(
  sql: Sql,
  key: { readonly conversationId: string; readonly personId: string; readonly clientId: string },
): Promise<void> {
  await query`
    insert into support.participant (conversation_id, person_id, client_id)
    values (${key.conversationId}, ${key.personId}, ${key.clientId})
    on conflict (conversation_id, person_id) do update set unread = false
  `.execute(sql);
}

/** Marks the conversation as unread for everyone who has written; returns who. */
export async function markUnread(sql: Sql, conversationId: string): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    update support.participant set unread = true where conversation_id = ${conversationId} returning person_id as id
  `.execute(sql);
  return rows.map(({ id }) => id);
}

/** The person has read the conversation up to a message; an answer after it stays unread. */
export async function markRead(
  sql: Sql,
  { conversationId, personId, upTo }: { conversationId: string; personId: string; upTo: string },
): Promise<void> {
  await query`
    update support.participant p set unread = false
    from support.conversation c
    where p.conversation_id = ${conversationId} and p.person_id = ${personId} and p.unread
      and c.id = p.conversation_id and (c.last_answer_id is null or c.last_answer_id <= ${upTo})
  `.execute(sql);
}

/** The conversations among these that the person has not read. */
export async function findUnread(
  sql: Sql,
  personId: string,
  conversationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select conversation_id as id from support.participant
    where person_id = ${personId} and conversation_id = any(${conversationIds}::uuid[]) and unread
  `.execute(sql);
  return new Set(rows.map(({ id }) => id));
}

/** The number of accessible conversations that the person has not read, counted up to `most`. */
export async function countUnread(sql: Sql, reach: Reach, personId: string, most: number): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from (
      select from support.participant p join support.conversation c on c.id = p.conversation_id
      where p.person_id = ${personId} and p.client_id = ${reach.clientId} and p.unread and ${within(reach)} limit ${most}) as unread
  `.execute(sql);
  return rows[0]?.count ?? 0;
}
