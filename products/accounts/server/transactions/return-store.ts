/** Which transactions were returned, and by which credits. SQL only. */
import type { PaymentReason } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';

export interface StoredReturn {
  readonly paymentId: string;
  /** Null while the money is in suspense. */
  readonly creditId: string | null;
  readonly reason: PaymentReason;
  readonly at: Date;
}

/** A payment is returned once; a second return is an error. */
export async function insertReturns(db: Sql, returns: readonly StoredReturn[]): Promise<void> {
  if (returns.length === 0) return;
  await sql`
    insert into transactions.returned (payment_id, credit_id, reason, at)
    select * from unnest(
      ${returns.map(({ paymentId }) => paymentId)}::uuid[],
      ${returns.map(({ creditId }) => creditId)}::uuid[],
      ${returns.map(({ reason }) => reason)}::text[],
      ${returns.map(({ at }) => at.toISOString())}::timestamptz[])
  `.execute(db);
}

/** Which of these were returned already. */
export async function knownReturns(db: Sql, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from transactions.returned where payment_id = any(${ids}::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Links a return whose money has left suspense to its credit. */
export async function setReturnCredit(db: Sql, paymentId: string, creditId: string): Promise<void> {
  await sql`
    update transactions.returned set credit_id = ${creditId} where payment_id = ${paymentId}
  `.execute(db);
}

/** The return that a transaction is part of: as the one that was returned, or as its credit. */
export async function findReturn(db: Sql, id: string): Promise<StoredReturn | undefined> {
  const { rows } = await sql<StoredReturn>`
    select payment_id as "paymentId", credit_id as "creditId", reason, at
    from transactions.returned where payment_id = ${id}
    union all
    select payment_id, credit_id, reason, at from transactions.returned where credit_id = ${id}
  `.execute(db);
  return rows[0];
}

/** The payouts whose payments these credits brought back, by credit. */
export async function payoutsOfCredits(
  db: Sql,
  creditIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (creditIds.length === 0) return new Map();
  const { rows } = await sql<{ creditId: string; payoutId: string }>`
    select credit_id as "creditId", payout_id as "payoutId"
    from transactions.returned join transactions.transaction as payment on payment.id = payment_id
    where credit_id = any(${creditIds}::uuid[]) and payout_id is not null
  `.execute(db);
  return new Map(rows.map(({ creditId, payoutId }) => [creditId, payoutId]));
}
