/** SQL of issued documents. A code is found by its hash, a file by the hash of its bytes. */
import type { IssuedKind } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface IssuedDocument {
  readonly clientId: string;
  readonly kind: IssuedKind;
  readonly codeHash: Buffer;
  readonly sha256: Buffer;
  readonly issuedAt: Date;
  /** The subject of the document and its version; only for documents that a later version replaces. */
  readonly subject?: DocumentSubject | undefined;
}

/** A subject of documents, at one of its versions. */
export interface DocumentSubject {
  readonly id: string;
  readonly version: number;
}

/** Stores only the hashes of code and document. */
export async function insertIssued(sql: Sql, issued: IssuedDocument): Promise<void> {
  await query`
    insert into documents.issued (code_hash, sha256, client_id, kind, issued_at, subject_id, subject_version)
    values (${issued.codeHash}, ${issued.sha256}, ${issued.clientId}, ${issued.kind}, ${issued.issuedAt},
      ${issued.subject?.id ?? null}, ${issued.subject?.version ?? null})
  `.execute(sql);
}

/** Unknown codes are ignored; the first time is kept. */
export async function setReplaced(sql: Sql, codeHashes: readonly Buffer[], at: Date): Promise<void> {
  await query`
    update documents.issued set replaced_at = ${at} where code_hash = any(${[...codeHashes]}::bytea[]) and replaced_at is null
  `.execute(sql);
}

/** From now on only documents of these versions are current. Those of earlier versions are replaced, even if they are recorded later. */
export async function supersede(sql: Sql, subjects: readonly DocumentSubject[], at: Date): Promise<void> {
  if (subjects.length === 0) return;
  await query`
    insert into documents.superseded (subject_id, since_version, at)
    select subject_id, since_version, ${at}
    from unnest(${subjects.map(({ id }) => id)}::uuid[], ${subjects.map(({ version }) => version)}::integer[])
      as subject (subject_id, since_version)
    on conflict (subject_id) do update
      set since_version = greatest(superseded.since_version, excluded.since_version), at = excluded.at
  `.execute(sql);
}

const isReplaced = query`(
  replaced_at is not null or exists (
    select from documents.superseded
    where superseded.subject_id = issued.subject_id and since_version > issued.subject_version
  )
) as "isReplaced"`;

/** The public result of a verification. */
export interface Verdict {
  readonly isIssued: boolean;
  readonly isReplaced: boolean;
}

const verdictOf = ([row]: ReadonlyArray<{ readonly isReplaced: boolean }>): Verdict => ({
  isIssued: row !== undefined,
  isReplaced: row?.isReplaced ?? false,
});

/** An unknown code gets the same kind of answer, with `isIssued` false. */
export async function judgeCode(sql: Sql, codeHash: Buffer): Promise<Verdict> {
  const { rows } = await query<Pick<Verdict, 'isReplaced'>>`
    select ${isReplaced} from documents.issued where code_hash = ${codeHash}
  `.execute(sql);
  return verdictOf(rows);
}

/** By the SHA-256 of all its bytes; a copy with any change is not issued. */
export async function judgeFile(sql: Sql, sha256: Buffer): Promise<Verdict> {
  const { rows } = await query<Pick<Verdict, 'isReplaced'>>`
    select ${isReplaced} from documents.issued where sha256 = ${sha256} limit 1
  `.execute(sql);
  return verdictOf(rows);
}
