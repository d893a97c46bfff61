/** SQL of applications: an applicant's entries before they are a client. No decisions here. */
import type {
  AccountChoice,
  CompanyDetails,
  Onboarding,
  PersonDetails,
  ResidentialAddress,
} from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Application extends Pick<Onboarding, 'kind' | 'person' | 'company' | 'account' | 'address'> {
  readonly clientId: string;
  readonly personId: string;
  readonly termsAcceptedAt: Date | null;
  readonly identityRetry: boolean;
}

interface Row {
  clientId: string;
  personId: string;
  kind: Onboarding['kind'];
  first_name: string | null;
  last_name: string;
  birth_seconds: number;
  citizenship: string;
  residence: string;
  company_name: string | null;
  company_registration_number: string;
  company_country: string;
  account_type: AccountChoice['accountType'] | null;
  card_type: AccountChoice['cardType'];
  address_line1: string | null;
  address_line2: string | null;
  address_post_code: string;
  address_town: string;
  address_country: string;
  termsAcceptedAt: Date | null;
  identityRetry: boolean;
}

const toApplication = (row: Row): Application => ({
  clientId: row.clientId,
  personId: row.personId,
  kind: row.kind,
  person:
    row.first_name === null
      ? null
      : {
          firstName: row.first_name,
          lastName: row.last_name,
          dateOfBirth: row.birth_seconds,
          citizenship: row.citizenship,
          residence: row.residence,
        },
  company:
    row.company_name === null
      ? null
      : {
          name: row.company_name,
          registrationNumber: row.company_registration_number,
          country: row.company_country,
        },
  account: row.account_type && { accountType: row.account_type, cardType: row.card_type },
  address:
    row.address_line1 === null
      ? null
      : {
          line1: row.address_line1,
          line2: row.address_line2,
          postCode: row.address_post_code,
          town: row.address_town,
          country: row.address_country,
        },
  termsAcceptedAt: row.termsAcceptedAt,
  identityRetry: row.identityRetry,
});

/** Once per client; fails if the client has one. */
export async function insertApplication(
  sql: Sql,
  application: Pick<Application, 'clientId' | 'personId' | 'kind'> & { readonly at: Date },
): Promise<void> {
  await query`
    insert into onboarding.application (client_id, person_id, kind, created_at)
    values (${application.clientId}, ${application.personId}, ${application.kind}, ${application.at})
  `.execute(sql);
}

/** Undefined for a client who did not apply, such as a company that was added later. */
export async function findApplication(sql: Sql, clientId: string): Promise<Application | undefined> {
  const { rows } = await query<Row>`
    select client_id as "clientId", person_id as "personId", kind, first_name, last_name,
      extract(epoch from date_of_birth::timestamp)::float8 as birth_seconds, citizenship, residence, company_name,
      company_registration_number, company_country, account_type, card_type, address_line1, address_line2,
      address_post_code, address_town, address_country, terms_accepted_at as "termsAcceptedAt",
      identity_retry as "identityRetry"
    from onboarding.application where client_id = ${clientId}
  `.execute(sql);
  return rows[0] && toApplication(rows[0]);
}

/** The date of birth is seconds since 1970, at midnight UTC. */
export async function updatePerson(sql: Sql, clientId: string, person: PersonDetails): Promise<void> {
  await query`
    update onboarding.application set first_name = ${person.firstName}, last_name = ${person.lastName},
      date_of_birth = (timestamp 'epoch' + ${person.dateOfBirth} * interval '1 second')::date,
      citizenship = ${person.citizenship}, residence = ${person.residence}
    where client_id = ${clientId}
  `.execute(sql);
}

export async function updateCompany(sql: Sql, clientId: string, company: CompanyDetails): Promise<void> {
  await query`
    update onboarding.application set company_name = ${company.name},
      company_registration_number = ${company.registrationNumber}, company_country = ${company.country}
    where client_id = ${clientId}
  `.execute(sql);
}

export async function updateAccount(sql: Sql, clientId: string, account: AccountChoice): Promise<void> {
  await query`
    update onboarding.application set account_type = ${account.accountType}, card_type = ${account.cardType}
    where client_id = ${clientId}
  `.execute(sql);
}

/** Writes the address, whose country becomes the country of residence. */
export async function updateAddress(sql: Sql, clientId: string, address: ResidentialAddress): Promise<void> {
  await query`
    update onboarding.application set address_line1 = ${address.line1}, address_line2 = ${address.line2},
      address_post_code = ${address.postCode}, address_town = ${address.town},
      address_country = ${address.country}, residence = ${address.country}
    where client_id = ${clientId}
  `.execute(sql);
}

/** The application's entries are final from then on. */
export async function updateTermsAccepted(sql: Sql, clientId: string, at: Date): Promise<void> {
  await query`update onboarding.application set terms_accepted_at = ${at} where client_id = ${clientId}`.execute(
    sql,
  );
}

/** Records whether the last identity check may be repeated. Changes nothing for a client without an application. */
export async function updateIdentityRetry(sql: Sql, clientId: string, retry: boolean): Promise<void> {
  await query`update onboarding.application set identity_retry = ${retry} where client_id = ${clientId}`.execute(
    sql,
  );
}

/** Only for a draft that is deleted with its person. */
export async function deleteApplication(sql: Sql, clientId: string): Promise<void> {
  await query`delete from onboarding.application where client_id = ${clientId}`.execute(sql);
}
