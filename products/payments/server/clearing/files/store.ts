/** The file rail's memory in the database: instructions, the batches they left in, and the files that were read. SQL only. */

import type { Sql } from '@calmly/platform/work.ts';
import type { ExternalScheme, RailInstruction } from '@calmly/providers/rail/rail.ts';
import { sql } from 'kysely';

export interface StoredInstruction {
  /** InstrId in the file. */
  readonly id: string;
  readonly instruction: RailInstruction;
}

export interface Batch {
  readonly id: string;
  readonly scheme: ExternalScheme;
  readonly createdAt: Date;
  readonly preparedAt: Date | null;
  readonly preparedAs: string | null;
  readonly writtenAt: Date | null;
}

/** In the transaction of the order. They wait until `formBatches` takes them. */
export async function insertInstructions(db: Sql, items: readonly StoredInstruction[]): Promise<void> {
  await sql`
    insert into clearing.instruction (id, payment_id, scheme, currency, instruction)
    select * from unnest(
      ${items.map(({ id }) => id)}::uuid[],
      ${items.map(({ instruction }) => instruction.paymentId)}::uuid[],
      ${items.map(({ instruction }) => instruction.scheme)}::text[],
      ${items.map(({ instruction }) => instruction.currency)}::text[],
      ${items.map(({ instruction }) => JSON.stringify(instruction))}::jsonb[])
  `.execute(db);
}

/** Puts what waits into new batches, one for each scheme and currency, at most so many in one; the batches' ids. */
export async function formBatches(
  db: Sql,
  { now, newId, atMost }: { readonly now: Date; readonly newId: () => string; readonly atMost: number },
): Promise<string[]> {
  // One after the other: of two that form batches at the same time both would take what waits.
  await sql`select pg_advisory_xact_lock(hashtextextended('clearing.batch', 0))`.execute(db);
  const formed: string[] = [];
  for (;;) {
    const { rows } = await sql<{ scheme: string; currency: string }>`
      select scheme, currency from clearing.instruction where batch_id is null order by id limit 1
    `.execute(db);
    const [next] = rows;
    if (!next) return formed;
    const id = newId();
    await sql`
      insert into clearing.batch (id, scheme, currency, created_at) values (${id}, ${next.scheme}, ${next.currency}, ${now})
    `.execute(db);
    await sql`
      update clearing.instruction set batch_id = ${id} where batch_id is null and id in (
        select id from clearing.instruction
        where batch_id is null and scheme = ${next.scheme} and currency = ${next.currency} order by id limit ${atMost})
    `.execute(db);
    formed.push(id);
  }
}

