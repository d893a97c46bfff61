/** The instructions that were handed to the file rail, for the check against the payments. SQL only. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Instructed {
  readonly id: string;
  readonly paymentId: string;
  readonly currency: string;
  /** What is sent. Minor units. */
  readonly amountMinor: bigint;
  /** The account has shown a debit that carried it out. */
  readonly isCarriedOut: boolean;
}

type Row = Omit<Instructed, 'amountMinor'> & { readonly amountMinor: string };

/** In the order of their ids, after one of them. */
export async function listInstructed(
  sql: Sql,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Instructed[]> {
  const { rows } = await query<Row>`
    select id, payment_id as "paymentId", currency, instruction ->> 'instructedAmountMinor' as "amountMinor",
      coalesce(debit_reference, unnamed_debit) is not null as "isCarriedOut"
    from clearing.instruction where id > ${after} order by id limit ${limit}`.execute(sql);
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

/** Those of these payments that were never handed over. */
export async function findNotInstructed(sql: Sql, paymentIds: readonly string[]): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from unnest(${paymentIds}::uuid[]) as payment (id)
    where not exists (select from clearing.instruction where payment_id = payment.id)`.execute(sql);
  return rows.map(({ id }) => id);
}

/** Those of these payments that a report contradicted, waiting or decided: the desk knows them. */
export async function findContradicted(
  sql: Sql,
  paymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select distinct payment_id as id from clearing.exception where payment_id = any(${paymentIds}::uuid[])`.execute(
    sql,
  );
  return new Set(rows.map(({ id }) => id));
}
