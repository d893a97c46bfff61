/** SQL of persons, clients, memberships and names. No decisions here. */
import { type Right, rightNames, type zClient } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { z } from 'zod';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly phone: string | null;
  readonly passwordHash: string;
  readonly adminRole: string | null;
}

/** A person with their own profile, which a sign-in starts with. Staff have none. */
export interface Account extends Person {
  readonly clientId: string | null;
  readonly clientRole: string | null;
  /** When access was last taken from everyone but the owner, in the database's text form: a sign-in compares it when it ends. */
  readonly passwordNeededSince: string | null;
}

interface AccountRow {
  id: string;
  email: string;
  phone: string | null;
  password_hash: string;
  admin_role: string | null;
  client_id: string | null;
  client_role: string | null;
  password_needed_since: string | null;
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  phone: row.phone,
  passwordHash: row.password_hash,
  adminRole: row.admin_role,
  clientId: row.client_id,
  clientRole: row.client_role,
  passwordNeededSince: row.password_needed_since,
});

const accounts = query`
  select p.id, p.email, p.phone, p.password_hash, p.admin_role, c.id as client_id, c.role as client_role,
    p.password_needed_since::text as password_needed_since
  from identity.person p left join identity.client c on c.holder_id = p.id`;

/** The account of a person. */
export async function findAccountOf(sql: Sql, personId: string): Promise<Account | undefined> {
  const { rows } = await query<AccountRow>`${accounts} where p.id = ${personId}`.execute(sql);
  return rows[0] && toAccount(rows[0]);
}

/**
 * The account of a sign-in name: the normalised form of an email, or a client number. An address belongs to its confirmed owner. Without one, it
 * means this browser's own draft among those with the address, or else the newest draft.
 */
export async function findAccount(
  sql: Sql,
  by: { emailKey: string; clientNumber: bigint | undefined; deviceHash: Buffer | undefined },
): Promise<Account | undefined> {
  const { rows } = await query<AccountRow>`
    ${accounts} where p.id in (
      (select d.id from identity.person d where d.email_key = ${by.emailKey}
       order by d.email_confirmed_at is null, not exists (
         select 1 from identity.device where token_hash = ${by.deviceHash ?? null}::bytea and person_id = d.id and expires_at > now()
       ), d.id desc limit 1)
      union all select holder_id from identity.client where number = ${by.clientNumber ?? null}::bigint
    )
  `.execute(sql);
  return rows[0] && toAccount(rows[0]);
}

export interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly phone: string | null;
  readonly passwordHash: string;
  readonly adminRole: string | null;
  /** Null until the address is confirmed as this person's. */
  readonly emailConfirmedAt: Date | null;
  readonly createdAt: Date;
}

/** `emailKey` is the normalised address. The database refuses a second confirmed owner of an address. */
export async function insertPerson(sql: Sql, person: NewPerson): Promise<void> {
  await query`
    insert into identity.person (id, email, email_key, phone, password_hash, admin_role, email_confirmed_at,
      created_at)
    values (${person.id}, ${person.email}, ${person.emailKey}, ${person.phone}, ${person.passwordHash},
      ${person.adminRole}, ${person.emailConfirmedAt}, ${person.createdAt})
  `.execute(sql);
}

/** The profile in the contract's form, without the fields that depend on the configuration. */
export type ClientProfile = Omit<z.output<typeof zClient>, 'cardsOffered'>;

/** The initial profile of a new individual; everything else is filled in later. */
export type NewClient = Pick<
  ClientProfile,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'state'
  | 'citizenship'
  | 'residence'
  | 'accountType'
  | 'grade'
  | 'dateOfBirth'
  | 'addressLine1'
  | 'addressPostCode'
  | 'addressTown'
  | 'addressCountry'
> & { readonly holderId: string; readonly createdAt: Date };

/** Inserts an individual's own profile with all rights; returns its number. */
export async function insertIndividual(sql: Sql, client: NewClient): Promise<string> {
  const { rows } = await query<{ number: bigint }>`
    with client as (
      insert into identity.client (id, holder_id, role, first_name, last_name, state, grade, citizenship, residence,
        account_type, date_of_birth, address_line1, address_post_code, address_town, address_country, created_at)
      values (${client.id}, ${client.holderId}, 'INDIVIDUAL', ${client.firstName}, ${client.lastName}, ${client.state},
        ${client.grade}, ${client.citizenship}, ${client.residence}, ${client.accountType},
        (timestamp 'epoch' + ${client.dateOfBirth}::bigint * interval '1 second')::date, ${client.addressLine1},
        ${client.addressPostCode}, ${client.addressTown}, ${client.addressCountry}, ${client.createdAt})
      returning id, holder_id, number
    ), membership as (
      insert into identity.membership (person_id, client_id, ${query.raw(rightNames.join(', '))})
      select holder_id, id, ${query.raw(rightNames.map(() => 'true').join(', '))} from client
    )
    select number from client
  `.execute(sql);
  return String(rows[0]?.number);
}

type ClientRow = Record<Right, boolean> & {
  id: string;
  number: bigint;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  state: ClientProfile['state'];
  grade: string | null;
  email: string;
  phone: string | null;
  birth_seconds: number | null;
  first_steps_hidden: boolean;
  citizenship: string | null;
  residence: string | null;
  account_type: string | null;
  role: string;
  address_line1: string | null;
  address_line2: string | null;
  address_post_code: string | null;
  address_town: string | null;
  address_country: string | null;
  created_at: Date;
  bosses: string[];
  accepted_terms: ClientProfile['acceptedTerms'];
  locale: ClientProfile['language'];
  theme: ClientProfile['theme'];
};

