/** SQL of identity's part of a new client's first steps, and of hiding them. */

import { publish } from '@calmly/platform/notify/push.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Whether the person confirms with a passkey or an authenticator app. */
export async function hasDeviceFactor(sql: Sql, personId: string): Promise<boolean> {
  const { rows } = await query<{ has: boolean }>`
    select exists (select from identity.totp where person_id = ${personId})
      or exists (select from identity.passkey where person_id = ${personId}) as has
  `.execute(sql);
  return rows[0]?.has ?? false;
}

/** Hides the list of first steps for one person in one profile. */
export async function hideFirstSteps(
  sql: Sql,
  by: { readonly personId: string; readonly clientId: string },
): Promise<void> {
  await query`
    update identity.membership set first_steps_hidden = true
    where person_id = ${by.personId} and client_id = ${by.clientId}
  `.execute(sql);
  await publish(sql, by.clientId, { topic: 'client' });
}
