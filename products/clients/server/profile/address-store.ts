/** SQL of requests to change an address. No decisions here. */
import type { AddressChange } from '@calmly/contract';
import { type DeskRequest, deskRequests, type NewRequest } from '@calmly/platform/desk-requests.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export type AddressRequest = DeskRequest &
  Pick<AddressChange, 'country' | 'town' | 'line' | 'postCode'> & {
    /** For a company: a hash of the address that it replaces. */
    readonly basedOn: string | null;
  };

export const addressRequests = deskRequests<AddressRequest>({
  name: 'profile.address_change',
  client: 'client_id',
  about: query`country, town, line, post_code as "postCode", based_on as "basedOn"`,
});

/** Inserts a waiting request; undefined if the client already has one. */
export async function insertRequest(
  sql: Sql,
  request: NewRequest<AddressRequest>,
): Promise<AddressRequest | undefined> {
  const { rows } = await query<AddressRequest>`
    insert into profile.address_change (id, client_id, person_id, country, town, line, post_code, reason, document_ids,
      based_on, created_at)
    values (${request.id}, ${request.clientId}, ${request.personId}, ${request.country}, ${request.town},
      ${request.line}, ${request.postCode}, ${request.reason}, ${request.documentIds}::uuid[], ${request.basedOn}, ${request.createdAt})
    on conflict do nothing
    returning ${addressRequests.columns}
  `.execute(sql);
  return rows[0];
}
