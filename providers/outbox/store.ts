/**
 * SQL of the outbox: a message is written by the transaction that decides it, together with the job that hands it to its carrier
 * (`delivery.ts`). The sandbox has no carrier, and the message stays to be read. While a carrier is away its messages are parked: they have
 * no job until it is back.
 */

import { newId } from '@calmly/platform/ids.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
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
export type WaitingMessage = OutboxMessage & {
  readonly reader: Reader | null;
  /** No carrier gets it after this. */
  readonly expiresAt: Date;
  /** Somebody waits for it: it has a `validSeconds`. */
  readonly isAwaited: boolean;
};

export type NewMessage = Omit<OutboxMessage, 'id' | 'at'> & {
  readonly reader?: Reader | undefined;
  /**
   * Of a message that somebody waits for, such as a code: for how long it is of use. It does not stand behind news, which is told for a day. */
  readonly validSeconds?: number | undefined;
  /** Delivered no earlier than this; at once unless given. */
  readonly notBefore?: Date | undefined;
};

/** Why a message too old to deliver was given up. */
export const tooOld = 'too_old';

/** The task that delivers a channel's news, and the one for what somebody waits for. */
export const deliveryTask = (channel: Channel, isAwaited = false) =>
  isAwaited ? `deliver_awaited_${channel}` : `deliver_${channel}`;

/** The task that looks whether a channel's carrier is back. */
export const resumeTask = (channel: Channel) => `resume_${channel}`;

const expiry = query.raw(`coalesce(expires_at, at + interval '1 day')`);

