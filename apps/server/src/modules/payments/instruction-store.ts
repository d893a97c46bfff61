/**
 * What an order says beyond amount, payee and reference: its purpose, where the payee lives, the bank in between, which failed payment
 * it replaces, which application asked for it, its documents. Rows exist only where something was said. SQL only.
 */
import type { PaymentPurpose, PaymentStatus } from '@calmly/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import type { PostalAddress } from '../../providers/rail/rail.ts';

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

/** The part of a statement that writes instructions; none where nothing is said. */
export function insertInstructions(
  payments: ReadonlyArray<{ readonly id: string; readonly instruction: Instruction }>,
): RawBuilder<unknown> | undefined {
  const said = payments.filter(({ instruction }) =>
    Object.values(instruction).some((value) => value !== null),
  );
  if (said.length === 0) return undefined;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return sql`
    insert into payments.instruction (payment_id, purpose, creditor_address, correspondent, repair_of, application)
    select * from unnest(
      ${said.map(({ id }) => id)}::uuid[],
      ${said.map(({ instruction }) => instruction.purpose)}::text[],
      ${said.map(({ instruction }) => json(instruction.creditorAddress))}::jsonb[],
      ${said.map(({ instruction }) => json(instruction.correspondent))}::jsonb[],
      ${said.map(({ instruction }) => instruction.repairOf)}::uuid[],
      ${said.map(({ instruction }) => instruction.application)}::text[]
    )
  `;
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

/** Payments that are to be replaced, locked until the transaction ends, so that of two who do it the second sees the first. */
export async function lockOriginals(db: Sql, ids: readonly string[]): Promise<Map<string, Original>> {
  await sql`select from payments.payment where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    db,
  );
  const { rows } = await sql<Original>`
    select payment.id, client_id as "clientId", direction, status, replacement.payment_id as "replacedBy"
    from payments.payment left join payments.instruction as replacement on replacement.repair_of = payment.id
    where payment.id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
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

/** What the drawer shows besides the payment itself. */
export interface Particulars {
  readonly purpose: PaymentPurpose | null;
  readonly repairOf: string | null;
  readonly replacedBy: string | null;
  readonly application: string | null;
  readonly documentIds: readonly string[];
}

export async function findParticulars(db: Sql, paymentId: string): Promise<Particulars> {
  const { rows } = await sql<Particulars>`
    select said.purpose, said.repair_of as "repairOf", said.application,
      (select payment_id from payments.instruction where repair_of = asked.id) as "replacedBy",
      (select coalesce(array_agg(document_id::text order by document_id), '{}') from payments.attachment
        where payment_id = asked.id) as "documentIds"
    from (select ${paymentId}::uuid as id) as asked left join payments.instruction as said on said.payment_id = asked.id
  `.execute(db);
  if (!rows[0]) throw new Error('one payment was asked for');
  return rows[0];
}

/** The payment that a document goes with, when it is the client's. */
export async function findAttachedPayment(
  db: Sql,
  clientId: string,
  documentId: string,
): Promise<{ readonly accountId: string } | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from payments.attachment join payments.payment on payment.id = payment_id
    where document_id = ${documentId} and client_id = ${clientId}
  `.execute(db);
  return rows[0];
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
