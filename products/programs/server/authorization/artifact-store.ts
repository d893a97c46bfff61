/** SQL of the protocol's artifacts: codes, tokens, pending requests. Stored by hash. No decisions here. */

import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Artifact {
  readonly kind: string;
  /** SHA-256 of the holder's text. */
  readonly hash: Buffer;
  readonly connectionId: string | undefined;
  readonly payload: object;
  readonly lifetimeSeconds: number;
}

/** Stores or updates an artifact; a consumed one stays consumed. */
export async function saveArtifact(sql: Sql, artifact: Artifact): Promise<void> {
  const { kind, hash, connectionId, payload, lifetimeSeconds } = artifact;
  await query`
    insert into connections.artifact (kind, hash, connection_id, payload, expires_at)
    values (${kind}, ${hash}, ${connectionId ?? null}, ${JSON.stringify(payload)},
      now() + ${lifetimeSeconds} * interval '1 second')
    on conflict (kind, hash) do update set payload = excluded.payload, expires_at = excluded.expires_at
  `.execute(sql);
}

export interface FoundArtifact {
  readonly payload: Record<string, unknown>;
  readonly consumedAt: Date | null;
}

/** Undefined once it has expired; a consumed one is found. */
export async function findArtifact(sql: Sql, kind: string, hash: Buffer): Promise<FoundArtifact | undefined> {
  const { rows } = await query<FoundArtifact>`
    select payload, consumed_at as "consumedAt" from connections.artifact
    where kind = ${kind} and hash = ${hash} and expires_at > now()
  `.execute(sql);
  return rows[0];
}

/** Consumes an artifact; false if it was consumed before. Returns the connection it belongs to. */
export async function consumeArtifact(
  sql: Sql,
  kind: string,
  hash: Buffer,
): Promise<{ readonly first: boolean; readonly connectionId: string | null } | undefined> {
  const { rows } = await query<{ first: boolean; connectionId: string | null }>`
    with consumed as (
      update connections.artifact set consumed_at = now()
      where kind = ${kind} and hash = ${hash} and consumed_at is null
      returning 1
    )
    select exists (select from consumed) as first, connection_id as "connectionId"
    from connections.artifact where kind = ${kind} and hash = ${hash}
  `.execute(sql);
  return rows[0];
}

export async function deleteArtifact(sql: Sql, kind: string, hash: Buffer): Promise<void> {
  await query`delete from connections.artifact where kind = ${kind} and hash = ${hash}`.execute(sql);
}

/** All of one kind; the connection itself stays. */
export async function deleteOfConnection(sql: Sql, kind: string, connectionId: string): Promise<void> {
  await query`
    delete from connections.artifact where kind = ${kind} and connection_id = ${connectionId}
  `.execute(sql);
}

/** Expired codes, tokens and requests. */
export const artifactPurge = purgeOf('connections.artifact', 'expires_at <= now()');

/** The sealed keys, or the given ones if there are none yet: two servers that start at once get the same. */
export async function keepKeys(sql: Sql, sealed: Buffer): Promise<Buffer> {
  await query`insert into connections.keys (sealed) values (${sealed}) on conflict do nothing`.execute(sql);
  const { rows } = await query<{ sealed: Buffer }>`select sealed from connections.keys`.execute(sql);
  const [kept] = rows;
  if (!kept) throw new Error('the keys that were just kept are not there');
  return kept.sealed;
}

/** Sealed; undefined before the first use. */
export async function findKeys(sql: Sql): Promise<Buffer | undefined> {
  const { rows } = await query<{ sealed: Buffer }>`select sealed from connections.keys`.execute(sql);
  return rows[0]?.sealed;
}

/** Records the client's answer in an open request, once; returns whether it was open. */
export async function answerRequest(sql: Sql, hash: Buffer, result: object): Promise<boolean> {
  const { numAffectedRows } = await query`
    update connections.artifact set payload = payload || ${JSON.stringify({ result })}::jsonb
    where kind = 'Interaction' and hash = ${hash} and expires_at > now() and not payload ? 'result'
  `.execute(sql);
  return numAffectedRows === 1n;
}
