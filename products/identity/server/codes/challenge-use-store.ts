/** SQL of the use of challenges: once, by their holder, for what they showed. Times are the database's. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Consumption {
  readonly challengeId: string;
  readonly sessionId: string;
  readonly snapshot: string;
  /** It must have been confirmed by a factor older than that; null: by any. */
  readonly factorsBefore: Date | null;
}

/**
 * Marks challenges as used, those that are still unused, alive, of that session, snapshot and age of factor; answers their ids.
 * Locks the rows in id order: a code that two groups bring at the same time is used by one, and neither waits in a circle.
 */
export async function consumeChallenges(sql: Sql, wanted: readonly Consumption[]): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    with wanted as (
      select distinct * from unnest(${wanted.map((one) => one.challengeId)}::uuid[],
        ${wanted.map((one) => one.sessionId)}::uuid[], ${wanted.map((one) => one.snapshot)}::text[],
        ${wanted.map((one) => one.factorsBefore)}::timestamptz[])
        as w (id, session_id, snapshot, factors_before)
    ), locked as (
      select c.id from identity.challenge c join wanted w using (id)
      where c.session_id = w.session_id and c.snapshot = w.snapshot
        and (w.factors_before is null or c.factors_before <= w.factors_before) and c.used_at is null and c.expires_at > now()
      order by c.id for update of c
    )
    update identity.challenge c set used_at = now() from locked where c.id = locked.id
    returning c.id
  `.execute(sql);
  return rows.map((row) => row.id);
}

/** Marks the sign-in's challenge of this browser as used; false when it was not there any more. */
export async function consumeDeviceChallenge(sql: Sql, id: string, deviceHash: Buffer): Promise<boolean> {
  const { rows } = await query`
    update identity.challenge set used_at = now()
    where id = ${id} and device_hash = ${deviceHash} and used_at is null and expires_at > now()
    returning id
  `.execute(sql);
  return rows.length > 0;
}
