/** SQL of facts about payees: when and by whom they were added, and who else has their accounts. No decisions. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { BeneficiaryKey } from './store.ts';

export interface PayeeFacts {
  readonly id: string;
  readonly addedAt: Date;
  /** The person; null if none was asked yet. */
  readonly addedBy: string | null;
  /** Since when the payee has the accounts that it has. */
  readonly accountsSince: Date;
  /** When name or address changed last; null: as they were added. */
  readonly partyChangedAt: Date | null;
  /** The client's other payees that have one of the accounts under another name, without confidential ones. */
  readonly sharedWith: readonly string[];
}

/** What those who pay a payee, or approve it, should know; unknown payees are missing. */
export async function findPayeeFacts(sql: Sql, keys: readonly BeneficiaryKey[]): Promise<PayeeFacts[]> {
  const { rows } = await query<PayeeFacts>`
    select b.id, b.created_at as "addedAt", b.added_by as "addedBy",
      coalesce(b.accounts_changed_at, b.created_at) as "accountsSince", b.party_changed_at as "partyChangedAt",
      array(
        select distinct other.name
        from beneficiaries.bank_detail mine
        join beneficiaries.bank_detail d on d.client_id = mine.client_id and d.account_key = mine.account_key
          and d.active and d.name_key <> mine.name_key
        join beneficiaries.beneficiary other on other.client_id = d.client_id and other.id = d.beneficiary_id
          and not other.confidential
        where mine.client_id = b.client_id and mine.beneficiary_id = b.id
        order by other.name
      ) as "sharedWith"
    from beneficiaries.beneficiary b
    where (b.client_id, b.id) in (
      select * from unnest(${keys.map((key) => key.clientId)}::uuid[], ${keys.map((key) => key.id)}::uuid[])
    )
  `.execute(sql);
  return rows;
}

/** Since when a beneficiary has had the accounts that it has. */
export async function findAccountsSince(sql: Sql, key: BeneficiaryKey): Promise<Date | undefined> {
  const [facts] = await findPayeeFacts(sql, [key]);
  return facts?.accountsSince;
}

/** Which of a client's payees got other accounts than they were added with since a moment, and when (UTC day). */
export async function findAccountChanges(
  sql: Sql,
  of: { readonly clientId: string; readonly ids: readonly string[]; readonly since: Date },
): Promise<ReadonlyMap<string, string>> {
  if (of.ids.length === 0) return new Map();
  const { rows } = await query<{ id: string; day: string }>`
    select id, (accounts_changed_at at time zone 'UTC')::date::text as day from beneficiaries.beneficiary
    where client_id = ${of.clientId} and id = any(${of.ids}::uuid[]) and accounts_changed_at >= ${of.since}
      and accounts_changed_at > created_at
  `.execute(sql);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

export interface PayeeNow {
  readonly isDeleted: boolean;
  /** 0 for a deleted one. */
  readonly version: number;
  /** IBANs or numbers, as rows of payouts and facts of payments name them. */
  readonly accounts: readonly string[];
  /** Name, address or accounts were changed after the moment asked for. */
  readonly isChanged: boolean;
}

/** How a client's payees are now, deleted and confidential ones too, by id. Null as the moment: nothing counts as changed. */
export async function findPayeesNow(
  sql: Sql,
  of: { readonly clientId: string; readonly ids: readonly string[]; readonly since: Date | null },
): Promise<ReadonlyMap<string, PayeeNow>> {
  if (of.ids.length === 0) return new Map();
  const { rows } = await query<PayeeNow & { id: string }>`
    select b.id, b.status = 'DELETED' as "isDeleted", case when b.status = 'DELETED' then 0 else b.version end as version,
      array(
        select coalesce(d.iban, d.account_number) from beneficiaries.bank_detail d
        where d.client_id = b.client_id and d.beneficiary_id = b.id
      ) as accounts,
      coalesce(greatest(b.accounts_changed_at, b.party_changed_at) > ${of.since}::timestamptz, false) as "isChanged"
    from beneficiaries.beneficiary b where b.client_id = ${of.clientId} and b.id = any(${of.ids}::uuid[])
  `.execute(sql);
  return new Map(rows.map(({ id, ...payee }) => [id, payee]));
}

/** The client's active payees with this account under another name, without confidential ones. */
export async function findSharing(
  sql: Sql,
  { clientId, accountKey, nameKey }: { clientId: string; accountKey: string; nameKey: string },
): Promise<string[]> {
  const { rows } = await query<{ name: string }>`
    select distinct b.name
    from beneficiaries.bank_detail d
    join beneficiaries.beneficiary b on b.client_id = d.client_id and b.id = d.beneficiary_id
    where d.client_id = ${clientId} and d.account_key = ${accountKey} and d.active and d.name_key <> ${nameKey}
      and not b.confidential
    order by b.name
  `.execute(sql);
  return rows.map(({ name }) => name);
}

/**
 * Those of a client's payees whose name, address or accounts were changed after a moment, confidential ones too. All of them stay as they are until the
 * transaction ends.
 */
export async function holdChangedSince(
  sql: Sql,
  of: { readonly clientId: string; readonly ids: readonly string[]; readonly at: Date },
): Promise<ReadonlySet<string>> {
  if (of.ids.length === 0) return new Set();
  const { rows } = await query<{ id: string; isChanged: boolean | null }>`
    select id, greatest(accounts_changed_at, party_changed_at) > ${of.at} as "isChanged" from beneficiaries.beneficiary
    where client_id = ${of.clientId} and id = any(${of.ids}::uuid[]) order by id for share
  `.execute(sql);
  return new Set(rows.filter(({ isChanged }) => isChanged).map(({ id }) => id));
}
