/** SQL of screening: payments that wait for the desk with what was found about them, and what clients have paid in a day without a review. */
import { heldStatuses, type PaymentStatus } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { ScreeningResult } from '@calmly/providers/screening/screening.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  findTransactions,
  idsOfPayout,
  type StoredTransaction,
} from '../../../../accounts/server/transactions/index.ts';
import { noteReviewed } from '../payout-news.ts';

/** What screening said of a payment. */
export interface Screened {
  readonly paymentId: string;
  /** Whose payment it is. */
  readonly clientId: string;
  readonly at: Date;
  readonly result: ScreeningResult | undefined;
}

/** A held payment with what was found. */
export interface Held {
  readonly payment: StoredTransaction;
  readonly since: Date;
  readonly rule: string | null;
  readonly found: string | null;
}

/** Lists those that are held for the desk; says nothing to the database when none is. */
export async function recordHeld(db: Sql, screened: readonly Screened[]): Promise<void> {
  const held = screened.flatMap(({ result, ...each }) =>
    result && result.outcome !== 'clear' ? [{ ...each, result }] : [],
  );
  if (held.length === 0) return;
  await sql`
    insert into payments.held (payment_id, client_id, since, rule, found)
    select * from unnest(
      ${held.map(({ paymentId }) => paymentId)}::uuid[], ${held.map(({ clientId }) => clientId)}::uuid[],
      ${held.map(({ at }) => at.toISOString())}::timestamptz[],
      ${held.map(({ result }) => result.rule)}::text[], ${held.map(({ result }) => result.found ?? null)}::text[]
    )
  `.execute(db);
}

/** It no longer needs a decision at the desk. */
export async function endHeld(db: Sql, payment: StoredTransaction, at: Date): Promise<void> {
  await sql`update payments.held set ended_at = ${at} where payment_id = ${payment.id}`.execute(db);
  await noteReviewed(db, payment);
}

type Row = Omit<Held, 'payment'> & { readonly paymentId: string };

/** Waiting items, oldest first, after an id. */
export async function listHeld(
  db: Sql,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Held[]> {
  const { rows } = await sql<Row>`
    select payment_id as "paymentId", since, rule, found from payments.held
    where ended_at is null and payment_id > ${after ?? '00000000-0000-0000-0000-000000000000'}
    order by payment_id limit ${limit}
  `.execute(db);
  return withPayments(db, rows);
}

/** One that waits. */
export async function findHeld(db: Sql, paymentId: string): Promise<Held | undefined> {
  const { rows } = await sql<Row>`
    select payment_id as "paymentId", since, rule, found from payments.held
    where ended_at is null and payment_id = ${paymentId}
  `.execute(db);
  return (await withPayments(db, rows))[0];
}

async function withPayments(db: Sql, rows: readonly Row[]): Promise<Held[]> {
  const payments = await findTransactions(
    db,
    rows.map(({ paymentId }) => paymentId),
  );
  return rows.flatMap(({ paymentId, ...held }) => {
    const payment = payments.get(paymentId);
    return payment ? [{ ...held, payment }] : [];
  });
}

/** Ids of what waits of a payout, by id. */
export async function listHeldOfPayout(db: Sql, payoutId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from payments.held
    where ended_at is null and payment_id in (${idsOfPayout(payoutId, heldStatuses)}) order by 1
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** A query of a client's payments that wait for the desk. */
export const heldIds = (clientId: string): RawBuilder<unknown> =>
  sql`select payment_id from payments.held where client_id = ${clientId} and ended_at is null`;

/** How many wait. */
export async function countHeld(db: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payments.held where ended_at is null
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether a payment waits for the bank's staff. */
export const isHeld = (status: PaymentStatus): boolean => heldStatuses.includes(status);

// What clients have paid in a bank's day without a look, in the database.

/**
 * What each client's day comes to, in euro cents, locked until the transaction ends; a new day begins with nothing. Who comes with a day
 * that is over by now, around midnight, counts in the one that has begun.
 */
export async function lockDays(
  db: Sql,
  orders: ReadonlyArray<{ readonly clientId: string; readonly at: Date }>,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ clientId: string; worthMinor: string }>`
    insert into payments.unlooked_day as known (client_id, day, worth_minor)
    select client_id, max((at + ahead) at time zone 'UTC')::date, 0
    from unnest(
      ${orders.map(({ clientId }) => clientId)}::uuid[], ${orders.map(({ at }) => at.toISOString())}::timestamptz[]
    ) as asked (client_id, at), platform.business_clock
    group by client_id order by client_id
    on conflict (client_id) do update set
      day = greatest(known.day, excluded.day),
      worth_minor = case when known.day < excluded.day then 0 else known.worth_minor end
    returning client_id as "clientId", worth_minor::text as "worthMinor"
  `.execute(db);
  return new Map(rows.map(({ clientId, worthMinor }) => [clientId, BigInt(worthMinor)]));
}

/** Adds to days that are locked. */
export async function addToDays(db: Sql, sums: ReadonlyMap<string, bigint>): Promise<void> {
  if (sums.size === 0) return;
  await sql`
    update payments.unlooked_day set worth_minor = worth_minor + added.worth
    from unnest(${[...sums.keys()]}::uuid[], ${[...sums.values()].map(String)}::bigint[]) as added (client_id, worth)
    where unlooked_day.client_id = added.client_id
  `.execute(db);
}
