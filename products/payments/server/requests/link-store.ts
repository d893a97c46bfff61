/** SQL of the links to public pages. No decisions here. A token is found by its hash and stored sealed. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface StoredLink {
  readonly id: string;
  readonly clientId: string;
  readonly accountId: string;
  /** Null: the page of the account itself. */
  readonly requestId: string | null;
  /** Whether the page shows the request's details and documents. */
  readonly showsDetails: boolean;
  /** Whether the request has documents. */
  readonly hasDocuments: boolean;
  readonly sealedToken: Buffer;
  readonly createdAt: Date;
}

/** A token as it is stored: what finds it, and what its owner copies again. */
export type StoredToken = Pick<StoredLink, 'sealedToken'> & { readonly tokenHash: Buffer };

/** What a link leads to. */
export type LinkTarget = Pick<StoredLink, 'clientId' | 'accountId' | 'requestId'>;

export type OpenedLink = LinkTarget & Pick<StoredLink, 'showsDetails'>;

const columns = query`
  id, client_id as "clientId", account_id as "accountId", request_id as "requestId", shows_details as "showsDetails",
  sealed_token as "sealedToken", created_at as "createdAt",
  exists (select from requests.request r where r.id = request_id and cardinality(r.document_ids) > 0) as "hasDocuments"`;

/** Writes a link unless its target has one that lives; undefined then. */
export async function insertLink(
  sql: Sql,
  link: Omit<StoredLink, 'hasDocuments'> & StoredToken,
): Promise<StoredLink | undefined> {
  const { rows } = await query<StoredLink>`
    insert into requests.link (id, client_id, account_id, request_id, shows_details, token_hash, sealed_token, created_at)
    values (${link.id}, ${link.clientId}, ${link.accountId}, ${link.requestId}, ${link.showsDetails}, ${link.tokenHash},
      ${link.sealedToken}, ${link.createdAt})
    on conflict do nothing
    returning ${columns}
  `.execute(sql);
  return rows[0];
}

/** The link of a target that lives. */
export async function findLink(sql: Sql, target: LinkTarget): Promise<StoredLink | undefined> {
  const { rows } = await query<StoredLink>`
    select ${columns} from requests.link
    where client_id = ${target.clientId} and account_id = ${target.accountId}
      and request_id is not distinct from ${target.requestId}::uuid and revoked_at is null
  `.execute(sql);
  return rows[0];
}

/** A link that lives. */
export async function findLive(sql: Sql, id: string): Promise<StoredLink | undefined> {
  const { rows } = await query<StoredLink>`
    select ${columns} from requests.link where id = ${id} and revoked_at is null
  `.execute(sql);
  return rows[0];
}

/** Changes what the page of a link shows, and its token if one is given; undefined if it showed that before or is revoked. */
export async function updateShowsDetails(
  sql: Sql,
  {
    id,
    showsDetails,
    replaced,
  }: {
    readonly id: string;
    readonly showsDetails: boolean;
    readonly replaced: StoredToken | undefined;
  },
): Promise<StoredLink | undefined> {
  const { rows } = await query<StoredLink>`
    update requests.link set shows_details = ${showsDetails}
      ${replaced ? query`, token_hash = ${replaced.tokenHash}, sealed_token = ${replaced.sealedToken}` : query``}
    where id = ${id} and shows_details <> ${showsDetails} and revoked_at is null
    returning ${columns}
  `.execute(sql);
  return rows[0];
}

/** Where a token leads; undefined once its link is revoked. */
export async function findOpened(sql: Sql, tokenHash: Buffer): Promise<OpenedLink | undefined> {
  const { rows } = await query<OpenedLink>`
    select client_id as "clientId", account_id as "accountId", request_id as "requestId",
      shows_details as "showsDetails"
    from requests.link
    where token_hash = ${tokenHash} and revoked_at is null
  `.execute(sql);
  return rows[0];
}

/** Revokes a link of a client; whether there was one that lived. */
export async function revokeLink(
  sql: Sql,
  key: { readonly clientId: string; readonly id: string },
): Promise<boolean> {
  const { numAffectedRows } = await query`
    update requests.link set revoked_at = now()
    where id = ${key.id} and client_id = ${key.clientId} and revoked_at is null
  `.execute(sql);
  return numAffectedRows === 1n;
}

/** A client's links that live, newest first; of one account itself or of one request where asked. */
export async function listLinks(
  sql: Sql,
  by: {
    readonly clientId: string;
    readonly accountId: string | undefined;
    readonly requestId: string | undefined;
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<StoredLink[]> {
  const { rows } = await query<StoredLink>`
    select ${columns} from requests.link
    where client_id = ${by.clientId} and revoked_at is null
      ${by.accountId === undefined ? query`` : query`and account_id = ${by.accountId} and request_id is null`}
      ${by.requestId === undefined ? query`` : query`and request_id = ${by.requestId}`}
      ${by.before === undefined ? query`` : query`and id < ${by.before}`}
    order by id desc limit ${by.limit}
  `.execute(sql);
  return rows;
}
