/** SQL of the recipients of notifications about clients and persons, with their addresses. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { counts } from '../client-store.ts';
import type { Contact } from '../contact.ts';

export interface Recipient extends Contact {
  readonly personId: string;
  /** A profile that the person may act for. */
  readonly clientId: string;
  /** Whether they see confidential payouts there. */
  readonly seesConfidential: boolean;
  /** The profile's name if the person may act for others too, because messages must then say which one they are about; otherwise null. */
  readonly profileName: string | null;
}

/** Everyone who may currently act for these clients, and these people with each of their profiles. */
export async function findRecipients(
  sql: Sql,
  { clientIds, personIds }: { readonly clientIds: readonly string[]; readonly personIds: readonly string[] },
): Promise<Recipient[]> {
  const { rows } = await query<Recipient>`
    select m.person_id as "personId", m.client_id as "clientId", p.email, p.phone, coalesce(p.locale, 'en') as locale,
      m.sees_confidential as "seesConfidential",
      case when exists (select from identity.membership m
          where m.person_id = p.id and m.client_id <> c.id and ${query.raw(counts)})
        then coalesce(c.company_name, concat_ws(' ', c.first_name, c.last_name)) end as "profileName"
    from (select m.person_id, m.client_id, m.is_boss or m.can_view_confidential as sees_confidential from identity.membership m
          where (m.client_id = any(${clientIds}::uuid[]) or m.person_id = any(${personIds}::uuid[])) and ${query.raw(counts)}) m
    join identity.person p on p.id = m.person_id
    join identity.client c on c.id = m.client_id
    order by m.person_id, m.client_id
  `.execute(sql);
  return rows;
}
