/** SQL of the receipts of transactions. No decisions here, except which rows lack one. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';

/** Changes of one transaction's receipts run one after the other, without locking its row. */
export async function lockReceipts(sql: Sql, transactionId: string): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`receipts:${transactionId}`}, 0))`.execute(sql);
}

/** The files of a transaction, oldest first. */
export async function listReceiptIds(sql: Sql, transactionId: string): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select document_id as id from transactions.receipt where transaction_id = ${transactionId}
    order by attached_at, document_id`.execute(sql);
  return rows.map(({ id }) => id);
}

/** The files of many transactions, by transaction, oldest first; those without are absent. */
export async function findReceiptIds(
  sql: Sql,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await query<{ id: string; documentIds: string[] }>`
    select transaction_id as id, array_agg(document_id order by attached_at, document_id) as "documentIds"
    from transactions.receipt where transaction_id = any(${transactionIds}::uuid[]) group by 1`.execute(sql);
  return new Map(rows.map(({ id, documentIds }) => [id, documentIds]));
}

/**
 * The condition on a row: the client needs a receipt for it (`needed`) and has none. Rows of confidential payouts and money that came back need
 * none.
 */
export const lacksReceipt = (needed: RawBuilder<unknown>): RawBuilder<unknown> => query`(
  direction = 'DEBIT' and audience = 'ALL' and ${needed}
  and not exists (select from transactions.receipt where transaction_id = id)
  and not exists (select from transactions.returned where payment_id = id))`;

/** The transactions among these that lack a receipt. */
export async function findLacking(
  sql: Sql,
  ids: readonly string[],
  needed: RawBuilder<unknown>,
): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select id from transactions.transaction where id = any(${ids}::uuid[]) and ${lacksReceipt(needed)}`.execute(
    sql,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A document is the receipt of one transaction only; a second one is an error. */
export async function insertReceipt(
  sql: Sql,
  receipt: {
    readonly documentId: string;
    readonly transactionId: string;
    readonly personId: string;
    readonly at: Date;
  },
): Promise<void> {
  await query`
    insert into transactions.receipt (document_id, transaction_id, attached_by, attached_at)
    values (${receipt.documentId}, ${receipt.transactionId}, ${receipt.personId}, ${receipt.at})`.execute(
    sql,
  );
}

/** False where the transaction has no such receipt. */
export async function deleteReceipt(sql: Sql, transactionId: string, documentId: string): Promise<boolean> {
  const { numAffectedRows } = await query`
    delete from transactions.receipt
    where document_id = ${documentId} and transaction_id = ${transactionId}`.execute(sql);
  return numAffectedRows === 1n;
}

/** Ids of all receipts' documents, in their order, after one of them. */
export async function listReceiptDocuments(
  sql: Sql,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select document_id as id from transactions.receipt where document_id > ${after} order by document_id limit ${limit}`.execute(
    sql,
  );
  return rows.map(({ id }) => id);
}
