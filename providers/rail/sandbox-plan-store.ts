/** SQL of the sandbox rail's planned events. */
import type { PaymentReason } from '@calmly/contract';
import { binaryUuids } from '@calmly/platform/postgres/values.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';

export interface Plan {
  readonly paymentId: string;
  readonly outcome: 'settled' | 'returned';
  /** Why it is sent back, and how much of it. */
  readonly reason: PaymentReason | null;
  readonly amountMinor: bigint | null;
  /** By the bank's calendar. */
  readonly dueAt: Date;
}

/** Plans one thing per payment; a later plan replaces the earlier. */
export async function insertPlans(db: Sql, plans: readonly Plan[]): Promise<void> {
  await sql`
    insert into rail.sandbox_plan (payment_id, outcome, reason, amount_minor, due_at)
    select * from unnest(
      ${plans.map(({ paymentId }) => paymentId)}::uuid[],
      ${plans.map(({ outcome }) => outcome)}::text[],
      ${plans.map(({ reason }) => reason)}::text[],
      ${plans.map(({ amountMinor }) => amountMinor?.toString() ?? null)}::numeric[],
      ${plans.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[])
    on conflict (payment_id) do update set
      outcome = excluded.outcome, reason = excluded.reason, amount_minor = excluded.amount_minor, due_at = excluded.due_at
  `.execute(db);
}

/** Takes out of the plan what has fallen due. */
export async function takeDue(db: Sql, by: Date): Promise<Plan[]> {
  const { rows } = await sql<Omit<Plan, 'amountMinor'> & { amountMinor: string | null }>`
    delete from rail.sandbox_plan where due_at <= ${by}
    returning payment_id as "paymentId", outcome, reason, amount_minor as "amountMinor", due_at as "dueAt"
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    amountMinor: row.amountMinor === null ? null : BigInt(row.amountMinor),
  }));
}

/** Which of the payments are planned, and for when. */
export async function plannedAmong(db: Sql, paymentIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; dueAt: Date }>`
    select payment_id as id, due_at as "dueAt" from rail.sandbox_plan where payment_id = any(${paymentIds}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt]));
}

/** A tester has decided: nothing more is planned or reported. */
export async function setDecided(db: Sql, paymentId: string): Promise<void> {
  await sql`delete from rail.sandbox_plan where payment_id = ${paymentId}`.execute(db);
  await sql`insert into rail.sandbox_decided (payment_id) values (${paymentId}) on conflict do nothing`.execute(
    db,
  );
}

/** Which of the payments are planned for later or were decided by a tester. */
export async function heldBackAmong(db: Sql, paymentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with asked (ids) as (values (${binaryUuids(paymentIds)}::uuid[]))
    select payment_id as id from rail.sandbox_plan where payment_id = any((select ids from asked)::uuid[])
    union all
    select payment_id from rail.sandbox_decided where payment_id = any((select ids from asked)::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** When the next falls due; undefined when nothing is planned. */
export async function nextDue(db: Sql): Promise<Date | undefined> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(due_at) as "dueAt" from rail.sandbox_plan
  `.execute(db);
  return rows[0]?.dueAt ?? undefined;
}
