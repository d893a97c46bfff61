/** Which sessions have confirmed a large order of the exchange with a code. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Those of the sessions that have. */
export async function findOrdersConfirmed(sql: Sql, sessionIds: readonly string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const { rows } = await query<{ id: string }>`
    select id from identity.session where id = any(${sessionIds}::uuid[]) and orders_confirmed_at is not null
  `.execute(sql);
  return new Set(rows.map(({ id }) => id));
}

/** Notes that they have now. */
export async function noteOrdersConfirmed(sql: Sql, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await query`update identity.session set orders_confirmed_at = now() where id = any(${sessionIds}::uuid[])`.execute(
    sql,
  );
}
