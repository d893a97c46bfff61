/** The part of `npm run ops` for conversations with clients: list, answer, assign, close. Each returns the lines to print. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { supportTextLength } from '@calmly/contract';
import { plainText } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { Refusal, refusingFileErrors } from '@calmly/platform/refusal.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Documents } from '@calmly/products/accounts/server/documents/index.ts';
import { clientName } from '@calmly/products/identity/server/index.ts';
import {
  answerConversation,
  assignConversation,
  endConversation,
  keepAnswerFile,
  listWaitingConversations,
} from '@calmly/products/support/server/index.ts';
import pino from 'pino';

const pageSize = 100;

/** One line for each waiting conversation, longest wait first, with its duration. */
export async function conversationLines({ sql }: Database, now = new Date()): Promise<string[]> {
  const lines: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await listWaitingConversations(sql, { after, limit: pageSize });
    for (const { id, clientId, waitingSince, assignedTo, subjectKind, preview } of page) {
      const about = subjectKind === null ? '' : ` (about a ${subjectKind})`;
      const who = assignedTo === null ? '' : `, ${assignedTo} answers`;
      const client = await clientName(sql, clientId);
      lines.push(
        `${id}  waits ${durationText(now.getTime() - waitingSince.getTime())}${who}  ${client}${about}: ${preview}`,
      );
    }
    after = page.at(-1)?.id;
    more = page.length === pageSize;
  }
  const count = lines.length;
  const end =
    count === 0
      ? 'No conversation waits.'
      : `${count} ${count === 1 ? 'conversation waits' : 'conversations wait'}.`;
  return [...lines, end];
}

/**
 * The file is stored before the transaction of the answer. Answering a closed conversation reopens it. Throws a
 * Refusal for a text that is too long and a file that cannot be read, `not_found` for an unknown id.
 */
export async function answer(
  { database, documents }: { readonly database: Database; readonly documents: Documents },
  { id, staff, text, file }: { id: string; staff: string; text: string; file: string | undefined },
): Promise<string[]> {
  const clean = plainText(text).trim();
  if (clean.length > supportTextLength)
    throw new Refusal(`An answer has at most ${supportTextLength} characters; this one has ${clean.length}.`);
  const documentIds: string[] = [];
  if (file !== undefined) {
    const bytes = await refusingFileErrors(`The file ${file}`, () => readFile(file));
    const kept = { fileName: basename(file), bytes };
    documentIds.push(await keepAnswerFile({ sql: database.sql, newId }, documents, id, kept));
  }
  await database.inTransaction((sql) =>
    answerConversation(staffWork(sql, staff), id, { text: clean, documentIds }),
  );
  return [`Answered by ${staff}.`];
}

/**
 * Throws `not_found` for an unknown conversation. Answering an unassigned conversation assigns it too.
 */
export async function assign(
  database: Database,
  { id, staff, to }: { readonly id: string; readonly staff: string; readonly to: string },
): Promise<string[]> {
  await database.inTransaction((sql) => assignConversation(staffWork(sql, staff), id, to));
  return [`Assigned to ${to}.`];
}

/** Throws `not_found` for an unknown conversation and a Refusal for a closed one. The client is notified. */
export async function closeConversation(database: Database, staff: string, id: string): Promise<string[]> {
  await database.inTransaction((sql) => endConversation(staffWork(sql, staff), id));
  return [`Closed by ${staff}.`];
}

const staffWork = (sql: Database['sql'], staff: string): Work => ({
  sql,
  now: new Date(),
  actor: { kind: 'system', name: staff },
  newId,
  log: pino({ level: 'silent' }),
});

const minuteMs = 60_000;

/** `2 d 3 h`, `3 h 5 min`, `5 min`. */
function durationText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
