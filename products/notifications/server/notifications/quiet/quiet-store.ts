/** SQL of quiet hours and of messages waiting for their end. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { About } from '../rules.ts';
import type { StoredQuietHours } from './quiet.ts';

/** The quiet hours of these people, by person; a person without any is absent. */
export async function findQuietHours(
  sql: Sql,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, StoredQuietHours>> {
  const { rows } = await query<StoredQuietHours & { personId: string }>`
    select person_id as "personId", from_minute as "fromMinute", to_minute as "toMinute", time_zone as "timeZone",
      holds_email as "holdsEmail"
    from notifications.quiet_hours where person_id = any(${personIds}::uuid[])
  `.execute(sql);
  return new Map(rows.map(({ personId, ...hours }) => [personId, hours]));
}

/** Replaces the person's quiet hours. */
export async function writeQuietHours(sql: Sql, personId: string, hours: StoredQuietHours): Promise<void> {
  const { fromMinute, toMinute, timeZone, holdsEmail } = hours;
  await query`
    insert into notifications.quiet_hours (person_id, from_minute, to_minute, time_zone, holds_email)
    values (${personId}, ${fromMinute}, ${toMinute}, ${timeZone}, ${holdsEmail})
    on conflict (person_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute,
      time_zone = excluded.time_zone, holds_email = excluded.holds_email
  `.execute(sql);
}

export async function deleteQuietHours(sql: Sql, personId: string): Promise<void> {
  await query`delete from notifications.quiet_hours where person_id = ${personId}`.execute(sql);
}

export interface HeldMessage {
  readonly personId: string;
  readonly notificationId: string;
  readonly channel: 'sms' | 'email';
  /** As one line. */
  readonly text: string;
}

/** One notification waits once per channel: a repeated call adds nothing. */
export async function insertHeld(sql: Sql, messages: readonly HeldMessage[], at: Date): Promise<void> {
  if (messages.length === 0) return;
  await query`
    insert into notifications.held (person_id, notification_id, channel, text, held_at)
    select "personId", "notificationId", channel, text, ${at}
    from json_to_recordset(${JSON.stringify(messages)}::json)
      as h("personId" uuid, "notificationId" uuid, channel text, text text)
    on conflict do nothing
  `.execute(sql);
}

export type TakenMessage = HeldMessage & About;

/** Takes the messages held by a person's quiet hours, oldest first. */
export async function takeHeld(sql: Sql, personId: string): Promise<TakenMessage[]> {
  const { rows } = await query<TakenMessage>`
    with taken as (delete from notifications.held where person_id = ${personId} returning *)
    select t.person_id as "personId", t.notification_id as "notificationId", t.channel, t.text, 
      coalesce(n.client_id, n.about_client_id) as "clientId", n.audience
    from taken t left join notifications.notification n on n.id = t.notification_id and n.person_id = t.person_id
    order by t.held_at, t.notification_id
  `.execute(sql);
  return rows;
}

/** Whether any message waits for the end of the person's quiet hours. */
export async function hasHeld(sql: Sql, personId: string): Promise<boolean> {
  const { rows } = await query`select from notifications.held where person_id = ${personId} limit 1`.execute(
    sql,
  );
  return rows.length > 0;
}
