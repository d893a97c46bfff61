/** SQL of the receipts of transactions. No decisions here. */
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';

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
