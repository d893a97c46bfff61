/**
 * Receipts of a transaction. Who may see the row may read them; the person who paid may attach and remove them, and so may who has the right to make
 * such payments. The documents module checks and stores the files.
 *
 * Errors in the order checked: `not_found`, `confidential_right_missing` (the line of a confidential payout), `card_right_missing` or
 * `payment_right_missing`, `receipts_full`, `too_many_documents`, `invalid_request` with the field `content`. Source: server page sections 8, 10.
 */
import {
  type Document,
  type EndpointOutput,
  type getReceipt,
  holdsRight,
  type Receipts,
  receiptsMost,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { type Documents, deleteDocuments, findDocuments, linkDocuments } from '../../documents/index.ts';
import { neededToSee, viewerOf } from '../confidential/audience.ts';
import type { Products } from '../products.ts';
import { announce } from '../record.ts';
import { findTransaction } from '../store.ts';
import type { StoredTransaction } from '../transaction.ts';
import {
  deleteReceipt,
  findReceiptIds,
  insertReceipt,
  listReceiptIds,
  lockReceipts,
} from './receipt-store.ts';

const purpose = 'receipt';

export interface ReceiptTools extends Pick<Products, 'receipts'> {
  readonly database: Database;
  readonly documents: Documents;
}

/** `GET /transactions/receipts/{id}`. */
export async function readReceipts(
  work: Work,
  actor: ClientActor,
  { receipts }: ReceiptTools,
  id: string,
): Promise<Receipts> {
  const row = await requireRow(work.sql, actor, id);
  const items = await inOrder(work.sql, await listReceiptIds(work.sql, id));
  const missing = items.length === 0 ? await receipts.missing(work, row) : undefined;
  return {
    status: items.length > 0 ? 'ATTACHED' : missing ? 'MISSING' : 'NOT_NEEDED',
    dueOn: missing?.dueOn ?? null,
    isOverdue: missing?.isOverdue ?? false,
    items,
    canChange: neededRight(row, actor) === undefined,
  };
}

/** `POST /transactions/receipts/{id}`: the file is judged outside of any transaction, then linked. */
export async function attachReceipt(
  work: Work,
  actor: ClientActor,
  { database, documents, receipts }: ReceiptTools,
  { id, fileName }: { readonly id: string; readonly fileName: string },
): Promise<Document> {
  const row = await requireRow(work.sql, actor, id);
  refuseWithoutRight(row, actor);
  await refuseFull(work.sql, id);
  const link = (document: Document) =>
    database.inTransaction(async (sql) => {
      const inside = { ...work, sql };
      await lockReceipts(sql, id);
      const count = (await refuseFull(sql, id)) + 1;
      const { clientId, personId } = actor;
      const { number, audience } = row;
      await linkDocuments(sql, {
        clientId,
        ids: [document.id],
        purpose,
        field: 'content',
        listed: { kind: 'RECEIPT', subjectId: id, about: number, needs: neededToSee(audience) },
      });
      await insertReceipt(sql, { documentId: document.id, transactionId: id, personId, at: work.now });
      await changed(inside, receipts, row, { count, action: 'receipt.attached', file: document.fileName });
      return document;
    });
  return documents.uploadFor(work, actor, { fileName, use: link });
}

/** `DELETE /transactions/receipts/{id}/{documentId}`. */
export async function removeReceipt(
  work: Work,
  actor: ClientActor,
  { receipts }: ReceiptTools,
  { id, documentId }: { readonly id: string; readonly documentId: string },
): Promise<undefined> {
  const { sql } = work;
  const row = await requireRow(sql, actor, id);
  refuseWithoutRight(row, actor);
  await lockReceipts(sql, id);
  const [document] = await findDocuments(sql, [documentId]);
  if (!document || !(await deleteReceipt(sql, id, documentId))) throw new Problem('not_found');
  await deleteDocuments(sql, { clientId: actor.clientId, ids: [documentId], purpose });
  const { length: count } = await listReceiptIds(sql, id);
  await changed(work, receipts, row, { count, action: 'receipt.removed', file: document.fileName });
}

/** `GET /transactions/receipts/{id}/{documentId}`. */
export async function readReceipt(
  { sql }: Work,
  actor: ClientActor,
  { documents }: ReceiptTools,
  { id, documentId }: { readonly id: string; readonly documentId: string },
): Promise<EndpointOutput<typeof getReceipt>> {
  await requireRow(sql, actor, id);
  if (!(await listReceiptIds(sql, id)).includes(documentId)) throw new Problem('not_found');
  const { fileName, mediaType, content } = await documents.requireContent(sql, documentId);
  return { fileName, mediaType, content: content.toString('base64') };
}

/** The file names of the receipts of many transactions; those without are absent. The caller may see them. */
export async function findReceiptNames(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const receipts = await findReceiptIds(sql, ids);
  if (receipts.size === 0) return new Map();
  const documents = await findDocuments(sql, [...receipts.values()].flat());
  const names = new Map(documents.map(({ id, fileName }) => [id, fileName]));
  return new Map(
    [...receipts].map(([id, documentIds]) => [id, documentIds.flatMap((each) => names.get(each) ?? [])]),
  );
}

async function requireRow(sql: Sql, actor: ClientActor, id: string): Promise<StoredTransaction> {
  const row = await findTransaction(sql, viewerOf(actor), id);
  if (!row) throw new Problem('not_found');
  if (row.audience === 'MASK') throw new Problem('confidential_right_missing');
  return row;
}

/** The right that the caller lacks to change a row's receipts; the person who paid needs none. */
export function neededRight(
  { scheme, initiatorId }: Pick<StoredTransaction, 'scheme' | 'initiatorId'>,
  actor: ClientActor,
) {
  if (initiatorId === actor.personId) return undefined;
  const right = scheme.startsWith('CARD') ? 'can_plast_perform' : 'can_request_trans';
  return holdsRight(actor, right) ? undefined : right;
}

function refuseWithoutRight(row: StoredTransaction, actor: ClientActor): void {
  const right = neededRight(row, actor);
  if (right)
    throw new Problem(right === 'can_plast_perform' ? 'card_right_missing' : 'payment_right_missing');
}

/** Returns how many there are. */
async function refuseFull(sql: Sql, id: string): Promise<number> {
  const { length } = await listReceiptIds(sql, id);
  if (length >= receiptsMost) throw new Problem('receipts_full', { params: { most: receiptsMost } });
  return length;
}

async function inOrder(sql: Sql, ids: readonly string[]): Promise<Document[]> {
  const found = new Map((await findDocuments(sql, ids)).map((document) => [document.id, document]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function changed(
  work: Work,
  receipts: Products['receipts'],
  row: StoredTransaction,
  {
    count,
    action,
    file,
  }: {
    readonly count: number;
    readonly action: 'receipt.attached' | 'receipt.removed';
    readonly file: string;
  },
): Promise<void> {
  await receipts.counted(work, row, count);
  await audit(work, { action, details: { payment: row.id, number: row.number, file } });
  await announce(work.sql, [row], 'unmoved');
}
