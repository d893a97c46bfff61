/**
 * The documents of payments: those that an order names go with it, others are handed in while the payment is on its way, and everyone who may
 * see documents reads them. A document goes with one payment, for good.
 * Errors: not_found (another client's too), payment_state, and `invalid_request` with `attachments` (too_many, document_unknown).
 */
import { attachmentLimit, type Document } from '@calmly/contract';
import { isFinal } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Documents } from '../../../accounts/server/documents/index.ts';
import {
  announce,
  appendSteps,
  findTransaction,
  lockTransactions,
  type Step,
  type StoredTransaction,
  viewerOf,
} from '../../../accounts/server/transactions/index.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { attachDocuments, countAttachments, findAttachedPayment } from './ordering/store.ts';

/** `POST /transactions/media/{id}`. Not in a transaction as a whole: judging a file takes longer than one may stand open. */
export async function addAttachment(
  { database, uploadFor }: { readonly database: Database } & Pick<Documents, 'uploadFor'>,
  work: Work,
  paymentId: string,
  input: { readonly fileName?: string | undefined },
): Promise<Document> {
  const actor = requireClientActor(work);
  requireOpen(await findTransaction(work.sql, viewerOf(actor), paymentId));
  const link = (document: Document) =>
    database.inTransaction(async (db) => {
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
      return document;
    });
  return uploadFor(work, actor, { fileName: input.fileName ?? 'document', use: link });
}

/** The desk looks again at a held payment when the client hands in the document that it waits for. The payment is locked. */
async function documentArrived(
  work: Pick<Work, 'sql' | 'now'>,
  payment: StoredTransaction,
  actor: string,
): Promise<void> {
  if (payment.status !== 'HOLD_OTHER') return;
  const step: Step = { status: 'UNDER_REVIEW', at: work.now, actor, reason: 'document_received' };
  await appendSteps(work.sql, [{ transaction: payment, steps: [step] }]);
}

function requireOpen(payment: StoredTransaction | undefined): StoredTransaction {
  if (!payment) throw new Problem('not_found');
  if (payment.direction !== 'DEBIT' || payment.audience === 'MASK' || isFinal(payment.status))
    throw new Problem('payment_state');
  return payment;
}

/** A document of a payment that the actor may see. */
export async function readAttachment(
  { requireContent }: Pick<Documents, 'requireContent'>,
  work: Work,
  documentId: string,
) {
  const actor = requireClientActor(work);
  const payment = await findAttachedPayment(work.sql, viewerOf(actor), documentId);
  if (!payment) throw new Problem('not_found');
  const { fileName, mediaType, content } = await requireContent(work.sql, documentId);
  return { fileName, mediaType, content: content.toString('base64') };
}
