/** Money that the desk gave back as refused, and losses that a return may make good, in the database. */
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';

/** Given to the client, or put back into suspense. Minor units. */
export interface GiveBack {
  readonly id: string;
  /** The payment, or the item of suspense that was sent back. */
  readonly originalId: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
}

export async function insertGiveBack(db: Sql, giveBack: GiveBack & { readonly at: Date }): Promise<void> {
  const { id, originalId, currency, amountMinor, at } = giveBack;
  await sql`
    insert into clearing.give_back (id, original_id, currency, amount_minor, given_at)
    values (${id}, ${originalId}, ${currency}, ${`${amountMinor}`}, ${at})`.execute(db);
}

/** Those of these payments whose money has not come back, locked, the oldest first. */
export async function lockOpenGiveBacks(db: Sql, originalIds: readonly string[]): Promise<GiveBack[]> {
  if (originalIds.length === 0) return [];
  const { rows } = await sql<
    Omit<GiveBack, 'amountMinor' | 'currency'> & Record<'amount' | 'currency', string>
  >`
    select id, original_id as "originalId", currency, amount_minor::text as amount from clearing.give_back
    where original_id = any(${originalIds}::uuid[]) and balanced_by is null order by id for update`.execute(
    db,
  );
  return rows.map(({ amount, currency, ...row }) => {
    if (!isCurrency(currency)) throw new Error(`unknown currency ${currency} of money given back`);
    return { ...row, currency, amountMinor: BigInt(amount) };
  });
}

/** The references of the credits that brought back what was given back of these, by the payment or the item of suspense. */
export async function findBalancing(
  db: Sql,
  originalIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (originalIds.length === 0) return new Map();
  const { rows } = await sql<{ originalId: string; references: string[] }>`
    select g.original_id as "originalId", array_remove(array_agg(a.rail_reference) || array_agg(a.other_reference), null) as references
    from clearing.give_back g join clearing.arrival a on a.booked_as = g.balanced_by
    where g.original_id = any(${originalIds}::uuid[]) group by 1`.execute(db);
  return new Map(rows.map(({ originalId, references }) => [originalId, references]));
}

/** `by`: the credit that brought the money back. The caller has locked it. */
export async function setBalanced(db: Sql, id: string, by: string): Promise<void> {
  await sql`update clearing.give_back set balanced_by = ${by} where id = ${id}`.execute(db);
}

/** An amount that our account lost, as the desk has it. */
export interface Loss {
  readonly id: string;
  readonly state: 'waiting' | 'approved' | 'rejected';
  readonly amountMinor: bigint;
}

/** Losses of a payment, locked; null: those that no payment is known for. */
export async function lockLosses(
  db: Sql,
  originalId: string | null,
  currency: CurrencyCode,
): Promise<Loss[]> {
  const isOfIt =
    originalId === null
      ? sql`payment_id is null and kind <> 'settled_unexpectedly'`
      : sql`coalesce(payment_id::text, facts -> 0 ->> 1) = ${originalId}`;
  const { rows } = await sql<Omit<Loss, 'amountMinor'> & { amount: string }>`
    select id, state, unbooked_minor::text as amount from clearing.exception
    where currency = ${currency} and unbooked_minor > 0 and ${isOfIt} order by id for update`.execute(db);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

/** What the bank has kept so far to make such losses good. */
export async function sumKept(db: Sql, originalId: string | null, currency: CurrencyCode): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(kept_minor), 0)::text as sum from clearing.suspense
    where kept_minor is not null and original_id is not distinct from ${originalId}::uuid and currency = ${currency}`.execute(
    db,
  );
  return BigInt(rows[0]?.sum ?? 0);
}

/** Notes that the bank kept it for a loss. The caller has locked it. */
export async function setKept(db: Sql, suspenseId: string): Promise<void> {
  await sql`update clearing.suspense set kept_minor = amount_minor where id = ${suspenseId}`.execute(db);
}
