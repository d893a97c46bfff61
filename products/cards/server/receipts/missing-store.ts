/**
 * SQL of card payments with a missing receipt. No decisions here, except which payments need one: those made after the client's rule began, while
 * money is held or was collected, above the rule's amount. Refunds, declined payments and money of disputes need none.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { DuePage } from '../lifecycle/work-off.ts';

/** The last day to attach a receipt before the card is locked; null: no lock. */
export const dueOn = query`(greatest(it.day, rule.counted_from) + rule.lock_after_days)`;

/** Payments with a missing receipt, with their cards and the client's rule. */
export const missing = query`
  cards.authorization it
  join cards.card on card.id = it.card_id and card.account_id = it.account_id
  join cards.receipt_rule rule on rule.client_id = card.client_id
  cross join lateral (select
    case when not it.is_over and it.authorized_minor > it.reversed_minor + it.cleared_minor
      then it.authorized_minor - it.reversed_minor else it.cleared_minor end as minor) paid
  where it.receipt_asked and it.receipt_count = 0 and it.approved and not it.is_refund and it.dispute_id is null
    and rule.ask <> 'NEVER' and it.created_at >= rule.asked_since and paid.minor > coalesce(rule.above_minor, 0)`;

/** The payments among these that need a receipt and have none, with their due day. */
export async function findMissing(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await query<{ id: string; dueOn: string | null }>`
    select it.id, ${dueOn}::text as "dueOn" from ${missing} and it.id = any(${ids}::uuid[])`.execute(sql);
  return new Map(rows.map((row) => [row.id, row.dueOn]));
}

/** The payments among these that have a receipt. */
export async function findAttached(sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select id from cards.authorization where id = any(${ids}::uuid[]) and receipt_count > 0`.execute(sql);
  return new Set(rows.map(({ id }) => id));
}

/** The number missing per account. */
export async function countMissing(
  sql: Sql,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await query<{ accountId: string; count: number }>`
    select it.account_id as "accountId", count(*)::int as count from ${missing} and it.account_id = any(${accountIds}::uuid[])
    group by 1`.execute(sql);
  return new Map(rows.map(({ accountId, count }) => [accountId, count]));
}

/** Restricts a list of an account's payments to those with a missing receipt. */
export const isMissing = (accountId: string) =>
  query`id in (select it.id from ${missing} and it.account_id = ${accountId})`;

/** Whether a receipt of the account is overdue. */
export async function isOverdue(sql: Sql, accountId: string, today: string): Promise<boolean> {
  const { rows } = await query`
    select from ${missing} and it.account_id = ${accountId} and ${dueOn} < ${today}::date limit 1`.execute(
    sql,
  );
  return rows.length > 0;
}

export interface DueNotice {
  readonly id: string;
  readonly cardId: string;
  readonly accountId: string;
  readonly merchant: string;
  readonly amountMinor: bigint;
  readonly dueOn: string | null;
}

/** Missing receipts of an account with a notice due today: 1 from a day after the payment, 2 from a day before the lock. */
export async function listDueNotices(
  sql: Sql,
  {
    accountId,
    notice,
    today,
  }: { readonly accountId: string; readonly notice: 1 | 2; readonly today: string },
): Promise<DueNotice[]> {
  const isDue = notice === 1 ? query`it.day < ${today}::date` : query`${dueOn} <= ${today}::date`;
  const { rows } = await query<Omit<DueNotice, 'amountMinor'> & { amountMinor: string }>`
    select it.id, it.card_id as "cardId", it.account_id as "accountId", it.merchant_name as merchant, paid.minor::text as "amountMinor",
      ${dueOn}::text as "dueOn"
    from ${missing} and it.account_id = ${accountId} and it.receipt_notices < ${notice} and ${isDue} order by it.id`.execute(
    sql,
  );
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

/** False if the notice was sent before. */
export async function markNoticed(sql: Sql, id: string, notice: 1 | 2): Promise<boolean> {
  const { numAffectedRows } = await query`
    update cards.authorization set receipt_notices = ${notice} where id = ${id} and receipt_notices < ${notice}`.execute(
    sql,
  );
  return numAffectedRows === 1n;
}

/** Writes the number of files; the caller locks or unlocks the card accordingly. */
export async function setReceiptCount(sql: Sql, id: string, count: number): Promise<void> {
  await query`
    update cards.authorization set receipt_count = ${count}, receipt_look_on = case when ${count} = 0 then day + 1 end
    where id = ${id}`.execute(sql);
}

/** Cards that a missing receipt of the account locks, or has locked. */
export async function listToLock(sql: Sql, accountId: string): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from cards.card where account_id = ${accountId} and (status = 'ACTIVE' or lock = 'receipts_missing')`.execute(
    sql,
  );
  return rows.map(({ id }) => id);
}

/** Cards locked for missing receipts of which none is overdue any more. */
export async function listToUnlock(sql: Sql, today: string, { limit, except }: DuePage): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select used.id from cards.card used
    where used.lock = 'receipts_missing' and used.id <> all(${except}::uuid[])
      and not exists (select from ${missing} and it.account_id = used.account_id and ${dueOn} < ${today}::date)
    order by used.id limit ${limit}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** The card that spends from an account now, or did until it expired, but not one still to be activated; otherwise the card used for the payment. */
export async function findUsedCard(sql: Sql, authorizationId: string): Promise<string | undefined> {
  const { rows } = await query<{ id: string }>`
    select coalesce(used.id, it.card_id) as id from cards.authorization it
    left join cards.card used on used.account_id = it.account_id and used.status not in ('ORDERED', 'CLOSED')
    where it.id = ${authorizationId}
    order by used.status = 'EXPIRED' limit 1`.execute(sql);
  return rows[0]?.id;
}

/** A query of a client's payments with a missing receipt: the newest, as many as a list may search. */
export const missingReceiptIds = (clientId: string) =>
  query`select it.id from ${missing} and card.client_id = ${clientId} order by it.id desc limit 3000`;
