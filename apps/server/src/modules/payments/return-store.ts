/** Which payments came back, and by which credits. */
import type { PaymentReason } from '@calmly/contract';
import { sql } from 'kysely';
import type { Sql } from '../../platform/work.ts';

export interface StoredReturn {
  readonly paymentId: string;
  /** Null while the money waits in suspense. */
  readonly creditId: string | null;
  readonly reason: PaymentReason;
  readonly at: Date;
}

export async function insertReturns(db: Sql, returns: readonly StoredReturn[]): Promise<void> {
  if (returns.length === 0) return;
  await sql`
    insert into payments.returned (payment_id, credit_id, reason, at)
    select * from unnest(
      ${returns.map(({ paymentId }) => paymentId)}::uuid[],
      ${returns.map(({ creditId }) => creditId)}::uuid[],
      ${returns.map(({ reason }) => reason)}::text[],
      ${returns.map(({ at }) => at.toISOString())}::timestamptz[])
  `.execute(db);
}

/** Which of the payments have come back already. */
export async function knownReturns(db: Sql, paymentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from payments.returned where payment_id = any(${paymentIds}::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The money of a return has left suspense for an account. */
export async function setReturnCredit(db: Sql, paymentId: string, creditId: string): Promise<void> {
  await sql`
    update payments.returned set credit_id = ${creditId} where payment_id = ${paymentId}
  `.execute(db);
}

/** The return that a payment is part of, as the one that came back or as the credit that brought it. */
export async function findReturn(db: Sql, paymentId: string): Promise<StoredReturn | undefined> {
  const { rows } = await sql<StoredReturn>`
    select payment_id as "paymentId", credit_id as "creditId", reason, at from payments.returned where payment_id = ${paymentId}
    union all
    select payment_id, credit_id, reason, at from payments.returned where credit_id = ${paymentId}
  `.execute(db);
  return rows[0];
}
