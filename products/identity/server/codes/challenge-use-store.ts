/** SQL of using challenges: once, by their holder, for exactly what they showed. Times are the database's. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Consumption {
  readonly challengeId: string;
  readonly sessionId: string;
  readonly snapshot: string;
  /** It must have been confirmed by a factor older than this; null: by any. */
  readonly factorsBefore: Date | null;
}

/**
 * Marks challenges as used if they are unused, alive and of that session, snapshot and age of factor; returns their ids. Locks the rows in id order:
 * if two groups use the same code at once, one gets it, without deadlock.
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

/** Marks the sign-in challenge of this browser as used; false if it no longer exists. */
export async function consumeDeviceChallenge(sql: Sql, id: string, deviceHash: Buffer): Promise<boolean> {
  const { rows } = await query`
    update identity.challenge set used_at = now()
    where id = ${id} and device_hash = ${deviceHash} and used_at is null and expires_at > now()
    returning id
  `.execute(sql);
  return rows.length > 0;
}
