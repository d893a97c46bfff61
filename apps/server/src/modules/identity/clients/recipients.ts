/** Who hears of what happens to clients and persons, and where. SQL only. */
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';
import type { Contact } from './contact.ts';

export interface Recipient extends Contact {
  readonly personId: string;
  /** A profile that the person may act for. */
  readonly clientId: string;
}

/** Everybody who may act for these clients, and these persons with each of their profiles. */
export async function findRecipients(
  sql: Sql,
  { clientIds, personIds }: { readonly clientIds: readonly string[]; readonly personIds: readonly string[] },
): Promise<Recipient[]> {
  const { rows } = await query<Recipient>`
    select m.person_id as "personId", m.client_id as "clientId", p.email, p.phone, coalesce(p.locale, 'en') as locale
    from (select person_id, client_id from identity.membership where client_id = any(${clientIds}::uuid[])
          union select person_id, client_id from identity.membership where person_id = any(${personIds}::uuid[])) m
    join identity.person p on p.id = m.person_id
    order by m.person_id, m.client_id
  `.execute(sql);
  return rows;
}
