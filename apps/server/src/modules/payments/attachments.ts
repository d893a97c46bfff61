/**
 * The documents of payments: those that an order names go with it, others are handed in while the payment is on its way, and whoever may
 * see documents reads them. A document goes with one payment, for good.
 * Errors: not_found (another client's too), payment_state, and `invalid_request` with `attachments` (too_many, document_unknown).
 */
import { attachmentLimit, type Document } from '@calmly/contract';
import { isFinal } from '@calmly/domain';
import type { Database } from '../../platform/database.ts';
import { badFields, Problem } from '../../platform/problem.ts';
import type { Sql, Work } from '../../platform/work.ts';
import { type Documents, linkDocuments } from '../documents/index.ts';
import { requireClientActor } from '../identity/index.ts';
import {
  announce,
  findTransaction,
  lockTransactions,
  type StoredTransaction,
} from '../transactions/index.ts';
import { documentArrived } from './decide.ts';
import { countAttachments, findAttachedPayment, insertAttachments } from './instruction-store.ts';

interface Attaching {
  readonly payment: Pick<StoredTransaction, 'id' | 'clientId'>;
  readonly documents: readonly Document[];
}

/** Lets documents that were found free go with payments that were written. */
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
    await linkDocuments(db, { clientId: payment.clientId, ids, purpose, field: 'attachments' });
  }
}

/** `POST /transactions/media/{id}`. Not in a transaction as a whole: judging a file takes longer than one may stand open. */
export async function addAttachment(
  { database, upload }: { readonly database: Database } & Pick<Documents, 'upload'>,
  work: Work,
  paymentId: string,
  input: { readonly fileName?: string | undefined },
): Promise<Document> {
  const actor = requireClientActor(work);
  requireOpen(await findTransaction(work.sql, actor.clientId, paymentId));
  const document = await upload(work, actor, { fileName: input.fileName ?? 'document' });
  await database.inTransaction(async (db) => {
    const payment = requireOpen((await lockTransactions(db, [paymentId])).get(paymentId));
    if ((await countAttachments(db, paymentId)) >= attachmentLimit)
      throw badFields({
        field: 'attachments',
        code: 'too_many_attachments',
        params: { max: attachmentLimit },
      });
    await attachDocuments(db, [{ payment, documents: [document] }]);
    await documentArrived({ sql: db, now: work.now }, payment, actor.displayName);
    await announce(db, [payment], 'unmoved');
  });
  return document;
}

function requireOpen(payment: StoredTransaction | undefined): StoredTransaction {
  if (!payment) throw new Problem('not_found');
  if (payment.direction !== 'DEBIT' || isFinal(payment.status)) throw new Problem('payment_state');
  return payment;
}

/** A document of a payment that the actor may see. */
export async function readAttachment(
  { requireContent }: Pick<Documents, 'requireContent'>,
  work: Work,
  documentId: string,
) {
  const { clientId, application } = requireClientActor(work);
  const payment = await findAttachedPayment(work.sql, clientId, documentId);
  const isHidden = payment && application?.accountIds.includes(payment.accountId) === false;
  if (!payment || isHidden) throw new Problem('not_found');
  const { fileName, mediaType, content } = await requireContent(work.sql, documentId);
  return { fileName, mediaType, content: content.toString('base64') };
}
