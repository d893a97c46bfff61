/** SQL of sessions that end early, for any reason. Their secrets are deleted with them. */

import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Why a session ended early. */
export type EndReason =
  | 'logout'
  | 'timed_out'
  | 'refresh_reused'
  | 'signed_out_elsewhere'
  | 'device_forgotten'
  | 'password_changed'
  | 'password_reset'
  | 'frozen'
  | 'contact_undone'
  | 'switched'
  | 'membership_ended';

/** Which sessions: those named, a person's (all, or all but one), those of one known browser, or those that act for one client. */
export type SessionChoice =
  | { readonly sessionIds: readonly string[] }
  | {
      readonly personId: string;
      readonly sessionId?: string;
      readonly exceptId?: string;
      readonly deviceId?: string;
      readonly clientId?: string;
    };

/**
 * Ends sessions and deletes their secrets; returns those that had not ended before. The cookies of a session that continued under another profile are
 * kept, though dead: another tab that still sends one must not lose the new session (`wasSwitched`).
 */
export async function endSessionRows(
  sql: Sql,
  choice: SessionChoice,
  reason: EndReason,
): Promise<{ id: string; clientId: string }[]> {
  const { rows } = await query<{ id: string; client_id: string }>`
    with ended as (
      update identity.session set ended_at = now(), end_reason = ${reason}
      where ended_at is null and ${chosen(choice)}
      returning id, client_id
    ), access as (delete from identity.access_token where session_id in (select id from ended)),
    refresh as (delete from identity.refresh_token
      where session_id in (select id from ended) and ${reason !== 'switched'}),
    ticket as (delete from identity.live_ticket where session_id in (select id from ended))
    select id, client_id from ended
  `.execute(sql);
  return rows.map((row) => ({ id: row.id, clientId: row.client_id }));
}

function chosen(choice: SessionChoice) {
  if ('sessionIds' in choice) return query`id = any(${choice.sessionIds}::uuid[])`;
  const { personId, sessionId, exceptId, deviceId, clientId } = choice;
  return query`person_id = ${personId}
    ${andIf(sessionId, (one) => query`id = ${one}`)} ${andIf(exceptId, (one) => query`id <> ${one}`)}
    ${andIf(deviceId, (one) => query`device_id = ${one}`)} ${andIf(clientId, (one) => query`client_id = ${one}`)}`;
}
