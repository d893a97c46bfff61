/** SQL of name checks: the last answer about an account and a name. No decisions here. */
import type { NameCheck } from '@calmly/contract';
import type { Purge } from '@calmly/platform/jobs/purge.ts';
import { before } from '@calmly/platform/jobs/retention.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface NameCheckKey {
  readonly clientId: string;
  readonly accountKey: string;
  readonly nameKey: string;
}

/** An answer that still holds: of the last day, and not that someone could not be reached. */
export async function findNameCheck(sql: Sql, key: NameCheckKey): Promise<NameCheck | undefined> {
  const { rows } = await query<Omit<NameCheck, 'checkedAt'> & { checkedAt: Date }>`
    select result, suggested_name as "suggestedName", checked_at as "checkedAt" from beneficiaries.name_check
    where client_id = ${key.clientId} and account_key = ${key.accountKey} and name_key = ${key.nameKey}
      and result <> 'temporarily_unavailable' and checked_at > now() - interval '1 day'
  `.execute(sql);
  return rows[0] && { ...rows[0], checkedAt: rows[0].checkedAt.toISOString() };
}

/** Answers that still hold about many accounts under names; one that could not be reached is asked again after ten minutes. */
export async function findNameChecks(
  sql: Sql,
  clientId: string,
  subjects: ReadonlyArray<Pick<NameCheckKey, 'accountKey' | 'nameKey'>>,
): Promise<KnownName[]> {
  if (subjects.length === 0) return [];
  // A look-up for each: as a plain join, a plan made while the table was small compares all of the client's answers with all that are wanted.
  const { rows } = await query<KnownName>`
    select wanted.account_key as "accountKey", wanted.name_key as "nameKey", known.result, known.suggested_name as "suggestedName"
    from unnest(
      ${subjects.map(({ accountKey }) => accountKey)}::text[], ${subjects.map(({ nameKey }) => nameKey)}::text[]
    ) as wanted (account_key, name_key)
    cross join lateral (
      select c.result, c.suggested_name from beneficiaries.name_check c
      where c.client_id = ${clientId} and c.account_key = wanted.account_key and c.name_key = wanted.name_key
        and c.checked_at > now() - case when c.result = 'temporarily_unavailable' then interval '10 minutes' else interval '1 day' end
      offset 0
    ) as known
  `.execute(sql);
  return rows;
}

export type KnownName = Pick<NameCheckKey, 'accountKey' | 'nameKey'> &
  Pick<NameCheck, 'result' | 'suggestedName'>;

/** What was answered last of a name, however long ago; undefined if never asked. */
export async function findCheckedName(sql: Sql, key: NameCheckKey): Promise<NameCheck['result'] | undefined> {
  const { rows } = await query<Pick<NameCheck, 'result'>>`
    select result from beneficiaries.name_check
    where client_id = ${key.clientId} and account_key = ${key.accountKey} and name_key = ${key.nameKey}
  `.execute(sql);
  return rows[0]?.result;
}

/** No two answers of a list may have the same key. */
export async function upsertNameChecks(
  sql: Sql,
  answers: ReadonlyArray<{ readonly key: NameCheckKey; readonly check: NameCheck }>,
): Promise<void> {
  if (answers.length === 0) return;
  await query`
    insert into beneficiaries.name_check (client_id, account_key, name_key, result, suggested_name, checked_at)
    select * from unnest(
      ${answers.map(({ key }) => key.clientId)}::uuid[], ${answers.map(({ key }) => key.accountKey)}::text[],
      ${answers.map(({ key }) => key.nameKey)}::text[], ${answers.map(({ check }) => check.result)}::text[],
      ${answers.map(({ check }) => check.suggestedName)}::text[], ${answers.map(({ check }) => check.checkedAt)}::timestamptz[]
    )
    on conflict (client_id, account_key, name_key) do update
    set result = excluded.result, suggested_name = excluded.suggested_name, checked_at = excluded.checked_at, kept_until = null
  `.execute(sql);
}

/** Holders' names that no payee needs any more. One that a payee has is looked at again after a month, or each batch would look at all of them. */
export const namePurge: Purge = {
  name: 'beneficiaries.name_check',
  async deleteSome(sql, limit) {
    const { rows } = await query<{ count: number }>`
      with old as (
        select client_id, account_key, name_key from beneficiaries.name_check
        where kept_until is null and checked_at < ${query.raw(before('beneficiaries.name_check'))} limit ${limit} for update skip locked
      ), again as (
        select client_id, account_key, name_key from beneficiaries.name_check where kept_until < now() limit ${limit} for update skip locked
      ), due as (
        select * from old union all select * from again
      ), looked as (
        select due.*, exists (
          select from beneficiaries.bank_detail d where d.client_id = due.client_id
            and d.account_key = due.account_key and d.name_key = due.name_key and d.active
        ) as is_needed from due
      ), gone as (
        delete from beneficiaries.name_check n using looked
        where not is_needed and (n.client_id, n.account_key, n.name_key) = (looked.client_id, looked.account_key, looked.name_key)
      ), kept as (
        update beneficiaries.name_check n set kept_until = now() + interval '1 month' from looked
        where is_needed and (n.client_id, n.account_key, n.name_key) = (looked.client_id, looked.account_key, looked.name_key)
      )
      select count(*)::int as count from looked`.execute(sql);
    return Math.min(rows[0]?.count ?? 0, limit);
  },
};
