/** SQL of categories and notes, and of what earlier ones suggest. No decisions here. */
import type { BookkeepingCategory, CategoryFilter } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { StoredTransaction, WrittenBeside } from '../../../../accounts/server/transactions/index.ts';
import { counterpartyKey } from './payee-key.ts';

/** A condition on a transaction (unqualified `id`): its chosen category is one of these. */
export function hasCategory(categories: readonly CategoryFilter[]): RawBuilder<unknown> {
  const chosen = categories.filter((category) => category !== 'NONE');
  const isOneOf = sql`exists (
    select from bookkeeping.annotation where transaction_id = id and category = any(${chosen}::text[]))`;
  if (chosen.length === categories.length) return isOneOf;
  const hasNone = sql`not exists (
    select from bookkeeping.annotation where transaction_id = id and category is not null)`;
  return chosen.length === 0 ? hasNone : sql`(${hasNone} or ${isOneOf})`;
}

/** The chosen category of a transaction (unqualified `id`); null if there is none. */
export const chosenCategory: RawBuilder<unknown> = sql`(
  select annotation.category from bookkeeping.annotation where annotation.transaction_id = id)`;

/** Annotations of transactions; those without any are absent. */
export async function findAnnotations(
  db: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WrittenBeside>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<WrittenBeside & { id: string }>`
    select transaction_id as id, category, note from bookkeeping.annotation where transaction_id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, category, note }) => [id, { category, note }]));
}

/**
 * The newest category of each transaction's payee, account or shop: at most four index look-ups each. Categories from a confidential payout count
 * only for rows of confidential payouts.
 */
export async function findSuggested(
  db: Sql,
  transactions: readonly StoredTransaction[],
): Promise<ReadonlyMap<string, BookkeepingCategory>> {
  if (transactions.length === 0) return new Map();
  const newest = sql`order by categorised_at desc, transaction_id desc limit 1`;
  const { rows } = await sql<{ id: string; category: BookkeepingCategory }>`
    select asked.id, found.category
    from ${asked(transactions)}
    cross join lateral (
      select known.category
      from unnest(case when asked.is_confidential then array[false, true] else array[false] end) as level (is_confidential)
      cross join lateral (
        (select category, categorised_at, transaction_id from bookkeeping.annotation learnt
          where learnt.beneficiary_id = asked.beneficiary_id and learnt.direction = asked.direction
            and learnt.is_confidential = level.is_confidential and category is not null ${newest})
        union all
        (select category, categorised_at, transaction_id from bookkeeping.annotation learnt
          where learnt.client_id = asked.client_id and learnt.counterparty = asked.counterparty
            and learnt.direction = asked.direction and learnt.is_confidential = level.is_confidential
            and category is not null ${newest})
      ) as known
      ${newest}
    ) as found
  `.execute(db);
  return new Map(rows.map(({ id, category }) => [id, category]));
}

/** Transactions as rows of their payee, under the alias `asked`; in id order, so that concurrent writers of the same rows wait for each other. */
function asked(transactions: readonly StoredTransaction[]): RawBuilder<unknown> {
  const sorted = transactions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return sql`unnest(
    ${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ clientId }) => clientId)}::uuid[],
    ${sorted.map(({ direction }) => direction)}::text[], ${sorted.map(({ beneficiaryId }) => beneficiaryId)}::uuid[],
    ${sorted.map(counterpartyKey)}::text[], ${sorted.map(({ audience }) => audience === 'CONFIDENTIAL')}::boolean[]
  ) as asked (id, client_id, direction, beneficiary_id, counterparty, is_confidential)`;
}

export interface Written {
  readonly personId: string;
  readonly at: Date;
}

/** Sets or clears the category of transactions. */
export async function writeCategory(
  db: Sql,
  transactions: readonly StoredTransaction[],
  category: BookkeepingCategory | null,
  { personId, at }: Written,
): Promise<void> {
  const by = category === null ? null : personId;
  const when = category === null ? null : at;
  await sql`
    insert into bookkeeping.annotation as kept (transaction_id, client_id, direction, beneficiary_id, counterparty, is_confidential,
      category, categorised_at, categorised_by)
    select id, client_id, direction, beneficiary_id, counterparty, is_confidential, ${category}::text, ${when}::timestamptz, ${by}::uuid
    from ${asked(transactions)} order by id
    on conflict (transaction_id) do update
      set category = excluded.category, categorised_at = excluded.categorised_at, categorised_by = excluded.categorised_by
  `.execute(db);
  if (category === null) await removeEmpty(db, transactions);
}

/** Serialises changes of a payment's note, which may have no row yet. */
export async function lockNote(db: Sql, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`note:${id}`}, 0))`.execute(db);
}

/** Sets or clears the note of a transaction. */
export async function writeNote(
  db: Sql,
  transaction: StoredTransaction,
  note: string | null,
  { personId, at }: Written,
): Promise<void> {
  const by = note === null ? null : personId;
  const when = note === null ? null : at;
  await sql`
    insert into bookkeeping.annotation as kept (transaction_id, client_id, direction, beneficiary_id, counterparty, is_confidential,
      note, noted_at, noted_by)
    select id, client_id, direction, beneficiary_id, counterparty, is_confidential, ${note}::text, ${when}::timestamptz, ${by}::uuid
    from ${asked([transaction])}
    on conflict (transaction_id) do update set note = excluded.note, noted_at = excluded.noted_at, noted_by = excluded.noted_by
  `.execute(db);
  if (note === null) await removeEmpty(db, [transaction]);
}

async function removeEmpty(
  db: Sql,
  transactions: ReadonlyArray<Pick<StoredTransaction, 'id'>>,
): Promise<void> {
  await sql`
    delete from bookkeeping.annotation
    where transaction_id = any(${transactions.map(({ id }) => id)}::uuid[]) and category is null and note is null
  `.execute(db);
}
