/** SQL of requests for another address. No decisions here. */
import type { AddressChange } from '@calmly/contract';
import { sql as query } from 'kysely';
import type { Sql } from '../../platform/work.ts';

/** A request without what its documents are called. */
export interface AddressRequest extends Omit<AddressChange, 'documents' | 'createdAt' | 'decidedAt'> {
  readonly clientId: string;
  readonly personId: string;
  readonly documentIds: readonly string[];
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

const columns = query`
  id, client_id as "clientId", person_id as "personId", country, town, line, post_code as "postCode", reason,
  document_ids as "documentIds", state, comment, created_at as "createdAt", decided_at as "decidedAt"`;

export type NewRequest = Omit<AddressRequest, 'state' | 'comment' | 'decidedAt'>;

/** Writes a waiting request; undefined when the client has one already. */
export async function insertRequest(sql: Sql, request: NewRequest): Promise<AddressRequest | undefined> {
  const { rows } = await query<AddressRequest>`
    insert into profile.address_change (id, client_id, person_id, country, town, line, post_code, reason, document_ids,
      created_at)
    values (${request.id}, ${request.clientId}, ${request.personId}, ${request.country}, ${request.town},
      ${request.line}, ${request.postCode}, ${request.reason}, ${request.documentIds}::uuid[], ${request.createdAt})
    on conflict do nothing
    returning ${columns}
  `.execute(sql);
  return rows[0];
}

/** Reads a request and locks it: of two decisions at the same time the second sees the first. */
export async function lockRequest(sql: Sql, id: string): Promise<AddressRequest | undefined> {
  const { rows } = await query<AddressRequest>`
    select ${columns} from profile.address_change where id = ${id} for no key update
  `.execute(sql);
  return rows[0];
}

export async function findRequest(sql: Sql, id: string): Promise<AddressRequest | undefined> {
  const { rows } = await query<AddressRequest>`
    select ${columns} from profile.address_change where id = ${id}
  `.execute(sql);
  return rows[0];
}

export async function setState(
  sql: Sql,
  id: string,
  end: { readonly state: 'APPROVED' | 'REJECTED' | 'WITHDRAWN'; readonly comment: string | null },
): Promise<void> {
  await query`
    update profile.address_change set state = ${end.state}, comment = ${end.comment}, decided_at = now() where id = ${id}
  `.execute(sql);
}

/** The client's requests, newest first. */
export async function listRequests(
  sql: Sql,
  by: { readonly clientId: string; readonly before: string | undefined; readonly limit: number },
): Promise<AddressRequest[]> {
  const { rows } = await query<AddressRequest>`
    select ${columns} from profile.address_change
    where client_id = ${by.clientId} ${by.before === undefined ? query`` : query`and id < ${by.before}`}
    order by id desc limit ${by.limit}
  `.execute(sql);
  return rows;
}

/** What waits for the bank, oldest first. */
export async function listWaiting(
  sql: Sql,
  by: { readonly after: string | undefined; readonly limit: number },
): Promise<AddressRequest[]> {
  const { rows } = await query<AddressRequest>`
    select ${columns} from profile.address_change
    where state = 'WAITING' ${by.after === undefined ? query`` : query`and id > ${by.after}`}
    order by id limit ${by.limit}
  `.execute(sql);
  return rows;
}
