/** Which unusual changes people have dismissed. SQL only. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';

/** The owner: a person in one client. */
export interface Reader {
  readonly clientId: string;
  readonly personId: string;
}

/** The changes among these that the person has dismissed. */
export async function findDismissed(
  db: Sql,
  { clientId, personId }: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select change_id as id from insight.dismissed
    where client_id = ${clientId} and person_id = ${personId} and change_id = any(${ids}::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Dismissing again changes nothing, not even the time. */
export async function writeDismissed(
  db: Sql,
  { clientId, personId }: Reader,
  id: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into insight.dismissed (client_id, person_id, change_id, dismissed_at) values (${clientId}, ${personId}, ${id}, ${at})
    on conflict do nothing
  `.execute(db);
}
