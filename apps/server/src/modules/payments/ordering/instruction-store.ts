/**
 * What an order says beyond amount, payee and reference: its purpose, where the payee lives, the bank in between, which failed payment
 * it replaces, which application asked for it, its documents. Rows exist only where something was said. SQL only.
 */
import type { PaymentPurpose, PaymentStatus } from '@calmly/contract';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/work.ts';
import type { PostalAddress } from '../../../providers/rail/rail.ts';
import { findDocuments } from '../../documents/index.ts';
import {
  findTransaction,
  lockTransactions,
  type OrderFacts,
  type StoredTransaction,
} from '../../transactions/index.ts';

/** The bank through which the payee's is reached. */
export interface Correspondent {
  readonly bankName: string | null;
  readonly account: string | null;
  readonly bic: string | null;
}

export interface Instruction {
  readonly purpose: PaymentPurpose | null;
  readonly creditorAddress: PostalAddress | null;
  readonly correspondent: Correspondent | null;
  readonly repairOf: string | null;
  /** The connected application that asked for it, by name. */
  readonly application: string | null;
}

export const plainInstruction: Instruction = {
  purpose: null,
  creditorAddress: null,
  correspondent: null,
  repairOf: null,
  application: null,
};

/** Writes what orders said; sends nothing to the database where they said nothing. */
export async function insertInstructions(
  db: Sql,
  payments: ReadonlyArray<{ readonly id: string; readonly instruction: Instruction }>,
): Promise<void> {
  const said = payments.filter(({ instruction }) =>
    Object.values(instruction).some((value) => value !== null),
  );
  if (said.length === 0) return;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await sql`
    insert into payments.instruction (payment_id, purpose, creditor_address, correspondent, repair_of, application)
    select * from unnest(
      ${said.map(({ id }) => id)}::uuid[],
      ${said.map(({ instruction }) => instruction.purpose)}::text[],
      ${said.map(({ instruction }) => json(instruction.creditorAddress))}::jsonb[],
      ${said.map(({ instruction }) => json(instruction.correspondent))}::jsonb[],
      ${said.map(({ instruction }) => instruction.repairOf)}::uuid[],
      ${said.map(({ instruction }) => instruction.application)}::text[]
    )
  `.execute(db);
}

/** The instructions of payments, by their ids; plain where nothing was said. */
export async function findInstructions(
  db: Sql,
  paymentIds: readonly string[],
): Promise<Map<string, Instruction>> {
  const { rows } = await sql<Instruction & { paymentId: string }>`
    select payment_id as "paymentId", purpose, creditor_address as "creditorAddress", correspondent, repair_of as "repairOf",
      application
    from payments.instruction where payment_id = any(${paymentIds}::uuid[])
  `.execute(db);
  const said = new Map(rows.map(({ paymentId, ...instruction }) => [paymentId, instruction]));
  return new Map(paymentIds.map((id) => [id, said.get(id) ?? plainInstruction]));
}

/** A payment that somebody wants to send again. */
export interface Original {
  readonly id: string;
  readonly clientId: string;
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly status: PaymentStatus;
  /** The payment that has replaced it. */
  readonly replacedBy: string | null;
}

/** Locks payments that are to be replaced until the transaction ends, so that the second of two orders sees the first. */
export async function lockOriginals(db: Sql, ids: readonly string[]): Promise<Map<string, Original>> {
  const payments = await lockTransactions(db, ids);
  const { rows } = await sql<{ id: string; replacedBy: string }>`
    select repair_of as id, payment_id as "replacedBy" from payments.instruction where repair_of = any(${ids}::uuid[])
  `.execute(db);
  const replacements = new Map(rows.map(({ id, replacedBy }) => [id, replacedBy]));
  return new Map(
    [...payments].map(([id, payment]) => [id, { ...payment, replacedBy: replacements.get(id) ?? null }]),
  );
}

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

type Said = Omit<OrderFacts, 'attachments'> & { readonly documentIds: readonly string[] };

/** What the details of a payment show of its order. */
export async function findOrderFacts(db: Sql, paymentId: string): Promise<OrderFacts> {
  const { rows } = await sql<Said>`
    select said.purpose, said.repair_of as "repairOf", said.application,
      (select payment_id from payments.instruction where repair_of = asked.id) as "replacedBy",
      (select coalesce(array_agg(document_id::text order by document_id), '{}') from payments.attachment
        where payment_id = asked.id) as "documentIds"
    from (select ${paymentId}::uuid as id) as asked left join payments.instruction as said on said.payment_id = asked.id
  `.execute(db);
  if (!rows[0]) throw new Error('one payment was asked for');
  const { documentIds, ...said } = rows[0];
  return { ...said, attachments: documentIds.length > 0 ? await findDocuments(db, documentIds) : [] };
}

/** The connected applications that requested payments, by payment. */
export async function findApplications(
  db: Sql,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const { rows } = await sql<{ paymentId: string; application: string }>`
    select payment_id as "paymentId", application from payments.instruction
    where payment_id = any(${paymentIds}::uuid[]) and application is not null
  `.execute(db);
  return new Map(rows.map(({ paymentId, application }) => [paymentId, application]));
}

/** The payment that a document belongs to, if it is the client's. */
export async function findAttachedPayment(
  db: Sql,
  clientId: string,
  documentId: string,
): Promise<StoredTransaction | undefined> {
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from payments.attachment where document_id = ${documentId}
  `.execute(db);
  return rows[0] && findTransaction(db, clientId, rows[0].paymentId);
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
