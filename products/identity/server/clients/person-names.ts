/** SQL of people's names: from their own profile, or their email until that has a name. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Names by id; a person who was forgotten has none. */
export async function findPersonNames(
  sql: Sql,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (personIds.length === 0) return new Map();
  const { rows } = await query<{ id: string; name: string }>`
    select p.id, coalesce(nullif(concat_ws(' ', own.first_name, own.last_name), ''), p.email) as name
    from identity.person p left join identity.client own on own.holder_id = p.id
    where p.id = any(${personIds}::uuid[])
  `.execute(sql);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
