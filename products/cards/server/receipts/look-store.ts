/** SQL of the days on which the calendar checks receipts (`authorization.receipt_look_on`). No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { DuePage } from '../lifecycle/work-off.ts';
import { dueOn, missing } from './missing-store.ts';

/** Accounts with a receipt to check. */
export async function listToLookAt(sql: Sql, today: string, { limit, except }: DuePage): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select distinct account_id as id from (
      select account_id from cards.authorization
      where receipt_look_on <= ${today}::date and account_id <> all(${except}::uuid[]) order by receipt_look_on limit ${limit}
    ) as due`.execute(sql);
  return rows.map(({ id }) => id);
}

/** Sets the next day of each checked payment of the account: the last before the lock, the one after, or none. */
export async function setNextLook(sql: Sql, accountId: string, today: string): Promise<void> {
  await query`
    update cards.authorization as looked set receipt_look_on = (
      select case when ${dueOn} > ${today}::date then ${dueOn} when ${dueOn} = ${today}::date then ${today}::date + 1 end
      from ${missing} and it.id = looked.id
    )
    where account_id = ${accountId} and receipt_look_on <= ${today}::date`.execute(sql);
}

/** Makes the calendar check the account again; one missing receipt is enough, because a check covers the whole account. */
export async function lookAgain(sql: Sql, accountId: string): Promise<void> {
  await query`
    update cards.authorization set receipt_look_on = day
    where id = (select it.id from ${missing} and it.account_id = ${accountId} and rule.lock_after_days is not null limit 1)`.execute(
    sql,
  );
}

/** Clients whose rule has changed. */
export async function listNewRules(sql: Sql, { limit, except }: DuePage): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select client_id as id from cards.receipt_rule where is_new and client_id <> all(${except}::uuid[]) limit ${limit}`.execute(
    sql,
  );
  return rows.map(({ id }) => id);
}

/** Makes the calendar check the payments under the client's new rule. A payment with a sent notice is checked again only if it may lock a card. */
export async function lookByNewRule(sql: Sql, clientId: string, today: string): Promise<void> {
  await query`update cards.receipt_rule set is_new = false where client_id = ${clientId}`.execute(sql);
  await query`
    update cards.authorization set receipt_look_on = ${today}::date
    where id in (
      select it.id from ${missing} and card.client_id = ${clientId} and (it.receipt_notices = 0 or rule.lock_after_days is not null)
    )`.execute(sql);
}