/** The profile as this person sees it: with their own rights, email and phone. */
export async function findClient(
  sql: Sql,
  by: { personId: string; clientId: string },
): Promise<ClientProfile | undefined> {
  const { rows } = await query<ClientRow>`
    select c.id, c.number, c.first_name, c.last_name, c.company_name, c.state, c.grade, p.email, p.phone,
      extract(epoch from c.date_of_birth::timestamp)::float8 as birth_seconds, m.first_steps_hidden, c.citizenship,
      c.residence, c.account_type, c.role, c.address_line1, c.address_line2, c.address_post_code, c.address_town,
      c.address_country, c.created_at, p.locale, p.theme, ${query.raw(rightColumns)},
      coalesce((
        select json_agg(concat_ws(' ', own.first_name, own.last_name) order by m.person_id)
        from identity.membership m join identity.client own on own.holder_id = m.person_id
        where m.client_id = c.id and c.role = 'LEGAL' and m.is_boss and ${query.raw(counts)}
      ), '[]') as bosses,
      coalesce((
        select json_object_agg(t.product, json_build_object('version', t.version, 'read', true) order by t.accepted_at)
        from (select distinct on (product) product, version, accepted_at from identity.terms_acceptance
              where client_id = c.id order by product, accepted_at desc) t
      ), '{}') as accepted_terms
    from identity.client c
    join identity.membership m on m.client_id = c.id and m.person_id = ${by.personId} and ${query.raw(counts)}
    join identity.person p on p.id = m.person_id
    where c.id = ${by.clientId}
  `.execute(sql);
  return rows[0] && toClient(rows[0]);
}

const toClient = (row: ClientRow): ClientProfile => ({
  id: row.id,
  number: String(row.number),
  firstName: row.first_name,
  lastName: row.last_name,
  companyName: row.company_name,
  state: row.state,
  grade: row.grade,
  email: row.email,
  dateOfBirth: row.birth_seconds,
  firstStepsHidden: row.first_steps_hidden,
  citizenship: row.citizenship,
  residence: row.residence,
  residenceCountry: row.residence,
  accountType: row.account_type,
  role: row.role,
  phone: row.phone,
  addressLine1: row.address_line1,
  addressLine2: row.address_line2,
  addressPostCode: row.address_post_code,
  addressTown: row.address_town,
  addressCountry: row.address_country,
  rights: toRights(row),
  bosses: row.bosses,
  acceptedTerms: row.accepted_terms,
  createdAt: row.created_at.toISOString(),
  language: row.locale,
  theme: row.theme,
});

/** The rights of a membership `m`. */
export const rightColumns = rightNames.map((name) => `m.${name}`).join(', ');

/** Condition for an effective membership `m`: not suspended and not expired. */
export const counts = `m.status = 'ACTIVE' and (m.valid_until is null or m.valid_until > now())`;

/** The rights in a row that has their columns. */
export const toRights = (row: Record<Right, boolean>) =>
  Object.fromEntries(rightNames.map((name) => [name, row[name]])) as Record<Right, boolean>;

/** The name shown to payers and payees: the company's, or first and last name. */
export const displayName = (row: {
  company_name: string | null;
  first_name: string | null;
  last_name: string | null;
}) => row.company_name ?? [row.first_name, row.last_name].filter((part) => part !== null).join(' ');

/** Which of these clients are companies. */
export async function findCompanies(sql: Sql, clientIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await query<{ id: string }>`
    select id from identity.client where id = any(${clientIds}::uuid[]) and role = 'LEGAL'
  `.execute(sql);
  return new Set(rows.map(({ id }) => id));
}

/** Ids of clients in order, after one of them. */
export async function listClientIds(
  sql: Sql,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from identity.client where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${limit}
  `.execute(sql);
  return rows.map(({ id }) => id);
}

/** The display name of a client. */
export async function findClientName(sql: Sql, clientId: string): Promise<string | undefined> {
  const { rows } = await query<Pick<ClientRow, 'company_name' | 'first_name' | 'last_name'>>`
    select company_name, first_name, last_name from identity.client where id = ${clientId}
  `.execute(sql);
  return rows[0] && displayName(rows[0]);
}

/** The personal details that a person applied with. */
export interface AppliedAs {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly bornOn: string | null;
  /** ISO 3166-1 alpha-2, as is `residence`. */
  readonly citizenship: string | null;
  readonly residence: string | null;
}

/** For a person's own profile; undefined for a company and before the name is entered. */
export async function findAppliedAs(sql: Sql, clientId: string): Promise<AppliedAs | undefined> {
  const { rows } = await query<AppliedAs>`
    select first_name as "firstName", last_name as "lastName", date_of_birth::text as "bornOn", citizenship, residence
    from identity.client where id = ${clientId} and role = 'INDIVIDUAL' and first_name is not null and last_name is not null
  `.execute(sql);
  return rows[0];
}

/** Names of people by id: from their own profile, or their email until the profile has a name. A deleted person has none. */
export async function findPersonNames(
  sql: Sql,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (personIds.length === 0) return new Map();
  const { rows } = await query<{ id: string; name: string }>`
    select p.id, coalesce(nullif(concat_ws(' ', own.first_name, own.last_name), ''), p.email) as name
    from identity.person p left join identity.client own on own.holder_id = p.id
    where p.id = any(${personIds}::uuid[])
  `.execute(sql);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
