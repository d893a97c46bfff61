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

export async function insertIssued(sql: Sql, issued: IssuedDocument): Promise<void> {
  await query`
    insert into documents.issued (code_hash, sha256, client_id, kind, issued_at)
    values (${issued.codeHash}, ${issued.sha256}, ${issued.clientId}, ${issued.kind}, ${issued.issuedAt})
  `.execute(sql);
}

export async function isCodeIssued(sql: Sql, codeHash: Buffer): Promise<boolean> {
  const { rows } = await query`select from documents.issued where code_hash = ${codeHash}`.execute(sql);
  return rows.length > 0;
}

export async function isFileIssued(sql: Sql, sha256: Buffer): Promise<boolean> {
  const { rows } = await query`select from documents.issued where sha256 = ${sha256} limit 1`.execute(sql);
  return rows.length > 0;
}
