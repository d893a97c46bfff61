/** Which documents belong to which payments. SQL only. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import {
  findTransaction,
  type StoredTransaction,
  type Viewer,
} from '../../../../accounts/server/transactions/index.ts';

/** Notes documents of payments; they are linked already. */
export async function insertAttachments(
  db: Sql,
  attached: ReadonlyArray<{ readonly paymentId: string; readonly documentId: string }>,
): Promise<void> {
  if (attached.length === 0) return;
  await sql`
    insert into payments.attachment (payment_id, document_id)
    select * from unnest(
      ${attached.map(({ paymentId }) => paymentId)}::uuid[],
      ${attached.map(({ documentId }) => documentId)}::uuid[]
    )
  `.execute(db);
}

/** The payment that a document belongs to, if the viewer may see it. */
export async function findAttachedPayment(
  db: Sql,
  viewer: Viewer,
  documentId: string,
): Promise<StoredTransaction | undefined> {
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from payments.attachment where document_id = ${documentId}
  `.execute(db);
  return rows[0] && findTransaction(db, viewer, rows[0].paymentId);
}

/** The documents of a payment, by id. */
export async function listAttachmentIds(db: Sql, paymentId: string): Promise<string[]> {
  const { rows } = await sql<{ documentId: string }>`
    select document_id as "documentId" from payments.attachment where payment_id = ${paymentId} order by document_id
  `.execute(db);
  return rows.map(({ documentId }) => documentId);
}

/** How many documents a payment has. */
export async function countAttachments(db: Sql, paymentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payments.attachment where payment_id = ${paymentId}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ids of documents of all payments, in their order, after one of them. */
export async function listAttachedDocuments(
  db: Sql,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select document_id as id from payments.attachment where document_id > ${after} order by document_id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
