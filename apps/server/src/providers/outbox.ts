/**
 * The outbox: a message leaves with the transaction that decided it, or not at all. The sandbox adapters of e-mail and
 * SMS put their messages here and `/sandbox/outbox` shows them; nothing is sent anywhere.
 */
import { sql as query } from 'kysely';
import { newId } from '../platform/ids.ts';
import type { Sql } from '../platform/work.ts';

export interface OutboxMessage {
  readonly id: string;
  readonly at: Date;
  readonly channel: 'email' | 'sms';
  readonly recipient: string;
  /** SMS have none. */
  readonly subject: string | null;
  readonly text: string;
}

/** Puts a message into the outbox, inside the caller's transaction. */
export async function addToOutbox(
  sql: Sql,
  message: Pick<OutboxMessage, 'channel' | 'recipient' | 'subject' | 'text'>,
): Promise<void> {
  await query`
    insert into outbox.message (id, at, channel, recipient, subject, text)
    values (${newId()}, now(), ${message.channel}, ${message.recipient}, ${message.subject}, ${message.text})
  `.execute(sql);
}

/** The newest messages first. */
export async function listOutbox(sql: Sql, limit: number): Promise<OutboxMessage[]> {
  const { rows } = await query<OutboxMessage>`
    select id, at, channel, recipient, subject, text from outbox.message order by at desc, id desc limit ${limit}
  `.execute(sql);
  return rows;
}

/** Forgets messages older than so many days. */
export async function deleteOldMessages(sql: Sql, days: number): Promise<void> {
  await query`delete from outbox.message where at < now() - ${days} * interval '1 day'`.execute(sql);
}
