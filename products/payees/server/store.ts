/**
 * SQL of beneficiaries. No decisions here. A beneficiary is always read together with its bank accounts, in one statement; writes take
 * lists, and accounts are written by `bank-detail-store.ts`.
 */
import type { BankDetail, Beneficiary } from '@calmly/contract';
import { matchesText } from '@calmly/platform/postgres/search.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import type { CheckedParty } from './rules.ts';

/**
 * A beneficiary as the other modules see it, deleted ones too. `latin` is what travels with a payment; `version` rises with every
 * change of name, address or accounts.
 */
export interface BeneficiaryRecord extends Omit<Beneficiary, 'readiness'> {
  readonly clientId: string;
}

export interface BeneficiaryKey {
  readonly clientId: string;
  readonly id: string;
}

interface Row extends Omit<CheckedParty, 'dateOfBirth' | 'legalStatus' | 'latin'> {
  id: string;
  clientId: string;
  legalStatus: 'INDIVIDUAL' | 'COMPANY';
  dateOfBirth: bigint | null;
  /** Null for payees from before: they travel as they stand. */
  latin: CheckedParty['latin'] | null;
  direction: Beneficiary['direction'];
  type: 'SEPA' | 'SWIFT';
  currency: string;
  status: 'ACTIVE' | 'DELETED';
  trusted: boolean;
  confidential: boolean;
  version: number;
  createdAt: Date;
  bankDetails: BankDetail[];
}

const toBeneficiary = (row: Row): BeneficiaryRecord => ({
  ...row,
  latin: row.latin ?? {
    name: row.name,
    street: row.street,
    buildingNumber: row.buildingNumber,
    postCode: row.postCode,
    town: row.town,
  },
  bankDetails: row.bankDetails.map((detail) => ({
    ...detail,
    nameCheck: detail.nameCheck && {
      ...detail.nameCheck,
      checkedAt: new Date(detail.nameCheck.checkedAt).toISOString(),
    },
  })),
  dateOfBirth: row.dateOfBirth === null ? null : Number(row.dateOfBirth),
  createdAt: row.createdAt.toISOString(),
});

const columns = query`
  b.id, b.client_id as "clientId", b.legal_status as "legalStatus", b.name, b.first_name as "firstName",
  b.last_name as "lastName", b.date_of_birth as "dateOfBirth", b.street, b.building_number as "buildingNumber",
  b.post_code as "postCode", b.town, b.country, b.latin, b.direction, b.scheme as "type", b.currency, b.status, b.confidential, b.version,
  b.created_at as "createdAt",
  (select json_agg(json_build_object('index', d.index, 'iban', d.iban, 'accountNumber', d.account_number, 'bic', d.bic,
      'sortCode', d.sort_code, 'routingNumber', d.routing_number, 'bankName', d.bank_name,
      'bankAddress', d.bank_address, 'bankCountry', d.bank_country, 'correspondentBank', d.correspondent_bank,
      'correspondentAccount', d.correspondent_account, 'correspondentBic', d.correspondent_bic,
      'currency', d.currency, 'nameCheck', case when c.result is not null then json_build_object('result', c.result,
        'suggestedName', c.suggested_name, 'checkedAt', c.checked_at) end) order by d.index)
    from beneficiaries.bank_detail d
    left join beneficiaries.name_check c
      on c.client_id = d.client_id and c.account_key = d.account_key and c.name_key = d.name_key
    where d.client_id = b.client_id and d.beneficiary_id = b.id) as "bankDetails",
  -- Consent is given for accounts: a payee is trusted while each of its accounts has it.
  coalesce((select bool_and(d.trusted) from beneficiaries.bank_detail d
    where d.client_id = b.client_id and d.beneficiary_id = b.id), false) as trusted`;

/**
 * Which payees there are for a caller. Those that a confidential payout has saved exist only for people with the right, so a caller that does
 * not ask for `all` never meets one.
 */
