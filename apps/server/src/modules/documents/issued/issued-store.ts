/** SQL of issued documents. A code is found by its hash, a file by the hash of its bytes. */
import type { IssuedKind } from '@calmly/contract';
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';

export interface IssuedDocument {
  readonly clientId: string;
  readonly kind: IssuedKind;
  readonly codeHash: Buffer;
  readonly sha256: Buffer;
  readonly issuedAt: Date;
}

/** Neither the code nor the document is stored, only the hashes of both. */
export async function insertIssued(sql: Sql, issued: IssuedDocument): Promise<void> {
  await query`
    insert into documents.issued (code_hash, sha256, client_id, kind, issued_at)
    values (${issued.codeHash}, ${issued.sha256}, ${issued.clientId}, ${issued.kind}, ${issued.issuedAt})
  `.execute(sql);
}

/** Unknown codes are ignored; the first time stays. */
export async function setReplaced(sql: Sql, codeHashes: readonly Buffer[], at: Date): Promise<void> {
  await query`
    update documents.issued set replaced_at = ${at} where code_hash = any(${[...codeHashes]}::bytea[]) and replaced_at is null
  `.execute(sql);
}

/** What anyone may know of a document. */
export interface Verdict {
  readonly isIssued: boolean;
  readonly isReplaced: boolean;
}

const verdictOf = ([row]: ReadonlyArray<{ readonly isReplaced: boolean }>): Verdict => ({
  isIssued: row !== undefined,
  isReplaced: row?.isReplaced ?? false,
});

/** An unknown code is answered like any other: `isIssued` is false. */
export async function judgeCode(sql: Sql, codeHash: Buffer): Promise<Verdict> {
  const { rows } = await query<Pick<Verdict, 'isReplaced'>>`
    select replaced_at is not null as "isReplaced" from documents.issued where code_hash = ${codeHash}
  `.execute(sql);
  return verdictOf(rows);
}

/** By the SHA-256 of all its bytes; a copy that was changed in any way is not issued. */
export async function judgeFile(sql: Sql, sha256: Buffer): Promise<Verdict> {
  const { rows } = await query<Pick<Verdict, 'isReplaced'>>`
    select replaced_at is not null as "isReplaced" from documents.issued where sha256 = ${sha256} limit 1
  `.execute(sql);
  return verdictOf(rows);
}
