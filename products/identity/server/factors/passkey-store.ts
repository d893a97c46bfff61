/** SQL of passkeys: public keys and signature counters. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Passkey {
  readonly id: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
}

interface PasskeyRow {
  id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: bigint;
  transports: string[];
}

/** The person's passkeys, oldest first; all, or those older than a moment. With a lock, none of them can be used elsewhere meanwhile. */
export async function listPasskeys(
  sql: Sql,
  personId: string,
  options: { readonly lock?: true; readonly before?: Date | null } = {},
): Promise<Passkey[]> {
  const { rows } = await query<PasskeyRow>`
    select id, credential_id, public_key, sign_count, transports from identity.passkey
    where person_id = ${personId} and created_at < ${options.before ?? 'infinity'}::timestamptz order by id ${query.raw(options.lock ? 'for update' : '')}
  `.execute(sql);
  return rows.map(toPasskey);
}

/** The owner of this credential, locked; `isCurrent` is false if the person's access was recovered or their password changed since its last use. */
export async function lockPasskeyOfCredential(
  sql: Sql,
  credentialId: Buffer,
): Promise<
  | {
      readonly personId: string;
      readonly isCurrent: boolean;
      /** The moment that `isCurrent` compares with. */
      readonly passwordNeededSince: string | null;
      readonly passkey: Passkey;
    }
  | undefined
> {
  const { rows } = await query<
    PasskeyRow & { person_id: string; is_current: boolean; needed_since: string | null }
  >`
    select k.id, k.credential_id, k.public_key, k.sign_count, k.transports, k.person_id,
      p.password_needed_since is null or coalesce(k.last_used_at, k.created_at) > p.password_needed_since as is_current,
      p.password_needed_since::text as needed_since
    from identity.passkey k join identity.person p on p.id = k.person_id
    where k.credential_id = ${credentialId} for update of k
  `.execute(sql);
  const row = rows[0];
  return (
    row && {
      personId: row.person_id,
      isCurrent: row.is_current,
      passwordNeededSince: row.needed_since,
      passkey: toPasskey(row),
    }
  );
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  signCount: Number(row.sign_count),
  transports: row.transports,
});

/** From now on, each of the person's passkeys can sign in only after it has confirmed something besides the password. */
export async function requirePasswordAgain(sql: Sql, personId: string): Promise<void> {
  await query`update identity.person set password_needed_since = now() where id = ${personId}`.execute(sql);
}

/** Uses up a sign-in challenge; false if it was used before. */
export async function spendSignInChallenge(
  sql: Sql,
  challenge: { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<boolean> {
  const { rows } = await query`
    insert into identity.spent_challenge (hash, expires_at) values (${challenge.hash}, ${challenge.expiresAt})
    on conflict do nothing returning hash
  `.execute(sql);
  return rows.length > 0;
}

/** Adds a passkey; false if the credential already belongs to someone. */
export async function insertPasskey(
  sql: Sql,
  passkey: Passkey & { personId: string; name: string; createdAt: Date },
): Promise<boolean> {
  const { rows } = await query`
    insert into identity.passkey (id, person_id, name, credential_id, public_key, sign_count, transports, created_at)
    values (${passkey.id}, ${passkey.personId}, ${passkey.name}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.signCount}, ${passkey.transports}::text[], ${passkey.createdAt})
    on conflict (credential_id) do nothing
    returning id
  `.execute(sql);
  return rows.length > 0;
}

/** Stores the passkey's new signature counter. */
export async function updatePasskeyUse(sql: Sql, id: string, signCount: number): Promise<void> {
  await query`
    update identity.passkey set sign_count = ${signCount}, last_used_at = now() where id = ${id}
  `.execute(sql);
}
