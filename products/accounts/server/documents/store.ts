/** SQL of documents. No decisions here. Contents are sealed in both directions. */
import type { Document, DocumentType, ListedKind, Right } from '@calmly/contract';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

interface Row {
  id: string;
  file_name: string;
  media_type: DocumentType;
  size_bytes: number;
  created_at: Date;
}

const columns = query`id, file_name, media_type, size_bytes, created_at`;

const toDocument = (row: Row): Document => ({
  id: row.id,
  fileName: row.file_name,
  mediaType: row.media_type,
  sizeBytes: row.size_bytes,
  createdAt: row.created_at.toISOString(),
});

export interface NewDocument {
  readonly id: string;
  readonly clientId: string;
  readonly personId: string;
  readonly fileName: string;
  readonly mediaType: DocumentType;
  readonly sizeBytes: number;
  readonly sealed: Buffer;
}

/** Without a purpose; purged after a day unless `linkDocuments` gives it one. */
export async function insertDocument(sql: Sql, document: NewDocument): Promise<Document> {
  const { rows } = await query<Row>`
    insert into documents.document (id, client_id, person_id, file_name, media_type, size_bytes, content, sealed)
    values (${document.id}, ${document.clientId}, ${document.personId}, ${document.fileName}, ${document.mediaType},
      ${document.sizeBytes}, ${document.sealed}, true)
    returning ${columns}
  `.execute(sql);
  return toDocument(rows[0] as Row);
}

/** The number of the client's documents without a purpose, and how many of them this person uploaded. */
export async function countUnused(
  sql: Sql,
  { clientId, personId }: { readonly clientId: string; readonly personId: string },
): Promise<{ readonly ofClient: number; readonly ofPerson: number }> {
  const { rows } = await query<{ ofClient: number; ofPerson: number }>`
    select count(*)::int as "ofClient", count(*) filter (where person_id = ${personId})::int as "ofPerson"
    from documents.document where client_id = ${clientId} and purpose is null
  `.execute(sql);
  return rows[0] ?? { ofClient: 0, ofPerson: 0 };
}

/** Documents without their content, by id. */
export async function findDocuments(sql: Sql, ids: readonly string[]): Promise<Document[]> {
  const { rows } = await query<Row>`
    select ${columns} from documents.document where id = any(${ids}::uuid[]) order by id
  `.execute(sql);
  return rows.map(toDocument);
}

export interface UnusedDocument extends Document {
  readonly clientId: string;
}

/** The documents among these without a purpose, locked until the transaction ends. */
export async function lockUnusedDocuments(sql: Sql, ids: readonly string[]): Promise<UnusedDocument[]> {
  const { rows } = await query<Row & { client_id: string }>`
    select ${columns}, client_id from documents.document
    where id = any(${ids}::uuid[]) and purpose is null order by id for no key update
  `.execute(sql);
  return rows.map((row) => ({ ...toDocument(row), clientId: row.client_id }));
}

export interface KeptContent {
  readonly clientId: string;
  readonly fileName: string;
  readonly mediaType: DocumentType;
  readonly content: Buffer;
  readonly needs: readonly Right[];
  readonly purpose: string | null;
  /** False only for documents stored before sealing was introduced, until the job has sealed them. */
  readonly sealed: boolean;
}

/** For any client: the caller decides who may see it. `content` is sealed if `sealed` says so. */
export async function findContent(sql: Sql, id: string): Promise<KeptContent | undefined> {
  const { rows } = await query<KeptContent>`
    select client_id as "clientId", file_name as "fileName", media_type as "mediaType", content, purpose, sealed, needs
    from documents.document where id = ${id}
  `.execute(sql);
  return rows[0];
}

/** One document that is not sealed yet, locked. */
export async function lockUnsealed(sql: Sql): Promise<{ id: string; content: Buffer } | undefined> {
  const { rows } = await query<{ id: string; content: Buffer }>`
    select id, content from documents.document where not sealed order by id limit 1 for update
  `.execute(sql);
  return rows[0];
}

/** Replaces the plain content by the sealed one. */
export async function replaceContent(sql: Sql, id: string, sealed: Buffer): Promise<void> {
  await query`update documents.document set content = ${sealed}, sealed = true where id = ${id}`.execute(sql);
}

/** The kind and subject of a listed document. */
export interface Listed {
  readonly kind: ListedKind;
  /** The payment, payee or request; null if there is no page to show. */
  readonly subjectId: string | null;
  /** The words that the list shows and searches. */
  readonly about: string;
  /** Rights that a reader needs in addition to the right to documents. */
  readonly needs?: readonly Right[];
}

interface Purpose {
  readonly clientId: string;
  readonly ids: readonly string[];
  readonly purpose: string;
  readonly listed?: Listed;
}

/** Gives the client's unused documents with these ids a purpose; returns how many were found. */
export async function setPurpose(sql: Sql, { clientId, ids, purpose, listed }: Purpose): Promise<number> {
  const { kind = null, subjectId = null, about = '', needs = [] } = listed ?? {};
  const { numAffectedRows } = await query`
    update documents.document set purpose = ${purpose}, kind = ${kind}, subject_id = ${subjectId}, about = ${about},
      needs = ${needs}::text[], search = platform.search_text(file_name || E'\n' || ${about}::text)
    where id = any(${ids}::uuid[]) and client_id = ${clientId} and purpose is null
  `.execute(sql);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes documents of a client that a purpose no longer needs. */
export async function deleteDocuments(
  sql: Sql,
  {
    clientId,
    ids,
    purpose,
  }: { readonly clientId: string; readonly ids: readonly string[]; readonly purpose: string },
): Promise<void> {
  await query`
    delete from documents.document where id = any(${ids}::uuid[]) and client_id = ${clientId} and purpose = ${purpose}
  `.execute(sql);
}

/** Deletes a document that this person uploaded for the client and that has no purpose; false if there is none. */
export async function deleteUnused(
  sql: Sql,
  own: { readonly id: string; readonly clientId: string; readonly personId: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    delete from documents.document
    where id = ${own.id} and client_id = ${own.clientId} and person_id = ${own.personId} and purpose is null
  `.execute(sql);
  return numAffectedRows > 0n;
}

/** Uploads older than a day without a purpose. */
export const documentPurge = purgeOf(
  'documents.document',
  "purpose is null and created_at < now() - interval '1 day'",
);
