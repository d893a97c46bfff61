/** SQL of known browsers and of the append-only history of sign-ins. */
import type { SignInOutcome } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { deviceSeconds } from '../rules.ts';

/** Whether this browser was confirmed for this person within the last year. False if there is no person. */
export async function isKnownDevice(
  sql: Sql,
  tokenHash: Buffer,
  personId: string | undefined,
): Promise<boolean> {
  const { rows } = await query`
    select 1 from identity.device
    where token_hash = ${tokenHash} and person_id = ${personId ?? null}::uuid and expires_at > now()
  `.execute(sql);
  return rows.length > 0;
}

/** The same, locked: the browser stays known until the open transaction ends. */
export async function keepKnownDevice(
  sql: Sql,
  { tokenHash, personId }: { readonly tokenHash: Buffer; readonly personId: string },
): Promise<boolean> {
  const { rows } = await query`
    select 1 from identity.device
    where token_hash = ${tokenHash} and person_id = ${personId} and expires_at > now() for share
  `.execute(sql);
  return rows.length > 0;
}

/**
 * Makes the browser known for the person under a new cookie, which replaces the old one: a thief who planted or copied the old cookie gains nothing.
 */
export async function rememberDevice(
  sql: Sql,
  device: { oldHash: Buffer; newHash: Buffer; personId: string },
): Promise<void> {
  await query`update identity.device set token_hash = ${device.newHash} where token_hash = ${device.oldHash}`.execute(
    sql,
  );
  await query`
    insert into identity.device (id, token_hash, person_id, expires_at)
    values (${newId()}, ${device.newHash}, ${device.personId}, now() + ${deviceSeconds} * interval '1 second')
    on conflict (token_hash, person_id) do update set expires_at = excluded.expires_at
  `.execute(sql);
}

export interface SignInRecord {
  readonly id: string;
  readonly at: Date;
  readonly personId: string | undefined;
  readonly sessionId: string | undefined;
  readonly outcome: SignInOutcome;
  readonly ip: string;
  readonly userAgent: string;
}

/** Adds an entry to the history, which is append-only. */
export async function insertSignIn(sql: Sql, record: SignInRecord): Promise<void> {
  await query`
    insert into identity.sign_in (id, at, person_id, session_id, outcome, ip, user_agent)
    values (${record.id}, ${record.at}, ${record.personId ?? null}, ${record.sessionId ?? null}, ${record.outcome},
      ${record.ip}, ${record.userAgent})
  `.execute(sql);
}

/** The known browser in which the person's session was opened. */
export async function findDeviceOfSession(
  sql: Sql,
  session: { readonly id: string; readonly personId: string },
): Promise<string | undefined> {
  const { rows } = await query<{ device_id: string | null }>`
    select device_id from identity.session where id = ${session.id} and person_id = ${session.personId}
  `.execute(sql);
  return rows[0]?.device_id ?? undefined;
}

/** Forgets one known browser of the person; returns whether it existed. */
export async function deleteDevice(
  sql: Sql,
  device: { readonly id: string; readonly personId: string },
): Promise<boolean> {
  const { rows } = await query`
    delete from identity.device where id = ${device.id} and person_id = ${device.personId} returning id
  `.execute(sql);
  return rows.length > 0;
}

/** Forgets every known browser of the person. */
export async function deleteDevices(sql: Sql, personId: string): Promise<void> {
  await query`delete from identity.device where person_id = ${personId}`.execute(sql);
}
