/** SQL of passkeys: public keys and what their authenticators counted. */
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';

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

/** The person's passkeys, oldest first; all, or those that are older than a moment. With a lock none of them is used elsewhere meanwhile. */
export async function listPasskeys(
  sql: Sql,
  personId: string,
  options: { readonly lock?: true; readonly before?: Date | null } = {},
): Promise<Passkey[]> {
  const { rows } = await query<PasskeyRow>`
    select id, credential_id, public_key, sign_count, transports from identity.passkey
    where person_id = ${personId} and created_at < ${options.before ?? 'infinity'}::timestamptz order by id ${query.raw(options.lock ? 'for update' : '')}
  `.execute(sql);
  return rows.map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    transports: row.transports,
  }));
}

/** Adds a passkey; false when this very credential is somebody's already. */
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

/** The passkey has signed: what it counted now. */
export async function updatePasskeyUse(sql: Sql, id: string, signCount: number): Promise<void> {
  await query`
    update identity.passkey set sign_count = ${signCount}, last_used_at = now() where id = ${id}
  `.execute(sql);
}
