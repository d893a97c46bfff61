/** SQL of the data that a card processor needs about a cardholder. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Cardholder {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
  /** `YYYY-MM-DD`. */
  readonly bornOn: string | null;
  /** The client's address; for a company's people, the company's. */
  readonly address: {
    readonly line: string;
    readonly postCode: string;
    readonly city: string;
    readonly country: string;
  };
}

type Row = Omit<Cardholder, 'address'> & Cardholder['address'];

/** A person with a card of this client; undefined until name and address are complete. */
export async function findCardholder(
  sql: Sql,
  { clientId, personId }: { readonly clientId: string; readonly personId: string },
): Promise<Cardholder | undefined> {
  const { rows } = await query<Row>`
    select own.first_name as "firstName", own.last_name as "lastName", p.email, p.phone, own.date_of_birth::text as "bornOn",
      concat_ws(', ', c.address_line1, c.address_line2) as line, c.address_post_code as "postCode", c.address_town as city,
      c.address_country as country
    from identity.person p
    join identity.client own on own.holder_id = p.id
    join identity.client c on c.id = ${clientId}
    where p.id = ${personId} and own.first_name is not null and own.last_name is not null and c.address_line1 is not null
      and c.address_post_code is not null and c.address_town is not null and c.address_country is not null`.execute(
    sql,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { line, postCode, city, country, ...person } = row;
  return { ...person, address: { line, postCode, city, country } };
}