/** Puts messages into the outbox, inside the caller's transaction. */
export async function addToOutbox(sql: Sql, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => ({ ...message, id: newId() }));
  await query`
    insert into outbox.message (id, at, channel, recipient, subject, text, email, reader, expires_at)
    select id, now(), channel, recipient, subject, text, email, reader, now() + "validSeconds" * interval '1 second'
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as m(id uuid, channel text, recipient text, subject text, text text, email jsonb, reader jsonb, "validSeconds" integer)
  `.execute(sql);
  await addJobs(
    sql,
    rows.map(({ id, channel, notBefore, validSeconds }) => ({
      task: deliveryTask(channel, validSeconds !== undefined),
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
const waitingColumns = query`${columns}, reader, ${expiry} as "expiresAt", expires_at is not null as "isAwaited"`;

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
    select ${waitingColumns} from outbox.message where id = ${id} and settled_at is null
  `.execute(sql);
  return rows[0];
}

/** Notes that a carrier took the message, or why none will; what it said is gone with that. */
export async function settleMessage(sql: Sql, id: string, failure: string | null): Promise<void> {
  await query`
    update outbox.message set settled_at = now(), failure = ${failure}, text = '', email = null, reader = null, parked_at = null
    where id = ${id} and settled_at is null
  `.execute(sql);
}

/** Hands the message to its carrier again at this time. */
export const deliverAt = (sql: Sql, { id, channel }: Pick<OutboxMessage, 'id' | 'channel'>, runAt: Date) =>
  addJobs(sql, [{ task: deliveryTask(channel), payload: { id }, runAt }]);

/** Gives up messages of these channels that are of no use any more, and erases their text; of those that are parked if `areParked`. */
export async function settleStale(
  sql: Sql,
  channels: readonly Channel[],
  { areParked = false } = {},
): Promise<void> {
  await query`
    update outbox.message set settled_at = now(), failure = ${tooOld}, text = '', email = null, reader = null, parked_at = null
    where ${areParked ? query`parked_at is not null` : query`settled_at is null`} and channel = any(${channels}::text[]) and ${expiry} < now()
  `.execute(sql);
}

/**
 * Parks a message whose carrier could not be reached: with itself (`isTried`), or with another. The first of an outage adds the job that looks
 * for the carrier, at `lookAt`; true for that one. The caller's transaction.
 */
export async function park(
  sql: Sql,
  { id, channel }: Pick<OutboxMessage, 'id' | 'channel'>,
  { isTried, lookAt }: { readonly isTried: boolean; readonly lookAt: Date },
): Promise<boolean> {
  await putLast(sql, id, isTried);
  // An outage that just ends waits for us and then releases this message too.
  const { rows } = await query<{ isFirst: boolean }>`
    insert into outbox.outage (channel) values (${channel})
    on conflict (channel) do update set since = outage.since returning (xmax = 0) as "isFirst"`.execute(sql);
  const isFirst = rows[0]?.isFirst ?? false;
  if (isFirst) await lookForCarrier(sql, channel, lookAt);
  return isFirst;
}

/** The message waits behind those that are parked already. */
export async function putLast(sql: Sql, id: string, isTried: boolean): Promise<void> {
  await query`
    update outbox.message set parked_at = clock_timestamp(), tries = least(tries + ${isTried ? 1 : 0}, 100)
    where id = ${id} and settled_at is null`.execute(sql);
}

/** Has the carrier looked for at this time, by one job. */
export const lookForCarrier = (sql: Sql, channel: Channel, runAt: Date) =>
  addJobs(sql, [{ task: resumeTask(channel), payload: {}, runAt, key: resumeTask(channel) }]);

/** Of these channels those that have parked messages. */
export async function listParked(sql: Sql, channels: readonly Channel[]): Promise<Channel[]> {
  const { rows } = await query<{ channel: Channel }>`
    select channel from unnest(${channels}::text[]) as channel
    where exists (select from outbox.message where message.channel = channel.channel and parked_at is not null)`.execute(
    sql,
  );
  return rows.map(({ channel }) => channel);
}

/** The parked messages that are to try whether the carrier is back: those it has not failed with, of these the ones that somebody waits for. */
export async function listToTry(
  sql: Sql,
  channel: Channel,
  limit: number,
): Promise<Array<WaitingMessage & { readonly tries: number }>> {
  const { rows } = await query<WaitingMessage & { readonly tries: number }>`
    select ${waitingColumns}, tries from outbox.message
    where channel = ${channel} and parked_at is not null
    order by tries, (expires_at is null), parked_at limit ${limit}
  `.execute(sql);
  return rows;
}

/** Notes that the carrier is back. What it could not take is released after that, so whatever is parked meanwhile begins an outage anew. */
export async function endOutage(sql: Sql, channel: Channel): Promise<void> {
  await query`delete from outbox.outage where channel = ${channel}`.execute(sql);
}

/**
 * Gives at most `limit` parked messages their jobs again, those that somebody waits for first. One that the carrier was lost with comes later and later,
 * because it may be why. How many. The caller's transaction.
 */
export async function releaseParked(
  sql: Sql,
  { channel, limit, restMs }: { readonly channel: Channel; readonly limit: number; readonly restMs: number },
): Promise<number> {
  const { rows } = await query<{ id: string; isAwaited: boolean; tries: number }>`
    update outbox.message set parked_at = null where id in (
      select id from outbox.message where channel = ${channel} and parked_at is not null
      order by tries, (expires_at is null), parked_at limit ${limit} for update skip locked
    ) returning id, expires_at is not null as "isAwaited", tries
  `.execute(sql);
  await addJobs(
    sql,
    rows
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, isAwaited, tries }) => ({
        task: deliveryTask(channel, isAwaited),
        payload: { id },
        ...(tries > 1 && { runAt: new Date(Date.now() + restMs * 2 ** Math.min(tries, 6)) }),
      })),
  );
  return rows.length;
}

/** How many messages of each of these channels wait for a carrier that is away, and since when the oldest, in seconds. */
export async function readParked(
  sql: Sql,
): Promise<ReadonlyArray<{ readonly channel: Channel; readonly count: number; readonly age: number }>> {
  const { rows } = await query<{ channel: Channel; count: number; age: number }>`
    select channel, count(*)::int as count, extract(epoch from now() - min(at))::float8 as age
    from outbox.message where parked_at is not null group by channel`.execute(sql);
  return rows;
}

/** Who got something when is kept for 30 days. */
export const messagePurge = purgeOf('outbox.message', "at < now() - interval '30 days'");
