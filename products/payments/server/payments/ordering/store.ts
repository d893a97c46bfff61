/**
 * What an order says beyond amount, payee and reference: its purpose, the payee's own reference, where the payee lives, the bank in between, which failed payment
 * it replaces, which application asked for it, its documents. Rows exist only where something was said. No decisions here;
 * the files are the documents module's, and who ordered is joined from the transactions'.
 */
import type { Document } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { findDocuments, linkDocuments } from '../../../../accounts/server/documents/index.ts';
import {
  findTransaction,
  listOrdered as listTransactions,
  lockTransactions,
  neededToSee,
  type OrderedTransaction,
  type OrderFacts,
  type StoredTransaction,
  type Viewer,
} from '../../../../accounts/server/transactions/index.ts';
import { type Instruction, type Original, plainInstruction } from './order.ts';

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
    insert into payments.instruction (payment_id, purpose, creditor_reference, creditor_address, correspondent, repair_of, application)
    select * from unnest(
      ${said.map(({ id }) => id)}::uuid[],
      ${said.map(({ instruction }) => instruction.purpose)}::text[],
      ${said.map(({ instruction }) => instruction.creditorReference)}::text[],
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
    select payment_id as "paymentId", purpose, creditor_reference as "creditorReference", creditor_address as "creditorAddress", correspondent, repair_of as "repairOf",
      application
    from payments.instruction where payment_id = any(${paymentIds}::uuid[])
  `.execute(db);
  const said = new Map(rows.map(({ paymentId, ...instruction }) => [paymentId, instruction]));
  return new Map(paymentIds.map((id) => [id, said.get(id) ?? plainInstruction]));
}

/**
 * Locks payments that are to be replaced until the transaction ends, so that the second of two orders sees the first. What belongs to a
 * confidential payout is repeated as a payout: an order of its own would show it to everyone.
 */
export async function lockOriginals(db: Sql, ids: readonly string[]): Promise<Map<string, Original>> {
  const locked = await lockTransactions(db, ids);
  const payments = [...locked].filter(([, { audience = 'ALL' }]) => audience === 'ALL');
  const [replacements, repeated] = await Promise.all([
    findReplacements(db, ids),
    sql<{ id: string }>`
      select payment_id as id from payments.repeated where payment_id = any(${ids}::uuid[])
    `.execute(db),
  ]);
  const repeatedIds = new Set(repeated.rows.map(({ id }) => id));
  return new Map(
    payments.map(([id, payment]) => [
      id,
      { ...payment, replacedBy: replacements.get(id) ?? null, isRepeated: repeatedIds.has(id) },
    ]),
  );
}

/** The payments that were sent again, with those that replaced them. */
export async function findReplacements(
  db: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; replacedBy: string }>`
    select repair_of as id, payment_id as "replacedBy" from payments.instruction where repair_of = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, replacedBy }) => [id, replacedBy]));
}

/**
 * Marks failed payments as repeated by a payout, so that they are not sent again by themselves. Locks them first; answers those that were sent again
 * before, which are not marked.
 */
export async function markPaymentsRepeated(db: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  await lockTransactions(db, ids);
  const sentAgain = new Set((await findReplacements(db, ids)).keys());
  await sql`
    insert into payments.repeated (payment_id)
    select unnest(${ids.filter((id) => !sentAgain.has(id))}::uuid[]) on conflict do nothing
  `.execute(db);
  return sentAgain;
}

/** The payout that repeated them was discarded. */
export async function unmarkPaymentsRepeated(db: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from payments.repeated where payment_id = any(${ids}::uuid[])`.execute(db);
}

type Said = Omit<OrderFacts, 'attachments'> & { readonly documentIds: readonly string[] };

/** What the details of a payment show of its order. */
export async function findOrderFacts(db: Sql, paymentId: string): Promise<OrderFacts> {
  const { rows } = await sql<Said>`
    select said.purpose, said.repair_of as "repairOf", said.application,
      (select payment_id from payments.instruction where repair_of = asked.id) as "replacedBy",
      exists (select from payments.repeated where payment_id = asked.id) as "isRepeated",
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

/** Notes documents of payments; they are linked already. */
async function insertAttachments(
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

interface Attaching {
  readonly payment: Pick<StoredTransaction, 'id' | 'clientId' | 'number' | 'audience'>;
  readonly documents: readonly Document[];
}

/** Links documents that were found free to payments that were written. A document belongs to one payment, for good. */
export async function attachDocuments(db: Sql, written: readonly Attaching[]): Promise<void> {
  const attached = written.flatMap(({ payment, documents }) =>
    documents.map(({ id }) => ({ paymentId: payment.id, documentId: id })),
  );
  // First here, where a document that two orders of a group name breaks a constraint, and the group is run again one by one.
  await insertAttachments(db, attached);
  for (const { payment, documents } of written) {
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

export interface OrderedPayment extends OrderedTransaction {
  /** The connected application that requested it in the person's name. */
  readonly application: string | null;
}

/** Newest first, below an id. */
export async function listOrdered(
  db: Sql,
  query: Parameters<typeof listTransactions>[1],
): Promise<OrderedPayment[]> {
  const ordered = await listTransactions(db, query);
  const applications = await findApplications(
    db,
    ordered.map(({ id }) => id),
  );
  return ordered.map((each) => ({ ...each, application: applications.get(each.id) ?? null }));
}
