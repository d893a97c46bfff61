/** The calls of documents. */
import {
  deleteDocument,
  downloadDocument,
  getDocument,
  listDocuments,
  uploadDocument,
} from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Work } from '@calmly/platform/work.ts';
import { readDocuments } from './listing/list.ts';
import { readerOf } from './reader.ts';
import { removeUnused, requireContent, upload } from './service.ts';

/** An upload runs outside transactions: checking a file may take longer than a transaction may stay open. */
export function documentRoutes(router: Router, box: SecretBox): void {
  router.own(uploadDocument, (work, { body }) => upload(work, box, requireActor(work), body));
  router.write(deleteDocument, (work, { params }) => removeUnused(work.sql, requireActor(work), params.id));
  router.read(getDocument, async (work, { params }) => {
    const { fileName, mediaType, content } = await requireContent(
      work.sql,
      box,
      params.id,
      readerOf(requireActor(work)),
    );
    return { fileName, mediaType, content: content.toString('base64') };
  });
  router.read(listDocuments, (work, { query }) => readDocuments(work, query));
  router.read(downloadDocument, (work, { params }) =>
    requireContent(work.sql, box, params.id, readerOf(requireActor(work))),
  );
}

function requireActor({ actor }: Work) {
  if (actor.kind !== 'client') throw new Problem('unauthenticated');
  return actor;
}
