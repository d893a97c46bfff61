/** SQL of factors that are being added. Times are the database's. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** How long a person has to scan a code or use an authenticator. */
export const enrolmentSeconds = 600;

export interface Enrolment {
  readonly id: string;
  readonly sessionId: string;
  readonly kind: 'totp' | 'passkey';
  readonly secret: Buffer;
}

/** Starts an enrolment, replacing an earlier one of the same kind in this session. */
export async function insertEnrolment(sql: Sql, enrolment: Enrolment): Promise<void> {
  await query`
    insert into identity.factor_enrolment as e (id, session_id, kind, secret, expires_at)
    values (${enrolment.id}, ${enrolment.sessionId}, ${enrolment.kind}, ${enrolment.secret},
      now() + ${enrolmentSeconds} * interval '1 second')
    on conflict (session_id, kind) do update
      set id = excluded.id, secret = excluded.secret, expires_at = excluded.expires_at
  `.execute(sql);
}

/** The secret of this session's live enrolment, locked. */
export async function findEnrolmentSecret(
  sql: Sql,
  { id, sessionId, kind }: Omit<Enrolment, 'secret'>,
): Promise<Buffer | undefined> {
  const { rows } = await query<{ secret: Buffer }>`
    select secret from identity.factor_enrolment
    where id = ${id} and session_id = ${sessionId} and kind = ${kind} and expires_at > now()
    for update
  `.execute(sql);
  return rows[0]?.secret;
}

/** Deletes the enrolment of an added factor. */
export async function deleteEnrolment(sql: Sql, id: string): Promise<void> {
  await query`delete from identity.factor_enrolment where id = ${id}`.execute(sql);
}