/** Throws if there is none. Takes no lock. */
export async function requireBatch(db: Sql, id: string): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select id, scheme, created_at as "createdAt", prepared_at as "preparedAt", prepared_as as "preparedAs",
      written_at as "writtenAt"
    from clearing.batch where id = ${id}
  `.execute(db);
  if (!rows[0]) throw new Error(`there is no batch ${id}`);
  return rows[0];
}

/** A batch's instructions in the order of the file. */
export async function listInstructions(db: Sql, batchId: string): Promise<StoredInstruction[]> {
  const { rows } = await sql<StoredInstruction>`
    select id, instruction from clearing.instruction where batch_id = ${batchId} order by id
  `.execute(db);
  return rows;
}

/**
 * A temporary file is whole and on disk: from now on the first one is renamed, and none is written again. Answers the name of the first,
 * which another writer may have noted; null for one of a server of an earlier version.
 */
export async function setPrepared(db: Sql, batchId: string, name: string): Promise<string | null> {
  const { rows } = await sql<{ preparedAs: string | null }>`
    update clearing.batch set prepared_at = coalesce(prepared_at, now()),
      prepared_as = case when prepared_at is null then ${name} else prepared_as end
    where id = ${batchId} returning prepared_as as "preparedAs"
  `.execute(db);
  if (!rows[0]) throw new Error(`there is no batch ${batchId}`);
  return rows[0].preparedAs;
}

/** The file is in the outbox under its final name. */
export async function setWritten(db: Sql, batchId: string): Promise<void> {
  await sql`update clearing.batch set written_at = now() where id = ${batchId}`.execute(db);
}

export interface FoundInstruction extends StoredInstruction {
  /** No later one was given for its payment. */
  readonly isLatest: boolean;
  /** Of the debit that carried it out, where the bank gave one. */
  readonly debitReference: string | null;
  /** The one that we made where the bank gave none. */
  readonly unnamedDebit: string | null;
  /** Second references that the bank gave debits of its payment. */
  readonly otherDebitReferences: readonly string[];
  /** Either of the first two, of a debit that carried out another instruction of its payment. */
  readonly otherDebit: string | null;
}

/** Instructions by their own ids, by the ids of their payments, and by end-to-end ids that are not made out of these. */
export async function findInstructions(
  db: Sql,
  by: {
    readonly ids: readonly string[];
    readonly paymentIds?: readonly string[];
    readonly ownEndToEndIds?: readonly string[];
  },
): Promise<FoundInstruction[]> {
  const { rows } = await sql<FoundInstruction>`
    select i.id, i.instruction, i.debit_reference as "debitReference", i.unnamed_debit as "unnamedDebit", not exists (
      select from clearing.instruction later where later.payment_id = i.payment_id and later.id > i.id) as "isLatest", (
      select coalesce(other.debit_reference, other.unnamed_debit) from clearing.instruction other
      where other.payment_id = i.payment_id and other.id <> i.id and coalesce(other.debit_reference, other.unnamed_debit) is not null
      limit 1) as "otherDebit", array(
      select each.other_debit_reference from clearing.instruction each
      where each.payment_id = i.payment_id and each.other_debit_reference is not null) as "otherDebitReferences"
    from clearing.instruction i
    where i.id = any(${by.ids}::uuid[]) or i.payment_id = any(${by.paymentIds ?? []}::uuid[])
      or i.instruction ->> 'endToEndId' = any(${by.ownEndToEndIds ?? []}::text[])
        and i.instruction ->> 'endToEndId' <> upper(replace(i.payment_id::text, '-', ''))
  `.execute(db);
  return rows;
}

/** Remembers which debits carried instructions out, by the instructions' ids. `isNamed`: the bank gave the reference. `entryKey`: null for a repeated debit. */
export async function setDebitReferences(
  db: Sql,
  debits: ReadonlyMap<
    string,
    {
      readonly reference: string;
      readonly otherReference: string | null;
      readonly isNamed: boolean;
      readonly entryKey: string | null;
    }
  >,
): Promise<void> {
  if (debits.size === 0) return;
  const told = [...debits.values()];
  await sql`
    update clearing.instruction i set
      debit_reference = coalesce(i.debit_reference, case when d.is_named then d.reference end),
      unnamed_debit = coalesce(i.unnamed_debit, case when not d.is_named then d.reference end),
      other_debit_reference = coalesce(i.other_debit_reference,
        case when i.debit_reference is null and i.unnamed_debit is null then d.other_reference end),
      debit_entry = coalesce(i.debit_entry, case when i.debit_reference is null and i.unnamed_debit is null then d.entry_key end)
    from unnest(${[...debits.keys()]}::uuid[], ${told.map(({ reference }) => reference)}::text[], ${told.map(({ otherReference }) => otherReference)}::text[],
      ${told.map(({ isNamed }) => isNamed)}::boolean[], ${told.map(({ entryKey }) => entryKey)}::text[]
    ) as d (id, reference, other_reference, is_named, entry_key)
    where i.id = d.id
  `.execute(db);
}

export interface InboxFile {
  readonly hash: Buffer;
  readonly name: string;
}

/** Notes a file as read. The earlier reading, when these bytes were read before under any name. */
export async function insertInboxFile(
  db: Sql,
  file: InboxFile & {
    readonly message: string;
    readonly at: Date;
    readonly reports: number;
    readonly credits: number;
  },
): Promise<{ readonly name: string; readonly readAt: Date } | undefined> {
  const { numAffectedRows } = await sql`
    insert into clearing.inbox_file (hash, name, message, read_at, reports, credits)
    values (${file.hash}, ${file.name}, ${file.message}, ${file.at}, ${file.reports}, ${file.credits})
    on conflict (hash) do nothing
  `.execute(db);
  return numAffectedRows === 1n ? undefined : findInboxFile(db, file.hash);
}

/** When these bytes were read, and under which name. */
export async function findInboxFile(
  db: Sql,
  hash: Buffer,
): Promise<{ readonly name: string; readonly readAt: Date } | undefined> {
  const { rows } = await sql<{ name: string; readAt: Date }>`
    select name, read_at as "readAt" from clearing.inbox_file where hash = ${hash}
  `.execute(db);
  return rows[0];
}
