/**
 * Documents about a payee: proof of identity (PRINCIPAL) and others (SECONDARY). The documents module checks and stores the file; this
 * module links it to the payee.
 *
 * Errors: `not_found`, `beneficiary_deleted`, `beneficiary_documents_full`, `too_many_documents`, `invalid_request` with the field `content`. Source: specification
 * sections 3, 7; server page section 7.
 */
import type { Document, DocumentKind, PayeeDocument } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { type Documents, findDocuments, linkDocuments } from '../../../accounts/server/documents/index.ts';
import { type BeneficiaryKey, findBeneficiaries } from '../store.ts';
import { lockForChange } from '../write.ts';
import { countDocuments, insertDocument, listDocuments } from './store.ts';

/** Of one payee: a contract for each year, and then some. */
const mostDocuments = 50;

const purpose = 'payee';

interface Paper {
  readonly kind: DocumentKind;
  readonly fileName: string;
}

/** `POST /beneficiaries/media/{id}`: the file is judged outside of any transaction, then linked. */
export async function addDocument(
  work: Work,
  actor: ClientActor,
  { database, documents }: { readonly database: Database; readonly documents: Documents },
  id: string,
  { kind, fileName }: Paper,
): Promise<PayeeDocument> {
  const key = { clientId: actor.clientId, id };
  const [payee] = await findBeneficiaries(work.sql, [key]);
  if (!payee) throw new Problem('not_found');
  const link = (document: Document) =>
    database.inTransaction(async (sql) => {
      const { name } = await lockForChange(sql, key);
      if ((await countDocuments(sql, key)) >= mostDocuments)
        throw new Problem('beneficiary_documents_full', { params: { most: mostDocuments } });
      await linkDocuments(sql, {
        clientId: key.clientId,
        ids: [document.id],
        purpose,
        field: 'content',
        listed: { kind: 'PAYEE', subjectId: key.id, about: name },
      });
      await insertDocument(sql, key, { id: document.id, kind, addedBy: actor.personId });
      await audit(
        { ...work, sql },
        { action: 'payee.document_added', details: { payeeId: key.id, name, kind } },
      );
      return { ...document, kind };
    });
  return documents.uploadFor(work, actor, { fileName, use: link });
}

/** The documents about a payee, newest first; `before` is the last one of the page before. */
export async function listPage(
  sql: Sql,
  key: BeneficiaryKey,
  page: { readonly limit: number; readonly before: string | undefined },
): Promise<PayeeDocument[]> {
  const [payee] = await findBeneficiaries(sql, [key]);
  if (!payee) throw new Problem('not_found');
  const kept = await listDocuments(sql, key, page);
  const files = await findDocuments(
    sql,
    kept.map(({ id }) => id),
  );
  const byId = new Map(files.map((file) => [file.id, file]));
  return kept.flatMap(({ id, kind }) => {
    const file = byId.get(id);
    return file ? [{ ...file, kind }] : [];
  });
}
