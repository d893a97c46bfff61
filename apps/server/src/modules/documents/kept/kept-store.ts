/** SQL of files that the bank keeps. */
import type { Right } from '@calmly/contract';
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';

export interface NewKept {
  readonly id: string;
  readonly clientId: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly subjectId: string;
  readonly about: string;
  readonly needs: readonly Right[];
  readonly hiddenFrom: Right | null;
  readonly version: number;
  /** Null: as long as the client is one. */
  readonly keepUntil: Date | null;
}

export async function insertKept(sql: Sql, kept: NewKept, now: Date): Promise<void> {
  await query`
    insert into documents.document (id, client_id, file_name, media_type, size_bytes, sealed, kind, subject_id, about, needs, hidden_from,
      version, keep_until, search, created_at)
    values (${kept.id}, ${kept.clientId}, ${kept.fileName}, ${kept.mediaType}, 0, true, 'STATEMENT', ${kept.subjectId}, ${kept.about},
      ${kept.needs}::text[], ${kept.hiddenFrom}, ${kept.version}, ${kept.keepUntil},
      platform.search_text(${kept.fileName}::text || E'\n' || ${kept.about}::text), ${now})
  `.execute(sql);
}

export async function insertPart(sql: Sql, id: string, number: number, sealed: Buffer): Promise<void> {
  await query`insert into documents.part (document_id, number, content) values (${id}, ${number}, ${sealed})`.execute(
    sql,
  );
}

export async function setSize(sql: Sql, id: string, size: number): Promise<void> {
  await query`update documents.document set size_bytes = ${size} where id = ${id}`.execute(sql);
}

/** Marks a document as replaced by a newer version. */
export async function setReplaced(sql: Sql, id: string, by: string): Promise<void> {
  await query`update documents.document set replaced_by = ${by} where id = ${id}`.execute(sql);
}

interface Kept {
  readonly clientId: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly needs: readonly Right[];
  readonly hiddenFrom: Right | null;
  /** Null where the content is in parts. */
  readonly content: Buffer | null;
}

/** A listed document. */
export async function findKept(sql: Sql, id: string): Promise<Kept | undefined> {
  const { rows } = await query<Kept>`
    select client_id as "clientId", file_name as "fileName", media_type as "mediaType", needs, hidden_from as "hiddenFrom", content
    from documents.document where id = ${id} and kind is not null and (keep_until is null or keep_until > now())
  `.execute(sql);
  return rows[0];
}

export async function findPart(sql: Sql, id: string, number: number): Promise<Buffer | undefined> {
  const { rows } = await query<{ content: Buffer }>`
    select content from documents.part where document_id = ${id} and number = ${number}
  `.execute(sql);
  return rows[0]?.content;
}
