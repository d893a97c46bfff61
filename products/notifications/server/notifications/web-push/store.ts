/** SQL of browsers that show notifications, and of the key that messages are signed with. No decisions here. */

import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** A subscription as its owner sees it. */
export interface Subscription {
  readonly id: string;
  readonly sessionId: string;
  readonly userAgent: string;
  readonly details: boolean;
  readonly addedAt: Date;
  readonly lastUsedAt: Date;
}

export interface NewSubscription {
  readonly id: string;
  readonly personId: string;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly publicKey: Buffer;
  readonly secret: Buffer;
  readonly userAgent: string;
  readonly details: boolean;
}

const columns = query`id, session_id as "sessionId", user_agent as "userAgent", details, created_at as "addedAt",
  last_used_at as "lastUsedAt"`;

/** Inserts a subscription or takes over the one with this endpoint; undefined if that one has other keys, which a browser would never report. */
export async function upsertSubscription(sql: Sql, made: NewSubscription): Promise<Subscription | undefined> {
  const { rows } = await query<Subscription>`
    insert into notifications.push_subscription as old
      (id, person_id, session_id, endpoint, public_key, secret, user_agent, details)
    values (${made.id}, ${made.personId}, ${made.sessionId}, ${made.endpoint}, ${made.publicKey}, ${made.secret},
      ${made.userAgent}, ${made.details})
    on conflict (endpoint) do update
      set person_id = excluded.person_id, session_id = excluded.session_id, user_agent = excluded.user_agent,
        details = excluded.details, last_used_at = now(),
        id = case when old.person_id = excluded.person_id then old.id else excluded.id end,
        created_at = case when old.person_id = excluded.person_id then old.created_at else now() end
      where old.public_key = excluded.public_key and old.secret = excluded.secret
    returning ${columns}
  `.execute(sql);
  return rows[0];
}

/** Deletes subscriptions replaced by this one: others of its session, which is the same browser, and the oldest beyond `most`. */
export async function deleteReplaced(
  sql: Sql,
  { personId, id, sessionId }: { readonly personId: string; readonly id: string; readonly sessionId: string },
  most: number,
): Promise<void> {
  await query`
    delete from notifications.push_subscription where person_id = ${personId} and id <> ${id}
      and (session_id = ${sessionId} or id in (
        select id from notifications.push_subscription where person_id = ${personId} and id <> ${id}
        order by last_used_at desc, id desc offset ${most - 1}))
  `.execute(sql);
}

/** Records that the browser is signed in again; returns whether it is this person's. */
export async function touchSubscription(
  sql: Sql,
  { personId, sessionId, endpoint }: Pick<NewSubscription, 'personId' | 'sessionId' | 'endpoint'>,
): Promise<boolean> {
  const { rows } = await query`
    update notifications.push_subscription set session_id = ${sessionId}, last_used_at = now()
    where endpoint = ${endpoint} and person_id = ${personId} returning id
  `.execute(sql);
  return rows.length > 0;
}

/** Most recently used first. */
export async function listSubscriptions(sql: Sql, personId: string): Promise<Subscription[]> {
  const { rows } = await query<Subscription>`
    select ${columns} from notifications.push_subscription where person_id = ${personId}
    order by last_used_at desc, id desc
  `.execute(sql);
  return rows;
}

/** Deletes one; returns whether it was this person's. */
export async function deleteOwn(sql: Sql, personId: string, id: string): Promise<boolean> {
  const { rows } = await query`
    delete from notifications.push_subscription where id = ${id} and person_id = ${personId} returning id
  `.execute(sql);
  return rows.length > 0;
}

/** The browsers of these people. */
export async function findSubscriptions(
  sql: Sql,
  personIds: readonly string[],
): Promise<Array<{ id: string; personId: string; details: boolean }>> {
  const { rows } = await query<{ id: string; personId: string; details: boolean }>`
    select id, person_id as "personId", details from notifications.push_subscription
    where person_id = any(${personIds}::uuid[]) order by id
  `.execute(sql);
  return rows;
}

type Address = Pick<NewSubscription, 'endpoint' | 'publicKey' | 'secret' | 'sessionId' | 'personId'>;

/** The address and keys of one browser. */
export async function findAddress(sql: Sql, id: string): Promise<Address | undefined> {
  const { rows } = await query<Address>`
    select endpoint, public_key as "publicKey", secret, session_id as "sessionId", person_id as "personId"
    from notifications.push_subscription where id = ${id}
  `.execute(sql);
  return rows[0];
}

/** A message has reached its push service. */
export async function markDelivered(sql: Sql, id: string): Promise<void> {
  await query`update notifications.push_subscription set last_used_at = now() where id = ${id}`.execute(sql);
}

/** For the bank's own use; a person deletes with `deleteOwn`. */
export async function deleteSubscription(sql: Sql, id: string): Promise<void> {
  await query`delete from notifications.push_subscription where id = ${id}`.execute(sql);
}

/** Browsers neither opened nor notified for half a year. */
export const browserPurge = purgeOf(
  'notifications.push_subscription',
  "last_used_at < now() - interval '180 days'",
);

/** The VAPID key as it is sealed; undefined before its first use. */
export async function findPushKey(sql: Sql): Promise<Buffer | undefined> {
  const { rows } = await query<{ sealed: Buffer }>`select sealed from notifications.push_key`.execute(sql);
  return rows[0]?.sealed;
}

/** Stores the key unless there is one; returns the current one. */
export async function keepPushKey(sql: Sql, sealed: Buffer): Promise<Buffer> {
  await query`insert into notifications.push_key (sealed) values (${sealed}) on conflict do nothing`.execute(
    sql,
  );
  const kept = await findPushKey(sql);
  if (!kept) throw new Error('the key that was just kept is not there');
  return kept;
}
