/**
 * Functions on documents: upload, read, use for a purpose. Contents are stored sealed, each bound to its document's id.
 *
 * Errors: `invalid_request` with the field `content` (file_type, file_size, file_damaged, file_pixels, file_protected, file_active),
 * `too_many_documents`, `not_found` for another person's document. Source: server page section 8 (attachments).
 */
import type { Document, DocumentType } from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { checkFile } from './check-file.ts';
import { mayRead, type Reader } from './reader.ts';
import type { Listed } from './store.ts';
import * as store from './store.ts';

export const sealTask = 'seal_documents';

/**
 * Maximum number of uploads that nothing refers to yet; more than a person needs at once, but not a storage service. One colleague cannot use up the
 * others' allowance.
 */
const mostUnused = { person: 20, client: 200 } as const;

export interface Upload {
  readonly fileName: string;
}

/** `POST /documents`, with the file of the call. Not in a transaction: checking a file takes longer than one may stay open. */
export async function upload(
  work: Work,
  box: SecretBox,
  actor: ClientActor,
  input: Upload,
): Promise<Document> {
  const { ofPerson, ofClient } = await store.countUnused(work.sql, actor);
  if (ofPerson >= mostUnused.person || ofClient >= mostUnused.client) throw new Problem('too_many_documents');
  const bytes = work.request?.file;
  if (!bytes) throw badFields({ field: 'content', code: 'required' });
  return keepFile(work, box, { ...input, ...actor, bytes });
}

/** Uploads for another call that carries a file. If that call fails, the document does not count towards the person's allowance. */
export async function uploadFor<Result>(
  work: Work,
  box: SecretBox,
  actor: ClientActor,
  { fileName, use }: Upload & { readonly use: (document: Document) => Promise<Result> },
): Promise<Result> {
  const document = await upload(work, box, actor, { fileName });
  try {
    return await use(document);
  } catch (error) {
    const { clientId, personId } = actor;
    // If even that fails, the purge deletes it within a day.
    await store.deleteUnused(work.sql, { id: document.id, clientId, personId }).catch(() => undefined);
    throw error;
  }
}

/** `DELETE /documents/{id}`: frees its place in the allowance. */
export async function removeUnused(
  sql: Sql,
  { clientId, personId }: ClientActor,
  id: string,
): Promise<undefined> {
  if (!(await store.deleteUnused(sql, { id, clientId, personId }))) throw new Problem('not_found');
}

/** A file from the bank for a client. */
export interface FileOfBank extends Upload {
  readonly clientId: string;
  /** The person it is for. */
  readonly personId: string;
  readonly bytes: Uint8Array;
}

/** Checks a file by its content and stores it, without a purpose. */
export async function keepFile(
  { sql, newId }: Pick<Work, 'sql' | 'newId'>,
  box: SecretBox,
  { clientId, personId, fileName, bytes }: FileOfBank,
): Promise<Document> {
  const verdict = await checkFile(clientId, bytes);
  if (!verdict.ok) throw badFields({ field: 'content', code: verdict.code });
  const { mediaType, file } = verdict;
  const id = newId();
  return store.insertDocument(sql, {
    id,
    clientId,
    personId,
    fileName: fileNameOf(fileName, mediaType),
    mediaType,
    sizeBytes: file.length,
    sealed: box.seal(file, placeOf(id)),
  });
}

/** The place that a document is sealed for. */
export const placeOf = (id: string): string => `document ${id}`;

export interface DocumentContent {
  readonly fileName: string;
  readonly mediaType: DocumentType;
  readonly content: Buffer;
}

/** Purposes whose documents only their own module shows, to the people it allows; `GET /documents/{id}` does not find them. */
export const privatePurposes = { support: 'support' } as const;

const isPrivate = (purpose: string | null): boolean =>
  Object.values<string | null>(privatePurposes).includes(purpose);

/** A document that the reader may see; without a reader any document, for the module that allows it and for the desk. */
export async function requireContent(
  sql: Sql,
  box: SecretBox,
  id: string,
  reader?: Reader,
): Promise<DocumentContent> {
  const document = await store.findContent(sql, id);
  if (!document || (reader && (isPrivate(document.purpose) || !mayRead(reader, document))))
    throw new Problem('not_found');
  const { fileName, mediaType, content, sealed } = document;
  return { fileName, mediaType, content: sealed ? box.open(content, placeOf(id)) : content };
}

/** The job that seals documents stored before sealing was introduced: one document per run, until none is left. */
export async function sealOne({ sql }: Pick<Work, 'sql'>, box: SecretBox): Promise<void> {
  const open = await store.lockUnsealed(sql);
  if (!open) return;
  await store.replaceContent(sql, open.id, box.seal(open.content, placeOf(open.id)));
  await addJobs(sql, [{ task: sealTask, payload: {} }]);
}

/** Links each document to a purpose; if one is another person's, used or gone, all are refused. `field` names the input field. */
export async function linkDocuments(
  sql: Sql,
  use: {
    readonly clientId: string;
    readonly ids: readonly string[];
    readonly purpose: string;
    readonly field: string;
    /** How the client's list shows them; if absent, they are not listed, like identity documents. */
    readonly listed?: Listed;
  },
): Promise<Document[]> {
  const used = await store.setPurpose(sql, use);
  if (used !== use.ids.length) throw badFields({ field: use.field, code: 'document_unknown' });
  return store.findDocuments(sql, use.ids);
}

const extensions: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** The name without folders, with the ending of the actual file type. */
function fileNameOf(name: string, mediaType: DocumentType): string {
  const [base = ''] = name.split(/[/\\]/).slice(-1);
  const stem = base.replace(/\.[^.]*$/, '').replaceAll(/[<>:"|?*]/g, '_') || 'document';
  return `${stem}.${extensions[mediaType]}`;
}
