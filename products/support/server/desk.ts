/**
 * Conversations for the bank's staff: waiting ones, answers, assignment, closing. Staff see a conversation's subject by ids and states; never a card
 * number or a secret.
 * Errors: `not_found`; a `Refusal` for closing a closed one.
 */
import { actorName, audit } from '@calmly/platform/audit.ts';
import { auditors, type DeskItem, type DeskQueue } from '@calmly/platform/desk.ts';
import { type Notice, notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { type Documents, linkDocuments, privatePurposes } from '../../accounts/server/documents/index.ts';
import { findAdministrators, findPersonNames, findPlaces } from '../../identity/server/index.ts';
import { previewOf, transitions, waitingSince } from './rules.ts';
import * as store from './store.ts';
import { readSubject } from './subjects.ts';

export interface WaitingConversation {
  readonly id: string;
  readonly clientId: string;
  readonly waitingSince: Date;
  readonly assignedTo: string | null;
  readonly subjectKind: string | null;
  readonly preview: string;
}

/** Conversations waiting for an answer, longest first; the cursor is the last one's id. */
export async function listWaitingConversations(
  sql: Sql,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<WaitingConversation[]> {
  const rows = await store.listWaiting(sql, page);
  return rows.map(({ waitingSince: since, ...row }) => ({ ...row, waitingSince: since ?? row.createdAt }));
}

export interface AnswerFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Checks and stores a file for an answer, before the answer's transaction; returns its id. */
export async function keepAnswerFile(
  work: Pick<Work, 'sql' | 'newId'>,
  documents: Pick<Documents, 'keepForClient'>,
  id: string,
  file: AnswerFile,
): Promise<string> {
  const conversation = await store.findConversation(work.sql, id);
  if (!conversation) throw new Problem('not_found');
  const { clientId, personId } = conversation;
  return (await documents.keepForClient(work, { clientId, personId, ...file })).id;
}

/** Answers in the bank's name, in the open transaction; everyone who has written is notified. */
export async function answerConversation(
  work: Work,
  id: string,
  { text, documentIds }: { readonly text: string; readonly documentIds: readonly string[] },
): Promise<void> {
  const { sql, now } = work;
  const conversation = await requireLocked(sql, id);
  const status = transitions[conversation.status].BANK_WRITES;
  const { clientId } = conversation;
  const purpose = privatePurposes.support;
  await linkDocuments(sql, { clientId, ids: documentIds, purpose, field: 'documents' });
  const messageId = work.newId();
  const staff = staffOf(work);
  await store.insertMessage(sql, {
    id: messageId,
    conversationId: id,
    personId: null,
    staff,
    text,
    documentIds,
    createdAt: now,
  });
  await store.updateConversation(sql, conversation, {
    status,
    assignedTo: conversation.assignedTo ?? staff,
    preview: previewOf(text),
    lastMessageId: messageId,
    lastMessageAt: now,
    lastFromBank: true,
    lastAnswerId: messageId,
    waitingSince: waitingSince(status, { before: conversation.waitingSince, now }),
  });
  const writers = await store.markUnread(sql, id);
  await audit(work, { action: 'support.answered', clientId, details: { conversationId: id } });
  await tell(work, conversation, writers, 'support_answered');
}

/** Closes a conversation in the bank's name. */
export async function endConversation(work: Work, id: string): Promise<void> {
  const conversation = await requireLocked(work.sql, id);
  const status = transitions[conversation.status].CLOSE;
  if (!status) throw new Refusal(`The conversation ${id} is closed.`);
  await store.updateConversation(work.sql, conversation, { status, waitingSince: null });
  const { clientId, personId } = conversation;
  await audit(work, { action: 'support.closed', clientId, details: { conversationId: id } });
  await tell(work, conversation, [personId], 'support_closed');
}

/** Assigns a conversation to a member of staff. */
export async function assignConversation(work: Work, id: string, assignedTo: string): Promise<void> {
  const conversation = await requireLocked(work.sql, id);
  await store.updateConversation(work.sql, conversation, { assignedTo });
  const details = { conversationId: id, assignedTo };
  await audit(work, { action: 'support.assigned', clientId: conversation.clientId, details });
}

async function requireLocked(sql: Sql, id: string): Promise<store.StoredConversation> {
  const conversation = await store.lockConversation(sql, id);
  if (!conversation) throw new Problem('not_found');
  return conversation;
}

const staffOf = ({ actor }: Work): string => actorName(actor) ?? '';

/** Notifies the people who wrote, as far as they still have access to the conversation; otherwise the company's administrators. */
async function tell(
  work: Work,
  { id, clientId, personId: beganBy }: store.StoredConversation,
  writers: readonly string[],
  kind: Notice['kind'],
): Promise<void> {
  const { sql } = work;
  const reaching = (await findPlaces(sql, writers)).filter(
    (place) => place.clientId === clientId && (place.isBoss || place.personId === beganBy),
  );
  const told = reaching.length > 0 ? reaching : await findAdministrators(sql, clientId);
  await notify(
    work,
    told.map(({ personId }) => ({ kind, clientId, personId, subjectId: id })),
  );
  await publish(sql, clientId, { topic: 'support' });
}

/** Number of messages printed by `npm run ops show`; longer conversations lack the beginning. */
const shownMessages = 50;

const itemOf = (conversation: store.StoredConversation): DeskItem => ({
  id: conversation.id,
  clientId: conversation.clientId,
  since: conversation.waitingSince ?? conversation.lastMessageAt,
  subject: conversation.preview,
});

export const supportQueue: DeskQueue = {
  kind: 'support',
  roles: { decides: ['SUPPORT'], reads: auditors },
  hasOwnActs: true,
  async list(sql, page) {
    return (await store.listWaiting(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const conversation = await store.findConversation(sql, id);
    if (!conversation) return undefined;
    const messages = (
      await store.listMessages(sql, { conversationId: id, before: undefined, limit: shownMessages })
    ).reverse();
    const names = await findPersonNames(sql, [
      ...new Set([conversation.personId, ...messages.flatMap(({ personId }) => personId ?? [])]),
    ]);
    return {
      ...itemOf(conversation),
      facts: [
        ['Status', conversation.status],
        ['Written by', names.get(conversation.personId) ?? conversation.personId],
        ['Assigned to', conversation.assignedTo ?? 'no one'],
        ...(await subjectFacts(sql, conversation)),
        ...messages.map(
          ({ personId, staff, createdAt, text, documentIds }) =>
            [
              `${timeText(createdAt)}, ${personId === null ? `${staff} (bank)` : (names.get(personId) ?? personId)}`,
              documentIds.length > 0 ? `${text} [${documentIds.length} attached]` : text,
            ] as const,
        ),
      ],
      documentIds: messages.flatMap(({ documentIds }) => documentIds),
    };
  },
  decide() {
    throw new Refusal(
      'A conversation is answered, not decided: npm run ops answer <id> -- --as <your name> --text <text>.',
    );
  },
};

async function subjectFacts(
  sql: Sql,
  { clientId, subjectKind: kind, subjectId: id }: store.StoredConversation,
): Promise<Array<readonly [string, string]>> {
  if (kind === null || id === null) return [];
  const reader = { clientId, seesConfidential: true, seesCards: true, locale: 'en' } as const;
  const { facts } = await readSubject(sql, reader, { kind, id });
  const said = facts
    ? [facts.number, facts.status, facts.amount && `${facts.amount} ${facts.currency}`].filter(Boolean)
    : [];
  return [['About', [`${kind} ${id}`, ...said].join(', ')]];
}

const timeText = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
