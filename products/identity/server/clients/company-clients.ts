/** The client record of a company: created with its first administrator, then filled with the entered data. */
import { allRights, type ResidentialAddress, rightNames } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Creates a company's profile, not yet checked, with the person who adds it as administrator; returns its id. */
export async function createCompanyClient(
  work: Work,
  company: { creatorId: string; personId: string; name: string; country: string },
): Promise<string> {
  const clientId = work.newId();
  const { creatorId, personId } = company;
  await query`
    with client as (
      insert into identity.client (id, role, company_name, state, account_type, residence, creator_id, created_at)
      values (${clientId}, 'LEGAL', ${company.name}, 'SMS_CONFIRMED', 'business', ${company.country}, ${creatorId},
        ${work.now})
      returning id
    )
    insert into identity.membership (person_id, client_id, ${query.raw(rightNames.join(', '))})
    select ${personId}, id, ${query.join(rightNames.map((name) => query`${allRights[name]}`))} from client
  `.execute(work.sql);
  await audit(work, { action: 'client.company_created', clientId, personId, details: { creatorId } });
  return clientId;
}

/** Fills a company's profile with the entered data. */
export async function fillCompany(
  sql: Sql,
  clientId: string,
  {
    name,
    country,
    address,
  }: {
    readonly name: string;
    readonly country: string;
    readonly address: ResidentialAddress;
  },
): Promise<void> {
  await query`
    update identity.client set company_name = ${name}, residence = ${country}, address_line1 = ${address.line1},
      address_line2 = ${address.line2}, address_post_code = ${address.postCode}, address_town = ${address.town},
      address_country = ${address.country}
    where id = ${clientId} and role = 'LEGAL'
  `.execute(sql);
}
