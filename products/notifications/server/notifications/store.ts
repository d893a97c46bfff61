/** SQL of notifications and choices. No decisions here. Lists in, one statement each. */
import type { Notification, NotificationKind, NotificationTopic } from '@calmly/contract';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { ChosenWays, Ways } from './rules.ts';

const keptDays = 400;

export interface NewNotification {
  readonly id: string;
  readonly personId: string;
  readonly clientId: string | null;
  readonly kind: NotificationKind;
  readonly params: Readonly<Record<string, string>>;
  readonly subjectId: string | null;
  /** Who may read it: `Notice.audience`. */
  readonly audience: 'confidential' | 'masked' | null;
  /** `Notice.aboutClientId`. */
  readonly aboutClientId: string | null;
  readonly listed: boolean;
  readonly at: string;
}

/** The fields of a notice about a payment, in storage order: stored as a list without names. The order never changes, because rows depend on it. */
const paymentParams = ['amount', 'currency', 'counterparty'] as const;

function packParams(params: NewNotification['params']): NewNotification['params'] | readonly string[] {
  const values = paymentParams.flatMap((name) => params[name] ?? []);
  const isAll = values.length === paymentParams.length && Object.keys(params).length === values.length;
  return isAll ? values : params;
}

const unpackParams = (stored: Notification['params'] | readonly string[]): Notification['params'] =>
  Array.isArray(stored)
    ? Object.fromEntries(paymentParams.map((name, place) => [name, stored[place]]))
    : (stored as Notification['params']);

/** Writes notifications; returns the keys of new ones. */
export async function insertNotifications(
  sql: Sql,
  list: readonly NewNotification[],
): Promise<Array<{ id: string; personId: string }>> {
  const { rows } = await query<{ id: string; personId: string }>`
    insert into notifications.notification (id, person_id, client_id, kind, params, subject_id, audience,
      about_client_id, listed, created_at)
    select id, "personId", "clientId", kind, params, "subjectId", audience, "aboutClientId", listed, at
    from json_to_recordset(${JSON.stringify(list.map((one) => ({ ...one, params: packParams(one.params) })))}::json) as n(id uuid, "personId" uuid, "clientId" uuid, kind text,
      params jsonb, "subjectId" uuid, audience text, "aboutClientId" uuid, listed boolean, at timestamptz)
    on conflict do nothing
    returning id, person_id as "personId"
  `.execute(sql);
  return rows;
}

/** The owner of a list: a person in one of their profiles. */
export interface Reader {
  readonly personId: string;
  readonly clientId: string;
  /** The current right, whatever it was at the time of the notification. */
  readonly seesConfidential: boolean;
}

/** Condition for the reader's list: about this profile, or about the person. */
const listedFor = ({ personId, clientId, seesConfidential }: Reader) => query`
  person_id = ${personId} and listed and (client_id = ${clientId} or client_id is null)
  ${seesConfidential ? query`` : query`and audience is distinct from 'confidential'`}`;

/** Newest first; with `unread` only unread ones. */
export async function listPage(
  sql: Sql,
  reader: Reader,
  {
    limit,
    before,
    unread,
  }: { readonly limit: number; readonly before: string | undefined; readonly unread: boolean },
): Promise<Notification[]> {
  const { rows } = await query<Omit<Notification, 'createdAt'> & { createdAt: Date }>`
    select id, kind, params, subject_id as "subjectId", created_at as "createdAt", read_at is not null as read
    from notifications.notification
    where ${listedFor(reader)} ${unread ? query`and read_at is null` : query``}
      ${before === undefined ? query`` : query`and id < ${before}`}
    order by id desc limit ${limit}
  `.execute(sql);
  return rows.map((row) => ({
    ...row,
    params: unpackParams(row.params),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The number of unread ones, up to `atMost`. */
export async function countUnread(sql: Sql, reader: Reader, atMost: number): Promise<number> {
  const { rows } = await query<{ count: bigint }>`
    select count(*) from (
      select from notifications.notification where ${listedFor(reader)} and read_at is null limit ${atMost}) as unread
  `.execute(sql);
  return Number(rows[0]?.count ?? 0);
}

/** Marks one as read; returns whether it is the reader's. An earlier reading time stays. */
export async function markRead(sql: Sql, reader: Reader, id: string): Promise<boolean> {
  const { rows } = await query`
    update notifications.notification set read_at = coalesce(read_at, now())
    where ${listedFor(reader)} and id = ${id} returning id
  `.execute(sql);
  return rows.length > 0;
}

/** Marks this and all earlier ones as read. */
export async function markReadUpTo(sql: Sql, reader: Reader, id: string): Promise<void> {
  await query`
    update notifications.notification set read_at = now()
    where ${listedFor(reader)} and read_at is null and id <= ${id}
  `.execute(sql);
}

/** The choices of these people, by person. */
export async function findChoices(
  sql: Sql,
  personIds: readonly string[],
): Promise<Map<string, Map<NotificationTopic, ChosenWays>>> {
  const { rows } = await query<ChosenWays & { personId: string; topic: NotificationTopic }>`
    select person_id as "personId", topic, portal, email, sms, push from notifications.preference
    where person_id = any(${personIds}::uuid[])
  `.execute(sql);
  const byPerson = Map.groupBy(rows, ({ personId }) => personId);
  return new Map(
    [...byPerson].map(([personId, chosen]) => [
      personId,
      new Map(chosen.map(({ topic, portal, email, sms, push }) => [topic, { portal, email, sms, push }])),
    ]),
  );
}

/** Replaces what the person chose for this topic, in all profiles. */
export async function upsertChoice(
  sql: Sql,
  personId: string,
  { topic, portal, email, sms, push }: Ways & { readonly topic: NotificationTopic },
): Promise<void> {
  await query`
    insert into notifications.preference (person_id, topic, portal, email, sms, push)
    values (${personId}, ${topic}, ${portal}, ${email}, ${sms}, ${push})
    on conflict (person_id, topic) do update set portal = ${portal}, email = ${email}, sms = ${sms}, push = ${push}
  `.execute(sql);
}

/** Entries are kept for this many days. */
export const notificationPurge = purgeOf(
  'notifications.notification',
  `created_at < now() - ${keptDays} * interval '1 day'`,
);
