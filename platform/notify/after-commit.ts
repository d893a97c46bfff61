/**
 * Sends NOTIFY messages after their transaction has committed, in a separate statement.
 *
 * A transaction that sends a message itself would keep every other such transaction from committing until it is on disk, because
 * PostgreSQL takes one lock for the order of messages. A message is only a hint: if the server dies between commit and message, it is
 * lost, so waiting readers also poll.
 */
import { sql } from 'kysely';
import type { Sql } from '../work.ts';

export interface Message {
  readonly channel: string;
  readonly payload: string;
}

const waiting = new WeakMap<Sql, Message[]>();

/** Collects a transaction's messages; returns the list that it fills. */
export function keepMessages(transaction: Sql): readonly Message[] {
  const messages: Message[] = [];
  waiting.set(transaction, messages);
  return messages;
}

/** Sends messages when the transaction has committed, or at once outside a transaction. */
export async function tellAfterCommit(db: Sql, messages: readonly Message[]): Promise<void> {
  const kept = waiting.get(db);
  if (kept) kept.push(...messages);
  else await tellNow(db, messages);
}

/** Sends all messages in one statement. */
export async function tellNow(db: Sql, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    select pg_notify(channel, payload) from unnest(
      ${messages.map(({ channel }) => channel)}::text[],
      ${messages.map(({ payload }) => payload)}::text[]
    ) as message (channel, payload)
  `.execute(db);
}
