/** SQL of kept files. No decisions here. */

import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Purged after a day unless `setKeptUntil` sets another time. It cannot be read until it is finished. */
export async function insertFile(
  sql: Sql,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<void> {
  await query`
    insert into documents.kept_file (id, client_id, kept_until) values (${id}, ${clientId}, now() + interval '1 day')
  `.execute(sql);
}

/** Parts are numbered from 0 without gaps, because reading ends at the first missing one. */
export async function insertPart(sql: Sql, id: string, number: number, sealed: Buffer): Promise<void> {
  await query`
    insert into documents.kept_part (file_id, number, content) values (${id}, ${number}, ${sealed})
  `.execute(sql);
}

/** Makes the file readable and keepable. The hash is that of the whole file before it was sealed. */
export async function finishFile(
  sql: Sql,
  { id, sizeBytes, sha256 }: { readonly id: string; readonly sizeBytes: number; readonly sha256: Buffer },
): Promise<void> {
  await query`
    update documents.kept_file set size_bytes = ${sizeBytes}, sha256 = ${sha256} where id = ${id}
  `.execute(sql);
}

/** Null: for good. Returns how many files there are. */
export async function setKeptUntil(sql: Sql, ids: readonly string[], until: Date | null): Promise<number> {
  const { numAffectedRows } = await query`
    update documents.kept_file set kept_until = ${until} where id = any(${ids}::uuid[]) and sha256 is not null
  `.execute(sql);
  return Number(numAffectedRows ?? 0n);
}

/** The hash of a finished file that has not expired. */
export async function findHash(sql: Sql, id: string): Promise<Buffer | undefined> {
  const { rows } = await query<{ sha256: Buffer }>`
    select sha256 from documents.kept_file
    where id = ${id} and sha256 is not null and (kept_until is null or kept_until > now())
  `.execute(sql);
  return rows[0]?.sha256;
}

/** Still sealed; undefined beyond the last part. */
export async function findPart(sql: Sql, id: string, number: number): Promise<Buffer | undefined> {
  const { rows } = await query<{ content: Buffer }>`
    select content from documents.kept_part where file_id = ${id} and number = ${number}
  `.execute(sql);
  return rows[0]?.content;
}

/** Including their parts. Unknown ids are ignored. */
export async function deleteFiles(sql: Sql, ids: readonly string[]): Promise<void> {
  await query`delete from documents.kept_file where id = any(${ids}::uuid[])`.execute(sql);
}

/** Parts first, so that a batch consists of parts. */
export const keptPurges = [
  purgeOf(
    'documents.kept_part',
    'file_id in (select id from documents.kept_file where kept_until < now() limit 100)',
  ),
  purgeOf('documents.kept_file', 'kept_until < now()'),
];
