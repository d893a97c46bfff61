/**
 * Push: tells a client's open browsers that something changed. A message is a hint, sent after the commit together with
 * those for the runners of jobs. It may be lost; the state it refers to may not.
 *
 * `publish` is what modules call; `http/live/live.ts` subscribes and owns the websockets.
 */
import type { LiveEvent } from '@calmly/contract';
import { sql } from 'kysely';
import type { Sql } from '../work.ts';
import type { Listener } from './listener.ts';

const channel = 'calmly_live';

/** NOTIFY takes payloads under 8,000 bytes; 150 ids of 39 bytes and the envelope stay below 6,000. */
const idsPerMessage = 150;

/** An event for all browsers of a client or, with `sessionId`, for those of one of its sessions. */
export interface Published {
  readonly clientId: string;
  readonly sessionId?: string;
  readonly event: LiveEvent;
}

/** Announces a change to the client's browsers once the open transaction commits. */
export async function publish(db: Sql, clientId: string, event: LiveEvent): Promise<void> {
  await publishAll(db, [{ clientId, event }]);
}

/** Announces changes of many clients. */
export async function publishAll(db: Sql, messages: readonly Published[]): Promise<void> {
  const payloads = messages.flatMap(inPieces).map((message) => JSON.stringify(message));
  await tellAfterCommit(
    db,
    payloads.map((payload) => ({ channel, payload })),
  );
}

/** Calls `onMessage` for every message published by any server, and `onGap` if some may have been lost; returns a function that unsubscribes. */
export function subscribe(
  database: Pick<Listener, 'listen'>,
  onMessage: (message: Published) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  return database.listen(channel, (payload) => onMessage(JSON.parse(payload) as Published), onGap);
}

function inPieces(message: Published): Published[] {
  const { event } = message;
  if (event.topic !== 'payments' || event.ids.length <= idsPerMessage) return [message];
  const pieces: Published[] = [];
  for (let start = 0; start < event.ids.length; start += idsPerMessage)
    pieces.push({ ...message, event: { ...event, ids: event.ids.slice(start, start + idsPerMessage) } });
  return pieces;
}

/*
 * Sends NOTIFY messages after their transaction has committed, in a separate statement.
 *
 * A transaction that sends a message itself would keep every other such transaction from committing until it is on disk, because
 * PostgreSQL takes one lock for the order of messages. A message is only a hint: if the server dies between commit and message, it is
 * lost, so waiting readers also poll.
 */

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

/** The queue's own message for its runners: this many jobs are due. */
export const wakeUp = (count: number): Message => ({
  channel: 'jobs:insert',
  payload: JSON.stringify({ count }),
});
