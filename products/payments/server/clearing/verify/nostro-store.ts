/** What the file rail knows of each movement on our accounts at other banks, for the check against the ledger. SQL only. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** The numbers of the entries, by currency, after which the ledger's movements are traced; the others are of an earlier version. */
export async function findStart(sql: Sql): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ currency: string; seq: bigint }>`
    select currency, last_seq as seq from clearing.nostro_start`.execute(sql);
  return new Map(rows.map(({ currency, seq }) => [currency, seq]));
}

/** When the first batch for the other bank was formed; undefined: none was. */
export async function findFirstBatch(sql: Sql): Promise<Date | undefined> {
  const { rows } = await query<{ at: Date | null }>`select min(created_at) as at from clearing.batch`.execute(
    sql,
  );
  return rows[0]?.at ?? undefined;
}

/** An entry of the bank, or what names one. Minor units; positive for money in. */
export interface TracedEntry {
  readonly key: string;
  readonly currency: string;
  readonly account: string | null;
  readonly day: string | null;
  readonly amountMinor: bigint;
  /** What booked credits, instructions and the exceptions of debits have of it. */
  readonly tracedMinor: bigint;
  /** Credits that the desk has, or closed without a booking: of this entry, or another telling of what is booked. */
  readonly setAsideMinor: bigint;
  readonly isWaiting: boolean;
  /** The desk has it, with an amount that cannot be told. */
  readonly isAtDesk: boolean;
}

/** The entries of which not exactly the whole is traced. */
export async function findUntraced(sql: Sql): Promise<TracedEntry[]> {
  const { rows } = await query<
    Omit<TracedEntry, 'amountMinor' | 'tracedMinor' | 'setAsideMinor'> &
      Record<'amount' | 'traced' | 'setAside', string>
  >`
    with part as (
      select entry_key as key, currency, amount_minor as minor, 0 as set_aside, false as is_waiting from clearing.arrival where entry_key is not null
      union all
      select debit_entry, currency, -(instruction ->> 'instructedAmountMinor')::numeric, 0, false from clearing.instruction where debit_entry is not null
      union all
      select entry_key, currency, -unbooked_minor, 0, false from clearing.exception where entry_key is not null and unbooked_minor is not null
      union all
      select entry_key, credit ->> 'currency', 0, (credit ->> 'amountMinor')::numeric, state = 'waiting' from clearing.exception
      where entry_key is not null and credit is not null and state <> 'approved'
    ), traced as (
      select key, currency, sum(minor) as minor, sum(set_aside) as set_aside, bool_or(is_waiting) as is_waiting from part group by 1, 2
    )
    select key, currency, e.account, coalesce(e.booked_on, e.closed_on)::text as day, coalesce(e.signed, 0)::text as amount,
      coalesce(traced.minor, 0)::text as traced, coalesce(traced.set_aside, 0)::text as "setAside", coalesce(traced.is_waiting, false) as "isWaiting", exists (
        select from clearing.exception x where x.entry_key = key and x.unbooked_minor is null and x.credit is null) as "isAtDesk"
    from traced full join (
      select *, case direction when 'CRDT' then amount_minor else -amount_minor end as signed from clearing.booked_entry where is_traced
    ) e using (key, currency)
    where coalesce(e.signed, 0) <> coalesce(traced.minor, 0)
      and not exists (select from clearing.booked_entry old where old.key = traced.key and not old.is_traced)
    order by day, key`.execute(sql);
  return rows.map(({ amount, traced, setAside, ...row }) => ({
    ...row,
    amountMinor: BigInt(amount),
    tracedMinor: BigInt(traced),
    setAsideMinor: BigInt(setAside),
  }));
}

/** What all entries come to by currency, and whether all are traced. */
export async function sumEntries(
  sql: Sql,
): Promise<ReadonlyMap<string, { readonly minor: bigint; readonly isTraced: boolean }>> {
  const { rows } = await query<{ currency: string; minor: string; isTraced: boolean }>`
    select currency, sum(case direction when 'CRDT' then amount_minor else -amount_minor end)::text as minor, bool_and(is_traced) as "isTraced"
    from clearing.booked_entry group by currency`.execute(sql);
  return new Map(rows.map(({ currency, minor, isTraced }) => [currency, { minor: BigInt(minor), isTraced }]));
}

/** How many entries the bank has told of. */
export async function countEntries(sql: Sql): Promise<string> {
  const { rows } = await query<{
    count: string;
  }>`select count(*)::text as count from clearing.booked_entry`.execute(sql);
  return rows[0]?.count ?? '0';
}

/** What our account lost by a debit, or gained, that is at the desk or was closed there without a booking. Minor units; positive for money in. */
export interface Unbooked {
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly isWaiting: boolean;
  readonly since: Date;
}

