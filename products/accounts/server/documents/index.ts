/**
 * Documents: files that clients upload, checked by their content, rewritten by the bank and stored sealed; files made and kept by the bank; and the
 * codes of documents that it issues. Owns the schema `documents`.
 * Another module links uploaded documents to its own purpose (`linkDocuments`), lists them (`findDocuments`) and shows them to the people it allows
 * (`requireContent`).
 */
import type { Document } from '@calmly/contract';
import type { Module } from '@calmly/platform/module.ts';
import { sealedIn } from '@calmly/platform/secrets/sealing-keys.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { createIssuer, type Issuer } from './issued/issue.ts';
import { verifyRoutes } from './issued/routes.ts';
import { createKeptFiles, type KeptFiles, placeOf as placeOfPart } from './kept/kept.ts';
import { keptPurges } from './kept/kept-store.ts';
import { documentSearch } from './listing/search.ts';
import { documentRoutes } from './routes.ts';
import {
  type DocumentContent,
  type FileOfBank,
  keepFile,
  placeOf,
  requireContent,
  sealOne,
  sealTask,
  type Upload,
  uploadFor,
} from './service.ts';
import { documentPurge } from './store.ts';

/** Values sealed with the server's keys. */
export const sealedDocuments = sealedIn({
  what: 'documents',
  table: 'documents.document',
  column: 'content',
  condition: 'sealed',
  key: ['id'],
  placeOf,
  atOnce: 2,
});

export const sealedFiles = sealedIn({
  what: 'parts of kept files',
  table: 'documents.kept_part',
  column: 'content',
  key: ['file_id', 'number'],
  placeOf: (id, number) => placeOfPart(id, Number(number)),
  atOnce: 20,
});

export type { DrawnCode, Issuer } from './issued/issue.ts';
export { type DocumentSubject, supersede } from './issued/issued-store.ts';
export { FileTooLarge, type KeptFiles, type WrittenFile } from './kept/kept.ts';
export { findMissingDocuments, findOtherFiles, verifyFiles } from './kept/verify.ts';
export { purgeWithPapers } from './purge-with-papers.ts';
export { linkDocuments, privatePurposes } from './service.ts';
export { deleteDocuments, findDocuments, lockUnusedDocuments } from './store.ts';

export interface Documents extends Module {
  /** A document of any client, unsealed; `not_found` if there is none. */
  readonly requireContent: (sql: Sql, id: string) => Promise<DocumentContent>;
  /** Stores a file like `POST /documents`, for another call that carries one: if `use` fails, it is deleted again. */
  readonly uploadFor: <Result>(
    work: Work,
    actor: ClientActor,
    input: Upload & { readonly use: (document: Document) => Promise<Result> },
  ) => Promise<Result>;
  /** Gives the bank's own PDFs a code that anyone can verify. */
  readonly issue: Issuer;
  /** Files made and kept by the bank. */
  readonly kept: KeptFiles;
  /** Checks and stores a file that staff give a client, to be linked; same errors as an upload. Not in a transaction. */
  readonly keepForClient: (work: Pick<Work, 'sql' | 'newId'>, file: FileOfBank) => Promise<Document>;
}

export interface DocumentsOptions {
  /** The first key seals, all open. */
  readonly secretKeys: readonly Buffer[];
  /** Without a trailing slash. */
  readonly portalUrl: string;
}

/** The first key seals, all open. Codes of issued documents lead to `{portalUrl}/verify`. */
export function createDocumentsModule({ secretKeys, portalUrl }: DocumentsOptions): Documents {
  const box = createSecretBox(secretKeys);
  return {
    name: 'documents',
    search: [documentSearch],
    routes(router) {
      documentRoutes(router, box);
      verifyRoutes(router);
    },
    jobs: { [sealTask]: { lane: 'files', inside: (work) => sealOne(work, box) } },
    purges: [documentPurge, ...keptPurges],
    requireContent: (sql, id) => requireContent(sql, box, id),
    uploadFor: (work, actor, input) => uploadFor(work, box, actor, input),
    issue: createIssuer({ portalUrl }),
    kept: createKeptFiles(box),
    keepForClient: (work, file) => keepFile(work, box, file),
  };
}
