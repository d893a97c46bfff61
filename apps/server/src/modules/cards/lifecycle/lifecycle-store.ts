/** SQL of cards that reach a day of theirs. No decisions here. Each look-up takes a batch and skips what another transaction holds. */
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';

/** Cards in use whose last day, by print or by the client's choice, is before `today`. */
export async function listPastLastDay(sql: Sql, today: string, limit: number): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from cards.card
    where status not in ('EXPIRED', 'CLOSED') and least(expires_on, valid_until) < ${today}::date
    order by id limit ${limit}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** Marks cards in use that expire by this day as noticed; answers those that were not yet. */
export async function markRenewalNoticed(sql: Sql, by: string, limit: number): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    update cards.card set renewal_noticed = true
    where id in (
      select id from cards.card
      where not renewal_noticed and status not in ('EXPIRED', 'CLOSED') and expires_on <= ${by}::date
      order by id limit ${limit} for no key update skip locked
    ) returning id`.execute(sql);
  return rows.map(({ id }) => id);
}

/** Whether any card will reach a day. */
export async function hasOpenCards(sql: Sql): Promise<boolean> {
  const { rows } = await query`
    select from cards.card where status not in ('EXPIRED', 'CLOSED') limit 1`.execute(sql);
  return rows.length > 0;
}
