/** SQL of switching the profile that a session acts for. Times are the database's. */
import type { Rights } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { counts, displayName, rightColumns, toRights } from '../clients/client-store.ts';
import { switchProofSeconds } from '../rules.ts';
import { leftAlone, live } from './session-store.ts';

export interface LockedSession {
  readonly remembered: boolean;
  /** Thumbprint of the key that it is bound to. */
  readonly proofKey: string | undefined;
  /** Whether the person's last confirmation was a while ago. */
  readonly proofIsOld: boolean;
}

/** The live session, locked: of two concurrent switches, the second finds it ended. */
export async function lockSession(sql: Sql, sessionId: string): Promise<LockedSession | undefined> {
  const { rows } = await query<{ remembered: boolean; proof_key: string | null; proof_is_old: boolean }>`
    select s.remembered, s.proof_key,
      s.proved_at <= now() - ${switchProofSeconds} * interval '1 second' as proof_is_old
    from identity.session s where s.id = ${sessionId} and ${live} for update
  `.execute(sql);
  const row = rows[0];
  return (
    row && {
      remembered: row.remembered,
      proofKey: row.proof_key ?? undefined,
      proofIsOld: row.proof_is_old,
    }
  );
}

export interface Profile {
  readonly name: string;
  readonly role: string;
  readonly rights: Rights;
  readonly isOwn: boolean;
  /** The person's own profile. */
  readonly ownClientId: string;
}

interface ProfileRow extends Record<keyof Rights, boolean> {
  company_name: string | null;
  first_name: string | null;
  last_name: string | null;
  role: string;
  is_own: boolean;
  own_client_id: string;
}

/** A profile that the person may currently act for: their own, or a company's. */
export async function findProfile(
  sql: Sql,
  { personId, clientId }: { readonly personId: string; readonly clientId: string },
): Promise<Profile | undefined> {
  const { rows } = await query<ProfileRow>`
    select c.company_name, c.first_name, c.last_name, c.role, c.holder_id is not null as is_own, ${query.raw(rightColumns)},
      own.id as own_client_id
    from identity.membership m
    join identity.client c on c.id = m.client_id
    join identity.client own on own.holder_id = m.person_id
    where m.person_id = ${personId} and c.id = ${clientId} and ${query.raw(counts)}
      and (c.holder_id = m.person_id or c.role = 'LEGAL')
  `.execute(sql);
  const row = rows[0];
  return (
    row && {
      name: displayName(row),
      role: row.role,
      rights: toRights(row),
      isOwn: row.is_own,
      ownClientId: row.own_client_id,
    }
  );
}

/** Starts the successor of a session: same browser, same end, same age of confirmation and same idle time. */
export async function insertSuccessor(
  sql: Sql,
  successor: {
    readonly id: string;
    readonly parentId: string;
    readonly clientId: string;
    readonly ip: string;
    readonly userAgent: string;
  },
): Promise<void> {
  await query`
    insert into identity.session (id, person_id, client_id, remembered, proof_key, expires_at, last_seen_at, stale_since,
      proved_at, ip, user_agent, device_id, parent_id)
    select ${successor.id}, s.person_id, ${successor.clientId}, s.remembered, s.proof_key, s.expires_at, s.last_seen_at,
      coalesce(s.stale_since, case when ${query.raw(leftAlone)} then now() end), s.proved_at, ${successor.ip},
      ${successor.userAgent}, s.device_id, s.id
    from identity.session s where s.id = ${successor.parentId}
  `.execute(sql);
}

/** Whether this refresh cookie belonged to a session that continued under another profile. */
export async function wasSwitched(sql: Sql, refreshHash: Buffer): Promise<boolean> {
  const { rows } = await query`
    select from identity.refresh_token t join identity.session s on s.id = t.session_id
    where t.token_hash = ${refreshHash} and s.end_reason = 'switched'
  `.execute(sql);
  return rows.length > 0;
}