export async function findUnbooked(sql: Sql): Promise<Unbooked[]> {
  const { rows } = await query<Omit<Unbooked, 'amountMinor'> & { amount: string }>`
    select currency, (-unbooked_minor)::text as amount, state = 'waiting' as "isWaiting", since
    from clearing.exception where entry_key is not null and state <> 'approved' and unbooked_minor is not null`.execute(
    sql,
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

/** What was handed to the rail for a payment, or for money sent back out of suspense. */
export interface Ordered {
  readonly amountMinor: bigint;
  /** 1: the bank debited it. A second debit is an exception's. */
  readonly debits: number;
  /** How often the desk gave the money back, because the bank said that it did not carry the payment out. */
  readonly givenBack: number;
  /** How often the other bank has returned it since, and the bank kept that. */
  readonly balanced: number;
}

export const notOrdered: Ordered = { amountMinor: 0n, debits: 0, givenBack: 0, balanced: 0 };

/** By the ids of payments. */
export async function findOrdered(sql: Sql, paymentIds: readonly string[]): Promise<Map<string, Ordered>> {
  if (paymentIds.length === 0) return new Map();
  const { rows } = await query<Omit<Ordered, 'amountMinor'> & { id: string; amount: string }>`
    select payment_id as id, max((instruction ->> 'instructedAmountMinor')::numeric)::text as amount,
      bool_or(coalesce(debit_reference, unnamed_debit) is not null)::integer as debits,
      (select count(*)::integer from clearing.give_back where original_id = payment_id) as "givenBack",
      (select count(balanced_by)::integer from clearing.give_back where original_id = payment_id) as balanced
    from clearing.instruction where payment_id = any(${paymentIds}::uuid[]) group by payment_id`.execute(sql);
  return new Map(rows.map(({ id, amount, ...row }) => [id, { ...row, amountMinor: BigInt(amount) }]));
}

/** What was given back, in minor units, and kept by the bank when it returned; by give-back. */
export async function findBalanced(sql: Sql, ids: readonly string[]): Promise<Map<string, bigint>> {
  if (ids.length === 0) return new Map();
  const { rows } = await query<{ id: string; amount: string }>`
    select id, amount_minor::text as amount from clearing.give_back where id = any(${ids}::uuid[]) and balanced_by is not null`.execute(
    sql,
  );
  return new Map(rows.map(({ id, amount }) => [id, BigInt(amount)]));
}

export interface Arrived {
  readonly amountMinor: bigint;
  readonly railReference: string;
  /** It came in an entry of the bank. */
  readonly isOfEntry: boolean;
}

/** By what they were booked as. */
export async function findArrived(sql: Sql, bookedAs: readonly string[]): Promise<Map<string, Arrived>> {
  if (bookedAs.length === 0) return new Map();
  const { rows } = await query<Omit<Arrived, 'amountMinor'> & { id: string; amount: string }>`
    select booked_as as id, amount_minor::text as amount, rail_reference as "railReference", entry_key is not null as "isOfEntry"
    from clearing.arrival where booked_as = any(${bookedAs}::uuid[])`.execute(sql);
  return new Map(rows.map(({ id, amount, ...row }) => [id, { ...row, amountMinor: BigInt(amount) }]));
}

export interface ListedArrival extends Arrived {
  readonly bookedAs: string;
  readonly currency: string;
  readonly day: string | null;
}

/** In the order of what they were booked as, after one of them. */
export async function listArrived(
  sql: Sql,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ListedArrival[]> {
  const { rows } = await query<Omit<ListedArrival, 'amountMinor'> & { amount: string }>`
    select booked_as as "bookedAs", currency, booked_on::text as day, amount_minor::text as amount, rail_reference as "railReference",
      entry_key is not null as "isOfEntry"
    from clearing.arrival where booked_as > ${after} order by booked_as limit ${limit}`.execute(sql);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

export interface DebitedInstruction {
  readonly id: string;
  readonly paymentId: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly day: string | null;
}

/** Those that a traced entry carried out, in the order of their ids, after one of them. */
export async function listDebited(
  sql: Sql,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<DebitedInstruction[]> {
  const { rows } = await query<Omit<DebitedInstruction, 'amountMinor'> & { amount: string }>`
    select i.id, i.payment_id as "paymentId", i.currency, i.instruction ->> 'instructedAmountMinor' as amount,
      coalesce(e.booked_on, e.closed_on)::text as day
    from clearing.instruction i left join clearing.booked_entry e on e.key = i.debit_entry
    where i.debit_entry is not null and i.id > ${after} order by i.id limit ${limit}`.execute(sql);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

/** States of the exceptions that say of these payments that the bank carried them out unexpectedly, by payment. */
export async function findUnexpected(
  sql: Sql,
  paymentIds: readonly string[],
): Promise<Map<string, 'waiting' | 'approved' | 'rejected'>> {
  if (paymentIds.length === 0) return new Map();
  const { rows } = await query<{ id: string; state: 'waiting' | 'approved' | 'rejected' }>`
    select coalesce(payment_id::text, facts -> 0 ->> 1) as id, state from clearing.exception
    where kind = 'settled_unexpectedly' and coalesce(payment_id::text, facts -> 0 ->> 1) = any(${paymentIds}::text[])`.execute(
    sql,
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

export interface ApprovedCost {
  /** Minor units that the bank lost; negative: gained. */
  readonly costMinor: bigint;
  /** No entry of the bank is behind it yet. */
  readonly isAhead: boolean;
}

/** By exception. */
export async function findCosts(
  sql: Sql,
  exceptionIds: readonly string[],
): Promise<Map<string, ApprovedCost>> {
  if (exceptionIds.length === 0) return new Map();
  const { rows } = await query<{ id: string; cost: string; isAhead: boolean }>`
    select id, unbooked_minor::text as cost, entry_key is null and not exists (
        select from clearing.instruction where payment_id::text = coalesce(x.payment_id::text, facts -> 0 ->> 1)
          and coalesce(debit_reference, unnamed_debit) is not null) as "isAhead"
    from clearing.exception x where id = any(${exceptionIds}::uuid[]) and state = 'approved' and unbooked_minor is not null`.execute(
    sql,
  );
  return new Map(rows.map(({ id, cost, isAhead }) => [id, { costMinor: BigInt(cost), isAhead }]));
}
