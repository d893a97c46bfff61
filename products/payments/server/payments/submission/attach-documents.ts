/** Links documents to the payments that name them. A document belongs to one payment, for good. */
import type { Document } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { linkDocuments } from '../../../../accounts/server/documents/index.ts';
import { neededToSee, type StoredTransaction } from '../../../../accounts/server/transactions/index.ts';
import { insertAttachments } from '../ordering/attachment-store.ts';

interface Attaching {
  readonly payment: Pick<StoredTransaction, 'id' | 'clientId' | 'number' | 'audience'>;
  readonly documents: readonly Document[];
}

/** `ordered`: payments that were written, with documents that were found free. */
export async function attachDocuments(db: Sql, ordered: readonly Attaching[]): Promise<void> {
  const attached = ordered.flatMap(({ payment, documents }) =>
    documents.map(({ id }) => ({ paymentId: payment.id, documentId: id })),
  );
  // First here, where a document that two orders of a group name breaks a constraint, and the group is run again one by one.
  await insertAttachments(db, attached);
  for (const { payment, documents } of ordered) {
    if (documents.length === 0) continue;
    const ids = documents.map(({ id }) => id);
    const purpose = `payment ${payment.id}`;
    const { id, clientId, number, audience } = payment;
    await linkDocuments(db, {
      clientId,
      ids,
      purpose,
      field: 'attachments',
      listed: { kind: 'PAYMENT', subjectId: id, about: number, needs: neededToSee(audience) },
    });
  }
}
