/** SQL of companies' facts. No decisions here. */
import type { Company, CompanyPerson, CorporateOwner, ResidentialAddress } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { CompanyFacts } from './rules.ts';

/** The register entry, known for every company. */
export type RegisterEntry = Pick<CompanyFacts, 'name' | 'registrationNumber' | 'country'>;

type LaterFacts = Pick<Company, 'legalForm' | 'foundedOn' | 'activity' | 'address' | 'othersBelowQuarter'>;

/** A stored company; people and owners in the order they were entered. */
export interface StoredCompany extends RegisterEntry, LaterFacts {
  readonly id: string;
  readonly creatorId: string;
  readonly documentIds: readonly string[];
  readonly mayRetry: boolean;
  readonly isRegistered: boolean;
  readonly createdAt: Date;
  readonly people: readonly CompanyPerson[];
  readonly corporateOwners: readonly CorporateOwner[];
}

/**
 * With the register entry only; `replaceFacts` writes the rest. `company.id` is the id of identity's client.
 */
export async function insertCompany(
  sql: Sql,
  company: RegisterEntry & Pick<StoredCompany, 'id' | 'creatorId' | 'isRegistered' | 'createdAt'>,
): Promise<void> {
  await query`
    insert into companies.company (client_id, creator_id, name, registration_number, country, registered,
      created_at)
    values (${company.id}, ${company.creatorId}, ${company.name}, ${company.registrationNumber}, ${company.country},
      ${company.isRegistered}, ${company.createdAt})
  `.execute(sql);
}

/** Replaces all entered facts. */
export async function replaceFacts(
  sql: Sql,
  id: string,
  facts: CompanyFacts,
  documentIds: readonly string[],
): Promise<void> {
  const { address } = facts;
  for (const statement of [
    query`
      update companies.company set name = ${facts.name}, registration_number = ${facts.registrationNumber},
        country = ${facts.country}, legal_form = ${facts.legalForm}, founded_on = ${facts.foundedOn},
        activity = ${facts.activity}, address_line1 = ${address.line1}, address_line2 = ${address.line2},
        address_post_code = ${address.postCode}, address_town = ${address.town},
        address_country = ${address.country}, others_below_quarter = ${facts.othersBelowQuarter},
        document_ids = ${documentIds}::uuid[]
      where client_id = ${id}`,
    query`delete from companies.person where company_id = ${id}`,
    query`delete from companies.corporate_owner where company_id = ${id}`,
    query`
      insert into companies.person (company_id, place, first_name, last_name, date_of_birth, citizenship, address_line1,
        address_line2, address_post_code, address_town, address_country, is_director, share_basis_points)
      select ${id}, place, p ->> 'firstName', p ->> 'lastName',
        (timestamp 'epoch' + (p ->> 'dateOfBirth')::bigint * interval '1 second')::date, p ->> 'citizenship',
        p #>> '{address,line1}', p #>> '{address,line2}', p #>> '{address,postCode}', p #>> '{address,town}',
        p #>> '{address,country}', (p ->> 'isDirector')::boolean, (p ->> 'shareBasisPoints')::integer
      from jsonb_array_elements(${JSON.stringify(facts.people)}::jsonb) with ordinality as t(p, place)`,
    query`
      insert into companies.corporate_owner (company_id, place, name, registration_number, country, share_basis_points)
      select ${id}, place, o ->> 'name', o ->> 'registrationNumber', o ->> 'country', (o ->> 'shareBasisPoints')::integer
      from jsonb_array_elements(${JSON.stringify(facts.corporateOwners)}::jsonb) with ordinality as t(o, place)`,
  ])
    await statement.execute(sql);
}

interface Row extends RegisterEntry, Omit<LaterFacts, 'address'> {
  id: string;
  creatorId: string;
  documentIds: string[];
  mayRetry: boolean;
  isRegistered: boolean;
  createdAt: Date;
  line1: string | null;
  line2: string | null;
  postCode: string;
  town: string;
  addressCountry: string;
  people: CompanyPerson[];
  corporateOwners: CorporateOwner[];
}

const toCompany = ({ line1, line2, postCode, town, addressCountry, ...row }: Row): StoredCompany => ({
  ...row,
  address: line1 === null ? null : { line1, line2, postCode, town, country: addressCountry },
});

/**
 * Undefined for a person's own profile. People and owners come in the order they were entered; `dateOfBirth`
 * is in seconds since 1970, UTC.
 */
export async function findCompany(sql: Sql, id: string): Promise<StoredCompany | undefined> {
  const { rows } = await query<Row>`
    select c.client_id as id, c.creator_id as "creatorId", c.name, c.registration_number as "registrationNumber", c.country,
      c.legal_form as "legalForm", c.founded_on::text as "foundedOn", c.activity, c.address_line1 as line1,
      c.address_line2 as line2, c.address_post_code as "postCode", c.address_town as town,
      c.address_country as "addressCountry", c.others_below_quarter as "othersBelowQuarter",
      c.document_ids as "documentIds", c.check_retry as "mayRetry", c.registered as "isRegistered",
      c.created_at as "createdAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name,
          'dateOfBirth', extract(epoch from p.date_of_birth::timestamp)::bigint, 'citizenship', p.citizenship,
          'address', jsonb_build_object('line1', p.address_line1, 'line2', p.address_line2,
            'postCode', p.address_post_code, 'town', p.address_town, 'country', p.address_country),
          'isDirector', p.is_director, 'shareBasisPoints', p.share_basis_points) order by p.place)
        from companies.person p where p.company_id = c.client_id), '[]') as people,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', o.name, 'registrationNumber', o.registration_number,
          'country', o.country, 'shareBasisPoints', o.share_basis_points) order by o.place)
        from companies.corporate_owner o where o.company_id = c.client_id), '[]') as "corporateOwners"
    from companies.company c where c.client_id = ${id}
  `.execute(sql);
  return rows[0] && toCompany(rows[0]);
}

/** The company that this client registered with. */
export async function findRegistered(sql: Sql, creatorId: string): Promise<string | undefined> {
  const { rows } = await query<{ id: string }>`
    select client_id as id from companies.company where creator_id = ${creatorId} and registered limit 1
  `.execute(sql);
  return rows[0]?.id;
}

/** How many companies a person has added, and how many of them have this register entry, except this one. */
export async function countAdded(
  sql: Sql,
  by: Pick<RegisterEntry, 'registrationNumber' | 'country'> & {
    readonly id: string;
    readonly creatorId: string;
  },
): Promise<{ readonly all: number; readonly same: number }> {
  const { rows } = await query<{ all: number; same: number }>`
    select count(*)::int as all, count(*) filter (where country = ${by.country}
      and lower(registration_number) = lower(${by.registrationNumber}))::int as same
    from companies.company where creator_id = ${by.creatorId} and client_id <> ${by.id}
  `.execute(sql);
  return rows[0] ?? { all: 0, same: 0 };
}

/** Records whether the applicant may repeat a failed check. */
export async function setRetry(sql: Sql, id: string, mayRetry: boolean): Promise<void> {
  await query`update companies.company set check_retry = ${mayRetry} where client_id = ${id}`.execute(sql);
}

/** Changes a company's address after an ordinary change of address. */
export async function moveSeat(sql: Sql, id: string, address: ResidentialAddress): Promise<void> {
  await query`
    update companies.company set address_line1 = ${address.line1}, address_line2 = ${address.line2},
      address_post_code = ${address.postCode}, address_town = ${address.town}, address_country = ${address.country}
    where client_id = ${id}
  `.execute(sql);
}
