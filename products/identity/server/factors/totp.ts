/** The person's authenticator app and its used codes: a step works once, then it and all earlier ones are void for every purpose. */

import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { totpStep } from './totp-codes.ts';

/** The place that a sealed secret is bound to. */
export const totpPlace = (personId: string) => `totp ${personId}`;

export type TotpVerdict = 'right' | 'used' | 'wrong';

/** Checks a code of the person's app and uses its step up; used steps are reported separately and open nothing. */
export async function spendTotp(
  sql: Sql,
  box: SecretBox,
  personId: string,
  code: string,
): Promise<TotpVerdict> {
  const { rows } = await query<{ secret: Buffer; last_step: bigint; now_seconds: number }>`
    select secret, last_step, extract(epoch from now())::float8 as now_seconds
    from identity.totp where person_id = ${personId} for update
  `.execute(sql);
  const totp = rows[0];
  if (!totp) return 'wrong';
  const step = totpStep(box.open(totp.secret, totpPlace(personId)), code, totp.now_seconds);
  if (step === undefined) return 'wrong';
  if (BigInt(step) <= totp.last_step) return 'used';
  await query`
    update identity.totp set last_step = ${step}, last_used_at = now() where person_id = ${personId}
  `.execute(sql);
  return 'right';
}

/** The current step for which a code proves that an app has the secret; undefined for any other text. */
export async function findProvingStep(sql: Sql, secret: Buffer, code: string): Promise<number | undefined> {
  const { rows } = await query<{ now_seconds: number }>`
    select extract(epoch from now())::float8 as now_seconds
  `.execute(sql);
  return rows[0] && totpStep(secret, code, rows[0].now_seconds);
}

/** Stores the app in place of an earlier one; the step of its first code is used. */
export async function saveTotp(
  sql: Sql,
  totp: { id: string; personId: string; name: string; secret: Buffer; lastStep: number; createdAt: Date },
): Promise<void> {
  await query`
    insert into identity.totp (id, person_id, name, secret, last_step, created_at)
    values (${totp.id}, ${totp.personId}, ${totp.name}, ${totp.secret}, ${totp.lastStep}, ${totp.createdAt})
    on conflict (person_id) do update set id = excluded.id, name = excluded.name, secret = excluded.secret,
      last_step = excluded.last_step, created_at = excluded.created_at, last_used_at = null
  `.execute(sql);
}
