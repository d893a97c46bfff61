/** SQL of cards with due dates. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { DuePage } from './work-off.ts';

/** Cards in use whose last day, printed or chosen by the client, is before `today`. */
export async function listPastLastDay(
  sql: Sql,
  today: string,
  { limit, except }: DuePage,
): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from cards.card
    where status not in ('EXPIRED', 'CLOSED') and least(expires_on, valid_until) < ${today}::date
      and id <> all(${except}::uuid[])
    order by least(expires_on, valid_until) limit ${limit}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** Cards in use that expire by this day and whose holders have not been notified yet. */
export async function listToRenew(sql: Sql, by: string, { limit, except }: DuePage): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from cards.card
    where not renewal_noticed and status not in ('EXPIRED', 'CLOSED') and expires_on <= ${by}::date and id <> all(${except}::uuid[])
    order by expires_on limit ${limit}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** The caller has locked the card. False if the notice was sent before, or the card has ended. */
export async function markRenewalNoticed(sql: Sql, id: string): Promise<boolean> {
  const { numAffectedRows } = await query`
    update cards.card set renewal_noticed = true
    where id = ${id} and not renewal_noticed and status not in ('EXPIRED', 'CLOSED')`.execute(sql);
  return numAffectedRows === 1n;
}

/** Whether any card has a date to come. */
export async function hasOpenCards(sql: Sql): Promise<boolean> {
  const { rows } = await query`
    select from cards.card where status not in ('EXPIRED', 'CLOSED') limit 1`.execute(sql);
  return rows.length > 0;
}
