/** SQL of a person's password and of frozen access. */

import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { LockedOutRows } from '../locked-out-store.ts';

/** The data for checking the password. */
export async function requirePassword(
  sql: Sql,
  personId: string,
): Promise<{ email: string; passwordHash: string }> {
  const { rows } = await query<{ email: string; password_hash: string }>`
    select email, password_hash from identity.person where id = ${personId}
  `.execute(sql);
  if (!rows[0]) throw new Error(`there is no person ${personId}`);
  return { email: rows[0].email, passwordHash: rows[0].password_hash };
}

/** Replaces the password with this hash; false if it is no longer the person's. */
export async function replacePassword(
  sql: Sql,
  personId: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<boolean> {
  const { rows } = await query`
    update identity.person set password_hash = ${after} where id = ${personId} and password_hash = ${before} returning id
  `.execute(sql);
  return rows.length > 0;
}

/** Sets a new password regardless of the old one, and records the reset. */
export async function resetPasswordTo(sql: Sql, personId: string, passwordHash: string): Promise<void> {
  await query`
    update identity.person set password_hash = ${passwordHash}, password_reset_at = now() where id = ${personId}
  `.execute(sql);
}

/**
 * Whether the password still has this hash, access was not taken away since the account was read, and it is not frozen. Locked until the open
 * transaction ends.
 */
export async function isAccessOpen(
  sql: Sql,
  {
    id,
    passwordHash,
    passwordNeededSince,
  }: { readonly id: string; readonly passwordHash: string; readonly passwordNeededSince: string | null },
): Promise<boolean> {
  const { rows } = await query`
    select from identity.person where id = ${id} and password_hash = ${passwordHash} and frozen_at is null
      and password_needed_since is not distinct from ${passwordNeededSince}::timestamptz for share
  `.execute(sql);
  return rows.length > 0;
}

/**
 * The person who may reset a password by a link to this address: its confirmed owner or, if there is none, the newest draft. Staff reset theirs in
 * the admin panel.
 */
export async function findResetOwner(
  sql: Sql,
  emailKey: string,
): Promise<{ personId: string; email: string; locale: Locale } | undefined> {
  const { rows } = await query<{ id: string; email: string; locale: Locale }>`
    select id, email, coalesce(locale, 'en') as locale from identity.person
    where email_key = ${emailKey} and admin_role is null
    order by email_confirmed_at is null, id desc limit 1
  `.execute(sql);
  const row = rows[0];
  return row && { personId: row.id, email: row.email, locale: row.locale };
}

/** Freezes or restores the person's access; false if it already was so. */
export async function setFrozen(sql: Sql, personId: string, frozen: boolean): Promise<boolean> {
  const { rows } = await query`
    update identity.person set frozen_at = ${frozen ? query`now()` : null}
    where id = ${personId} and (frozen_at is null) = ${frozen} returning id
  `.execute(sql);
  return rows.length > 0;
}

/** People with frozen access, and since when. */
export const frozenRows: LockedOutRows = query`
  select id as person_id, frozen_at as since from identity.person where frozen_at is not null`;

/** Whether the access is frozen. Locked until the open transaction ends. */
export async function isFrozen(sql: Sql, personId: string): Promise<boolean> {
  const { rows } = await query<{ frozen: boolean }>`
    select frozen_at is not null as frozen from identity.person where id = ${personId} for share
  `.execute(sql);
  return rows[0]?.frozen ?? false;
}
