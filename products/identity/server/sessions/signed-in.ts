/** SQL of browsers that a person is still signed in with, or would be if the session had not timed out. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/**
 * Those of these sessions whose person has not signed out, been signed out or lost access since. A session that timed out counts; one that continued
 * under another profile lasts as long as its successor.
 */
export async function findSignedIn(sql: Sql, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ first: string }>`
    with recursive chain as (
      select id as first, id, ended_at, end_reason from identity.session where id = any(${sessionIds}::uuid[])
      union all
      select chain.first, next.id, next.ended_at, next.end_reason
      from chain join identity.session next on next.parent_id = chain.id and chain.end_reason = 'switched'
    )
    select first from chain group by first
    having not bool_or(ended_at is not null and end_reason not in ('switched', 'timed_out', 'membership_ended'))
  `.execute(sql);
  return new Set(rows.map(({ first }) => first));
}
