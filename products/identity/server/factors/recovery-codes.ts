/**
 * Recovery codes: ten, one use each, for a lost passkey or authenticator app. 80 random bits in sixteen letters and digits (Crockford's base 32: no
 * I, L, O, U), so a plain hash protects them. Typed with or without dashes, in any case.
 */
import { createHash, randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 16;

function newRecoveryCode(): string {
  const text = Array.from(randomBytes(letters), (byte) => alphabet[byte % alphabet.length]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** The hash to compare, with look-alikes read as the alphabet's letters. Undefined for texts that cannot be a recovery code. */
function hashOf(typed: string): Buffer | undefined {
  const text = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');
  return text.length === letters ? createHash('sha256').update(text).digest() : undefined;
}

/** Replaces all codes by ten new ones. Only this answer contains them in plain text. */
export async function replaceRecoveryCodes(sql: Sql, personId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await deleteRecoveryCodes(sql, personId);
  await query`
    insert into identity.recovery_code (person_id, code_hash)
    select ${personId}, code_hash from unnest(${codes.map(hashOf)}::bytea[]) as code_hash
  `.execute(sql);
  return codes;
}

/** Deletes used and unused codes. */
export async function deleteRecoveryCodes(sql: Sql, personId: string): Promise<void> {
  await query`delete from identity.recovery_code where person_id = ${personId}`.execute(sql);
}

/** Uses a code up; returns how many are left, or undefined if it is not an unused code of this person. */
export async function spendRecoveryCode(
  sql: Sql,
  personId: string,
  typed: string,
): Promise<number | undefined> {
  const hash = hashOf(typed);
  if (!hash) return undefined;
  const { rows } = await query`
    update identity.recovery_code set used_at = now()
    where person_id = ${personId} and code_hash = ${hash} and used_at is null
    returning person_id
  `.execute(sql);
  if (rows.length === 0) return undefined;
  const left = await query<{ left: number }>`
    select count(*)::int as left from identity.recovery_code where person_id = ${personId} and used_at is null
  `.execute(sql);
  return left.rows[0]?.left ?? 0;
}