export type Among = 'open' | 'all';

/** A condition on the beneficiary `b`; `open` leaves confidential payees out. */
export const isAmong = (among: Among): RawBuilder<unknown> =>
  among === 'all' ? query`true` : query`not b.confidential`;

export interface PageFilter {
  readonly among: Among;
  readonly clientId: string;
  readonly limit: number;
  /** Only ids before this one. */
  readonly before: string | undefined;
  /** What was typed. */
  readonly search: string | undefined;
  readonly currency: string | undefined;
  readonly country: string | undefined;
  readonly direction: Beneficiary['direction'] | undefined;
}

/** Active beneficiaries, newest first. */
export async function listPage(sql: Sql, filter: PageFilter): Promise<BeneficiaryRecord[]> {
  const { among, clientId, limit, before, search, currency, country, direction } = filter;
  const where: RawBuilder<unknown>[] = [
    query`b.client_id = ${clientId}`,
    query`b.status = 'ACTIVE'`,
    isAmong(among),
  ];
  if (before !== undefined) where.push(query`b.id < ${before}`);
  if (country !== undefined) where.push(query`b.country = ${country}`);
  if (direction !== undefined) where.push(query`b.direction = ${direction}`);
  if (search) where.push(query`(${query.join(searches(search), query` or `)})`);
  if (currency !== undefined)
    where.push(query`exists (select from beneficiaries.bank_detail d where d.client_id = ${clientId}
      and d.currency = ${currency} and d.active and d.beneficiary_id = b.id)`);
  const { rows } = await query<Row>`
    select ${columns} from beneficiaries.beneficiary b
    where ${query.join(where, query` and `)} order by b.id desc limit ${limit}
  `.execute(sql);
  return rows.map(toBeneficiary);
}

/** The text as it was typed and, when it has digits, without the blanks of a copied IBAN. */
function searches(text: string): RawBuilder<unknown>[] {
  const compact = /\d/.test(text) ? text.replaceAll(/[\s-]/g, '') : text;
  return [...new Set([text, compact])].map((each) => matchesText(query`b.search`, each));
}

/** Whether the client has anyone to pay, as far as everyone sees. */
export async function hasPayee(sql: Sql, clientId: string): Promise<boolean> {
  const { rows } = await query<{ has: boolean }>`
    select exists (select from beneficiaries.beneficiary
      where client_id = ${clientId} and status = 'ACTIVE' and direction = 'OUTGOING' and not confidential) as has
  `.execute(sql);
  return rows[0]?.has ?? false;
}

/** The beneficiaries of these keys, in the order of the keys; undefined where there is none of that client. */
export async function findBeneficiaries(
  sql: Sql,
  keys: readonly BeneficiaryKey[],
  among: Among = 'open',
): Promise<Array<BeneficiaryRecord | undefined>> {
  const { rows } = await query<Row>`
    select ${columns} from beneficiaries.beneficiary b
    where ${isAmong(among)} and (b.client_id, b.id) in (
      select * from unnest(${keys.map((key) => key.clientId)}::uuid[], ${keys.map((key) => key.id)}::uuid[])
    )
  `.execute(sql);
  const found = new Map(rows.map((row) => [`${row.clientId} ${row.id}`, toBeneficiary(row)]));
  return keys.map((key) => found.get(`${key.clientId} ${key.id}`));
}

/**
 * Reads a beneficiary and locks it: of two changes at the same time the second sees the first. The accounts are read once the lock is
 * held: a statement that waited for a lock still sees other tables as they were before.
 */
export async function lockBeneficiary(
  sql: Sql,
  key: BeneficiaryKey,
  among: Among = 'open',
): Promise<BeneficiaryRecord | undefined> {
  await query`
    select from beneficiaries.beneficiary where client_id = ${key.clientId} and id = ${key.id} for no key update
  `.execute(sql);
  const [found] = await findBeneficiaries(sql, [key], among);
  return found;
}

