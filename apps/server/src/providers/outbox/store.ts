/**
 * SQL of the outbox: a message is written by the transaction that decides it, together with the job that hands it to its carrier
 * (`delivery.ts`). The sandbox has no carrier, and the message stays to be read.
 */
import { sql as query } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import { purgeOf } from '../../platform/jobs/purge.ts';
import { andIf } from '../../platform/postgres/and-if.ts';
import type { Sql } from '../../platform/work.ts';
import type { Email } from '../email/email.ts';

export type Channel = 'email' | 'sms' | 'push';

export interface OutboxMessage {
  readonly id: string;
  readonly at: Date;
  readonly channel: Channel;
  readonly recipient: string;
  /** SMS have none. */
  readonly subject: string | null;
  /** The text of an SMS; an email as plain text; what a browser gets, as JSON. Empty once a carrier has it. */
  readonly text: string;
  /** An email's parts; null for an SMS and once a carrier has it. */
  readonly email: Email | null;
}

/** Who reads a message, and the profiles that it is about. They may have left one, or lost the right to what it says, before it is carried. */
export interface Reader {
  readonly personId: string;
  readonly about: ReadonlyArray<{
    readonly clientId: string;
    /** `Notice.audience`. */
    readonly audience: 'confidential' | 'masked' | null;
  }>;
}

/** A message that a carrier gets. Without a reader: its recipient may read it whatever has changed, such as a code. */
export type WaitingMessage = OutboxMessage & { readonly reader: Reader | null };

export type NewMessage = Omit<OutboxMessage, 'id' | 'at'> & {
  readonly reader?: Reader | undefined;
  /** Delivered no earlier than this; at once unless given. */
  readonly notBefore?: Date | undefined;
};

/** Why a message too old to deliver was given up. */
export const tooOld = 'too_old';

/** The task of a channel's delivery. */
export const deliveryTask = (channel: Channel) => `deliver_${channel}`;

/** Puts messages into the outbox, inside the caller's transaction. */
export async function addToOutbox(sql: Sql, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => ({ ...message, id: newId() }));
  await query`
    insert into outbox.message (id, at, channel, recipient, subject, text, email, reader)
    select id, now(), channel, recipient, subject, text, email, reader
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as m(id uuid, channel text, recipient text, subject text, text text, email jsonb, reader jsonb)
  `.execute(sql);
  await addJobs(
    sql,
    rows.map(({ id, channel, notBefore }) => ({
      task: deliveryTask(channel),
      payload: { id },
      ...(notBefore && { runAt: notBefore }),
    })),
  );
}

export interface OutboxFilter {
  readonly channels: readonly Channel[];
  readonly limit: number;
  /** Part of the recipient, any case. */
  readonly recipient?: string | undefined;
  /** Only ids before this one. */
  readonly before?: string | undefined;
}

const columns = query`id, at, channel, recipient, subject, text, email`;

/** The newest messages first. */
export async function listOutbox(sql: Sql, filter: OutboxFilter): Promise<OutboxMessage[]> {
  const { rows } = await query<OutboxMessage>`
    select ${columns} from outbox.message
    where channel = any(${filter.channels}::text[])
      ${andIf(filter.before, (id) => query`id < ${id}`)}
      and strpos(lower(recipient), lower(${filter.recipient ?? ''})) > 0
    order by id desc limit ${filter.limit}
  `.execute(sql);
  return rows;
}

/** The current state of one message. */
export async function findMessage(sql: Sql, id: string): Promise<OutboxMessage | undefined> {
  const { rows } = await query<OutboxMessage>`
    select ${columns} from outbox.message where id = ${id}
  `.execute(sql);
  return rows[0];
}

/** One message; undefined when there is none or when it is settled. */
export async function findWaiting(sql: Sql, id: string): Promise<WaitingMessage | undefined> {
  const { rows } = await query<WaitingMessage>`
    select ${columns}, reader from outbox.message where id = ${id} and settled_at is null
  `.execute(sql);
  return rows[0];
}

/** Notes that a carrier took the message, or why none will; what it said is gone with that. */
export async function settleMessage(sql: Sql, id: string, failure: string | null): Promise<void> {
  await query`
    update outbox.message set settled_at = now(), failure = ${failure}, text = '', email = null, reader = null
    where id = ${id} and settled_at is null
  `.execute(sql);
}

/** Hands the message to its carrier again at this time. */
export const deliverAt = (sql: Sql, { id, channel }: Pick<OutboxMessage, 'id' | 'channel'>, runAt: Date) =>
  addJobs(sql, [{ task: deliveryTask(channel), payload: { id }, runAt }]);

/** Gives up messages that have waited on these channels for longer than this many milliseconds, and erases their text. */
export async function settleStale(sql: Sql, channels: readonly Channel[], ms: number): Promise<void> {
  await query`
    update outbox.message set settled_at = now(), failure = ${tooOld}, text = '', email = null, reader = null
    where settled_at is null and channel = any(${channels}::text[]) and at < now() - ${ms} * interval '1 millisecond'
  `.execute(sql);
}

/** Who got something when is kept for 30 days. */
export const messagePurge = purgeOf('outbox.message', "at < now() - interval '30 days'");
