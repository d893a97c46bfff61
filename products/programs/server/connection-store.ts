/** SQL of connections. Only this file decides whether a connection is still valid, by the database's clock. */
import type { Scope } from '@calmly/contract';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export type EndReason = 'REVOKED' | 'APPLICATION' | 'REUSED' | 'ACCESS_LOST';

export interface StoredConnection {
  readonly id: string;
  readonly applicationId: string;
  readonly applicationName: string;
  readonly applicationOperator: string;
  readonly applicationLetter: string;
  readonly personId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly accountIds: readonly string[];
  readonly allowedAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

const live = query`
  from connections.connection c join connections.application a on a.id = c.application_id and a.closed_at is null
  where c.ended_at is null and c.expires_at > now()`;

const columns = query`
  c.id, a.id as "applicationId", a.name as "applicationName", a.operator as "applicationOperator",
  a.letter as "applicationLetter", c.person_id as "personId", c.client_id as "clientId", c.scopes,
  c.account_ids as "accountIds", c.allowed_at as "allowedAt", c.expires_at as "expiresAt", c.last_used_at as "lastUsedAt"`;

export interface NewConnection {
  readonly id: string;
  readonly applicationId: string;
  readonly personId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly accountIds: readonly string[];
  readonly days: number;
}

/** Expires `days` days from now by the database's clock. Not listed before the application has fetched its tokens. */
export async function insertConnection(sql: Sql, connection: NewConnection): Promise<void> {
  const { id, applicationId, personId, clientId, scopes, accountIds, days } = connection;
  await query`
    insert into connections.connection (id, application_id, person_id, client_id, scopes, account_ids, expires_at)
    values (${id}, ${applicationId}, ${personId}, ${clientId}, ${scopes}::text[], ${accountIds}::uuid[],
      now() + ${days} * interval '1 day')
  `.execute(sql);
}

/** A live connection of an application that may connect. */
export async function findConnection(sql: Sql, id: string): Promise<StoredConnection | undefined> {
  const { rows } = await query<StoredConnection>`select ${columns} ${live} and c.id = ${id}`.execute(sql);
  return rows[0];
}

/** Records that the application fetched its tokens; undefined if it had before, or the connection has ended meanwhile. */
export async function markConnected(
  sql: Sql,
  id: string,
): Promise<
  | { readonly clientId: string; readonly personId: string; readonly name: string; readonly operator: string }
  | undefined
> {
  const { rows } = await query<{ clientId: string; personId: string; name: string; operator: string }>`
    update connections.connection c set connected_at = now() from connections.application a
    where c.id = ${id} and c.connected_at is null and c.ended_at is null and a.id = c.application_id
    returning c.client_id as "clientId", c.person_id as "personId", a.name, a.operator
  `.execute(sql);
  return rows[0];
}

/** A page of a client's connections, newest first, without those whose tokens were never fetched. */
export async function listConnections(
  sql: Sql,
  page: { clientId: string; before: string | undefined; limit: number },
): Promise<StoredConnection[]> {
  const { rows } = await query<StoredConnection>`
    select ${columns} ${live} and c.client_id = ${page.clientId} and c.connected_at is not null
      ${andIf(page.before, (id) => query`c.id < ${id}`)}
    order by c.id desc limit ${page.limit}
  `.execute(sql);
  return rows;
}

/** Ends a connection, and deletes everything issued for it; undefined if it has ended before or is not the client's. */
export async function endConnection(
  sql: Sql,
  end: { id: string; clientId?: string; reason: EndReason },
): Promise<{ readonly clientId: string; readonly personId: string; readonly name: string } | undefined> {
  const { rows } = await query<{ clientId: string; personId: string; name: string }>`
    with ended as (
      update connections.connection set ended_at = now(), end_reason = ${end.reason}
      where id = ${end.id} and ended_at is null
        ${andIf(end.clientId, (id) => query`client_id = ${id}`)}
      returning id, client_id, person_id, application_id
    ), gone as (
      delete from connections.artifact where connection_id in (select id from ended)
    )
    select e.client_id as "clientId", e.person_id as "personId", a.name
    from ended e join connections.application a on a.id = e.application_id
  `.execute(sql);
  return rows[0];
}

/** The connections that a person allowed up to this moment and that have not ended, for one client or all. */
export async function findAllowedBy(
  sql: Sql,
  { personId, clientId, at }: { readonly personId: string; readonly clientId?: string; readonly at: string },
): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from connections.connection
    where person_id = ${personId} and ended_at is null and allowed_at <= ${at}::timestamptz
      ${andIf(clientId, (id) => query`client_id = ${id}`)}
    order by id
  `.execute(sql);
  return rows.map(({ id }) => id);
}

/**
 * The live connection of an access token, and the token's own scopes. Records the use at most once a minute, without waiting for a standby, so that
 * reads continue without one. Not for an open transaction, whose commit would not wait either.
 */
export async function findConnectionOfToken(
  sql: Sql,
  hash: Buffer,
): Promise<(StoredConnection & { readonly tokenScope: string }) | undefined> {
  const { rows } = await query<StoredConnection & { tokenScope: string }>`
    with found as (
      select ${columns}, t.payload ->> 'scope' as "tokenScope"
      from connections.artifact t
      join connections.connection c on c.id = t.connection_id and c.ended_at is null and c.expires_at > now()
      join connections.application a on a.id = c.application_id and a.closed_at is null
      where t.kind = 'AccessToken' and t.hash = ${hash} and t.expires_at > now()
    ), commit as materialized (
      select set_config('synchronous_commit', 'local', true)
    ), used as (
      update connections.connection c set last_used_at = now() from found, commit
      where c.id = found.id and (c.last_used_at is null or c.last_used_at < now() - interval '1 minute')
    )
    select * from found
  `.execute(sql);
  return rows[0];
}