/**
 * The versions of payees that are in force, by id; they stay as they are until the transaction ends. Deleted ones are missing.
 */
export async function holdBeneficiaries(
  sql: Sql,
  keys: readonly BeneficiaryKey[],
  among: Among = 'open',
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await query<{ id: string; version: number }>`
    select b.id, b.version from beneficiaries.beneficiary b
    where b.status = 'ACTIVE' and ${isAmong(among)} and (b.client_id, b.id) in (
      select * from unnest(${keys.map((key) => key.clientId)}::uuid[], ${keys.map((key) => key.id)}::uuid[])
    )
    order by b.id for share
  `.execute(sql);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export interface NewBeneficiary extends CheckedParty {
  readonly id: string;
  readonly clientId: string;
  readonly direction: Beneficiary['direction'];
  readonly type: 'SEPA' | 'SWIFT';
  readonly currency: string;
  readonly confidential: boolean;
  /** All that it is found by. */
  readonly search: string;
  readonly addedBy: string | null;
  readonly createdAt: Date;
}

export async function insertBeneficiaries(sql: Sql, list: readonly NewBeneficiary[]): Promise<void> {
  await query`
    insert into beneficiaries.beneficiary (id, client_id, legal_status, name, first_name, last_name, date_of_birth, street,
      building_number, post_code, town, country, latin, direction, scheme, currency, confidential, search, added_by,
      created_at)
    select id, "clientId", "legalStatus", name, "firstName", "lastName", "dateOfBirth", street,
      "buildingNumber", "postCode", town, country, latin, direction, type, currency, confidential,
      platform.search_text(search), "addedBy", "createdAt"
    from json_to_recordset(${JSON.stringify(list)}::json) as b(id uuid, "clientId" uuid, "legalStatus" text, name text,
      "firstName" text, "lastName" text, "dateOfBirth" bigint, street text, "buildingNumber" text, "postCode" text,
      town text, country text, latin jsonb, direction text, type text, currency text, confidential boolean, search text, "addedBy" uuid,
      "createdAt" timestamptz)
  `.execute(sql);
}

/** Writes what follows from new bank accounts. */
export async function updateAccountsChanged(
  sql: Sql,
  { clientId, id }: BeneficiaryKey,
  change: { readonly type: 'SEPA' | 'SWIFT'; readonly currency: string; readonly search: string },
): Promise<void> {
  await query`
    update beneficiaries.beneficiary
    set scheme = ${change.type}, currency = ${change.currency}, search = platform.search_text(${change.search}), version = version + 1,
      accounts_changed_at = now()
    where client_id = ${clientId} and id = ${id}
  `.execute(sql);
}

/** Writes who the payee is now; the accounts stay. */
export async function updateParty(
  sql: Sql,
  { clientId, id }: BeneficiaryKey,
  party: CheckedParty & { readonly search: string },
): Promise<void> {
  await query`
    update beneficiaries.beneficiary
    set legal_status = ${party.legalStatus}, name = ${party.name}, first_name = ${party.firstName},
      last_name = ${party.lastName}, date_of_birth = ${party.dateOfBirth}, street = ${party.street},
      building_number = ${party.buildingNumber}, post_code = ${party.postCode}, town = ${party.town},
      country = ${party.country}, latin = ${JSON.stringify(party.latin)}::jsonb, search = platform.search_text(${party.search}),
      version = version + 1, party_changed_at = now()
    where client_id = ${clientId} and id = ${id}
  `.execute(sql);
}

/** Hides a beneficiary and frees its accounts for another payee. */
export async function markDeleted(sql: Sql, { clientId, id }: BeneficiaryKey): Promise<void> {
  await query`
    with hidden as (
      update beneficiaries.bank_detail set active = false where client_id = ${clientId} and beneficiary_id = ${id}
    )
    update beneficiaries.beneficiary set status = 'DELETED' where client_id = ${clientId} and id = ${id}
  `.execute(sql);
}
