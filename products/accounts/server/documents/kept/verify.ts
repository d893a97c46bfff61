/**
 * Verification of files: each document and each kept file opens with the server's keys, in its own place, and has the recorded length and hash. Only
 * one file, or one part of it, is in memory at a time.
 */
import { createHash } from 'node:crypto';
import { createSecretBox, type SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { placeOf as placeOfDocument } from '../service.ts';
import { findContent } from '../store.ts';
import { placeOf } from './kept.ts';
import { findPart } from './kept-store.ts';

const idsAtOnce = 1_000;
const mostFaults = 100;

/** At most 100 faults, in English; empty if there are none. The keys open sealed contents. */
export async function verifyFiles(sql: Sql, secretKeys: readonly Buffer[]): Promise<string[]> {
  const box = createSecretBox(secretKeys);
  const faults: string[] = [];
  for await (const document of listDocuments(sql)) {
    if (faults.length >= mostFaults) break;
    faults.push(...(await documentFaults(sql, box, document)));
  }
  for await (const file of listFinished(sql)) {
    if (faults.length >= mostFaults) break;
    faults.push(...(await fileFaults(sql, box, file)));
  }
  return faults.slice(0, mostFaults);
}

/** The documents among these that no longer exist. */
export async function findMissingDocuments(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as wanted (id)
    where not exists (select from documents.document where document.id = wanted.id)`.execute(sql);
  return rows.map(({ id }) => id);
}

/** The kept files among these that no longer exist, or are recorded with another hash. */
export async function findOtherFiles(
  sql: Sql,
  files: ReadonlyArray<{ readonly id: string; readonly sha256: Buffer }>,
): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select wanted.id from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ sha256 }) => sha256)}::bytea[])
      as wanted (id, sha256)
    where not exists (
      select from documents.kept_file file where file.id = wanted.id and file.sha256 = wanted.sha256)`.execute(
    sql,
  );
  return rows.map(({ id }) => id);
}

interface Document {
  readonly id: string;
  readonly sizeBytes: number;
}

async function* listDocuments(sql: Sql): AsyncGenerator<Document, void, undefined> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await query<Document>`
      select id, size_bytes as "sizeBytes" from documents.document where id > ${after} order by id limit ${idsAtOnce}`.execute(
      sql,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < idsAtOnce) return;
    after = last.id;
  }
}

async function documentFaults(sql: Sql, box: SecretBox, { id, sizeBytes }: Document): Promise<string[]> {
  const found = await findContent(sql, id);
  // Deleted since it was listed.
  if (!found) return [];
  const content = found.sealed ? opened(box, found.content, placeOfDocument(id)) : found.content;
  if (!content) return [`the document ${id} cannot be opened`];
  return content.length === sizeBytes
    ? []
    : [`the document ${id} has ${content.length} bytes, it had ${sizeBytes}`];
}

interface Finished {
  readonly id: string;
  readonly sizeBytes: bigint;
  readonly sha256: Buffer;
}

/** Kept files that are finished. */
async function* listFinished(sql: Sql): AsyncGenerator<Finished, void, undefined> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await query<Finished>`
      select id, size_bytes as "sizeBytes", sha256 from documents.kept_file
      where id > ${after} and sha256 is not null order by id limit ${idsAtOnce}`.execute(sql);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < idsAtOnce) return;
    after = last.id;
  }
}

async function fileFaults(sql: Sql, box: SecretBox, { id, sizeBytes, sha256 }: Finished): Promise<string[]> {
  const hash = createHash('sha256');
  let length = 0;
  for (let number = 0; ; number += 1) {
    const sealed = await findPart(sql, id, number);
    if (!sealed) break;
    const part = opened(box, sealed, placeOf(id, number));
    if (!part) return [`part ${number} of the kept file ${id} cannot be opened`];
    hash.update(part);
    length += part.length;
  }
  if (BigInt(length) === sizeBytes && hash.digest().equals(sha256)) return [];
  // Deleted since it was listed, with its parts or after them.
  const { rows } = await query`
    select from documents.kept_file where id = ${id} and (kept_until is null or kept_until > now())`.execute(
    sql,
  );
  return rows.length === 0
    ? []
    : [`the kept file ${id} is not as it was written: ${length} of ${sizeBytes} bytes`];
}

function opened(box: SecretBox, sealed: Uint8Array, place: string): Buffer | undefined {
  try {
    return box.open(sealed, place);
  } catch {
    return undefined;
  }
}
