/** SQL of sessions and their secrets. Only this file decides about expiry and idleness, by the database's clock. */
import { type Right, termsVersions } from '@calmly/contract';
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { counts, displayName, rightColumns, toRights } from '../clients/client-store.ts';
import {
  accessTokenSeconds,
  activityStepSeconds,
  idleTimeoutSeconds,
  liveTicketSeconds,
  staleSeconds,
} from '../rules.ts';
import {
  type Spending,
  type SpendingRow,
  spendingColumns,
  spentIn,
  toSpending,
  type UnspentProof,
} from './proofs/proof-store.ts';

/** Condition for a live session `s`: not ended, not expired, and not idle unless remembered. */
export const live = query.raw(`
  s.ended_at is null and s.expires_at > now()
  and (s.remembered or s.last_seen_at > now() - interval '${idleTimeoutSeconds} seconds')`);

/** The actor of a session. A suspended or expired membership and a frozen access take effect at once. */
const actorOfSession = query.raw(`
  join identity.person p on p.id = s.person_id and p.frozen_at is null
  join identity.client c on c.id = s.client_id
  join identity.membership m on m.person_id = s.person_id and m.client_id = s.client_id and ${counts}`);

/** Whether the session was idle for a while; recorded at the next activity. */
export const leftAlone = `s.last_seen_at < now() - interval '${staleSeconds} seconds'`;

const actorColumns = query.raw(`
  c.state = 'ACTIVE' and (s.stale_since is not null or ${leftAlone}) as is_stale,
  s.id as session_id, s.person_id, s.client_id, c.state, c.role, c.first_name, c.last_name, c.company_name,
  case when c.role = 'LEGAL' then (
    select coalesce(nullif(concat_ws(' ', own.first_name, own.last_name), ''), p.email)
    from identity.client own where own.holder_id = s.person_id) end as person_name,
  exists (select 1 from identity.terms_acceptance
    where client_id = c.id and product = 'main' and version = '${termsVersions.main}') as terms_accepted,
  ${rightColumns}`);

type ActorRow = Record<Right, boolean> & {
  session_id: string;
  person_id: string;
  client_id: string;
  state: string;
  role: string;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  /** Null for the person's own profile, which has their name. */
  person_name: string | null;
  terms_accepted: boolean;
  is_stale: boolean;
};

const toActor = (row: ActorRow): ClientActor => ({
  kind: 'client',
  personId: row.person_id,
  clientId: row.client_id,
  sessionId: row.session_id,
  displayName: displayName(row),
  personName: row.person_name ?? displayName(row),
  state: row.state,
  role: row.role,
  termsAccepted: row.terms_accepted,
  rights: toRights(row),
  isStale: row.is_stale,
});

export interface LiveToken {
  /** SHA-256, hex. */
  readonly hash: string;
  readonly actor: ClientActor;
  /** Thumbprint of the key that the session is bound to. */
  readonly proofKey: string | undefined;
  /** Whether the time of last activity is due to be written again. */
  readonly activityDue: boolean;
}

type TokenRow = ActorRow & { token_hash: string; proof_key: string | null; activity_due: boolean };

const toToken = (row: TokenRow): LiveToken => ({
  hash: row.token_hash,
  actor: toActor(row),
  proofKey: row.proof_key ?? undefined,
  activityDue: row.activity_due,
});

const nothingSpent: Spending = { refused: new Set(), since: undefined };

/** The live ones among tokens. */
const liveTokens = (hashes: readonly string[]) => query`
  select encode(t.token_hash, 'hex') as token_hash, s.proof_key, s.last_seen_at < now() - interval '${query.raw(String(activityStepSeconds))} seconds' as activity_due,
    ${actorColumns}
  from identity.access_token t join identity.session s on s.id = t.session_id ${actorOfSession}
  where t.token_hash = any(array(select decode(unnest(${hashes}::text[]), 'hex'))) and t.expires_at > now() and ${live}`;

/**
 * The live ones among these tokens, in no particular order; others are missing. In the same statement the proofs are spent that came with a live
 * token and are by its session's key.
 */
export async function findActorsByToken(
  sql: Sql,
  hashes: readonly string[],
  proofs: ReadonlyArray<{ readonly hash: string; readonly proof: UnspentProof }>,
): Promise<{ readonly tokens: readonly LiveToken[]; readonly spending: Spending }> {
  if (proofs.length === 0) {
    const { rows } = await query<TokenRow>`${liveTokens(hashes)}`.execute(sql);
    return { tokens: rows.map(toToken), spending: nothingSpent };
  }
  const { rows } = await query<TokenRow & SpendingRow>`
    with found as materialized (${liveTokens(hashes)}),
    due as (
      select asked.id, asked.issued_at
      from unnest(
        ${proofs.map(({ hash }) => hash)}::text[],
        ${proofs.map(({ proof }) => proof.thumbprint)}::text[],
        ${proofs.map(({ proof }) => proof.id)}::uuid[],
        ${proofs.map(({ proof }) => proof.issuedAt)}::float8[]
      ) as asked (token_hash, proof_key, id, issued_at)
      join found on found.token_hash = asked.token_hash and found.proof_key = asked.proof_key
    ), ${spentIn}, spending_row as (select ${spendingColumns})
    select found.*, refused, since
    from (select row_number() over () as place, * from found) as found
    left join spending_row on found.place = 1
  `.execute(sql);
  return { tokens: rows.map(toToken), spending: toSpending(rows.find(({ refused }) => refused !== null)) };
}

/** The actor for a client without a session, by a permission that they gave (`id`); membership and person must still be valid. */
export async function findActorWithoutSession(
  sql: Sql,
  { id, personId, clientId }: { readonly id: string; readonly personId: string; readonly clientId: string },
): Promise<ClientActor | undefined> {
  const { rows } = await query<ActorRow>`
    select ${actorColumns}
    from (select ${id}::uuid as id, ${personId}::uuid as person_id, ${clientId}::uuid as client_id,
      null::timestamptz as stale_since, now() as last_seen_at) s ${actorOfSession}
  `.execute(sql);
  return rows[0] && toActor(rows[0]);
}

/**
 * Writes activity of now, and that there was none for a while. Rows that another transaction is writing are skipped, which also prevents deadlocks
 * between groups. `isLocal`: the commit does not wait for a standby, so that reads continue without one.
 */
export async function touchSessions(
  sql: Sql,
  sessionIds: readonly string[],
  { isLocal = false }: { readonly isLocal?: boolean } = {},
): Promise<void> {
  await query`
    with commit as materialized (
      select set_config('synchronous_commit', case when ${isLocal} then 'local' else current_setting('synchronous_commit') end, true)
    )
    update identity.session s set last_seen_at = now(),
      stale_since = coalesce(stale_since, case when ${query.raw(leftAlone)} then now() end)
    from commit
    where id in (select id from identity.session where id = any(${sessionIds}::uuid[]) for update skip locked)
  `.execute(sql);
}

/** Records that the person confirmed their identity again. */
export async function markProved(sql: Sql, sessionId: string): Promise<void> {
  await query`update identity.session set proved_at = now() where id = ${sessionId}`.execute(sql);
}

/**
 * Unlocks the session after the person confirmed their identity again. Its access tokens end, so that a token copied while it was idle no longer
 * works; the page gets a new one by its cookie.
 */
export async function freshenSession(sql: Sql, sessionId: string): Promise<void> {
  await query`
    with tokens as (delete from identity.access_token where session_id = ${sessionId})
    update identity.session set stale_since = null, last_seen_at = now(), proved_at = now() where id = ${sessionId}
  `.execute(sql);
}

export interface NewSession {
  readonly id: string;
  readonly personId: string;
  readonly clientId: string;
  readonly remembered: boolean;
  /** Thumbprint of the key that it is bound to. */
  readonly proofKey: string | undefined;
  readonly lifetimeSeconds: number;
  readonly ip: string;
  readonly userAgent: string;
  /** Hash of the cookie that makes the browser known. */
  readonly deviceHash: Buffer | undefined;
}

/** Inserts a session, and records activity of the known browser it is opened in. */
export async function insertSession(sql: Sql, session: NewSession): Promise<void> {
  await query`
    with device as (
      update identity.device set last_used_at = now(), ip = ${session.ip}, user_agent = ${session.userAgent}
      where token_hash = ${session.deviceHash ?? null}::bytea and person_id = ${session.personId}
      returning id
    )
    insert into identity.session (id, person_id, client_id, remembered, proof_key, expires_at, ip, user_agent, device_id)
    values (${session.id}, ${session.personId}, ${session.clientId}, ${session.remembered}, ${session.proofKey ?? null},
      now() + ${session.lifetimeSeconds} * interval '1 second', ${session.ip}, ${session.userAgent},
      (select id from device))
  `.execute(sql);
}

/** Adds a pair of secrets to a session; returns the remaining seconds of the access token and the session. */
export async function insertTokens(
  sql: Sql,
  tokens: { sessionId: string; accessHash: Buffer; refreshHash: Buffer },
): Promise<{ accessSeconds: number; sessionSeconds: number }> {
  const { rows } = await query<{ access_seconds: number; session_seconds: number }>`
    with over as (
      delete from identity.access_token where session_id = ${tokens.sessionId} and expires_at <= now()
    ), refresh as (
      insert into identity.refresh_token (token_hash, session_id) values (${tokens.refreshHash}, ${tokens.sessionId})
    ), access as (
      insert into identity.access_token (token_hash, session_id, expires_at)
      select ${tokens.accessHash}, id, least(expires_at, now() + interval '${query.raw(String(accessTokenSeconds))} seconds')
      from identity.session where id = ${tokens.sessionId}
      returning expires_at
    )
    select floor(extract(epoch from access.expires_at - now()))::int as access_seconds,
      floor(extract(epoch from s.expires_at - now()))::int as session_seconds
    from access, identity.session s where s.id = ${tokens.sessionId}
  `.execute(sql);
  return { accessSeconds: rows[0]?.access_seconds ?? 0, sessionSeconds: rows[0]?.session_seconds ?? 0 };
}

export interface RefreshedSession {
  readonly sessionId: string;
  readonly clientId: string;
  readonly clientRole: string;
  readonly remembered: boolean;
  readonly proofKey: string | undefined;
  /** Seconds since this cookie was first exchanged; undefined: never. */
  readonly usedSecondsAgo: number | undefined;
}

/**
 * The live session of a refresh cookie, locked: two refreshes of one session run one after the other, so that the second sees that the cookie was
 * used. It waits instead of skipping.
 */
export async function lockSessionByRefresh(
  sql: Sql,
  refreshHash: Buffer,
): Promise<RefreshedSession | undefined> {
  await query`
    select 1 from identity.session
    where id = (select session_id from identity.refresh_token where token_hash = ${refreshHash}) for update
  `.execute(sql);
  const { rows } = await query<{
    session_id: string;
    client_id: string;
    role: string;
    remembered: boolean;
    proof_key: string | null;
    used_seconds_ago: number | null;
  }>`
    select s.id as session_id, s.client_id, c.role, s.remembered, s.proof_key,
      extract(epoch from clock_timestamp() - t.used_at)::float8 as used_seconds_ago
    from identity.refresh_token t join identity.session s on s.id = t.session_id ${actorOfSession}
    where t.token_hash = ${refreshHash} and ${live}
  `.execute(sql);
  const row = rows[0];
  return (
    row && {
      sessionId: row.session_id,
      clientId: row.client_id,
      clientRole: row.role,
      remembered: row.remembered,
      proofKey: row.proof_key ?? undefined,
      usedSecondsAgo: row.used_seconds_ago ?? undefined,
    }
  );
}

/** Records the time of the first use, by the clock and not by the transaction's start. The caller has locked the session. */
export async function markRefreshUsed(sql: Sql, refreshHash: Buffer): Promise<void> {
  await query`
    update identity.refresh_token set used_at = clock_timestamp() where token_hash = ${refreshHash} and used_at is null
  `.execute(sql);
}

/** The sessions that these secrets belong to, live or not. */
export async function findSessionIds(
  sql: Sql,
  by: { accessHash: Buffer | undefined; refreshHash: Buffer | undefined },
): Promise<string[]> {
  const { rows } = await query<{ session_id: string }>`
    select session_id from identity.access_token where token_hash = ${by.accessHash ?? null}::bytea
    union
    select session_id from identity.refresh_token where token_hash = ${by.refreshHash ?? null}::bytea
  `.execute(sql);
  return rows.map((row) => row.session_id);
}

/** Whole seconds left of an access token. */
export async function findTokenSeconds(sql: Sql, accessHash: Buffer): Promise<number | undefined> {
  const { rows } = await query<{ seconds: number }>`
    select floor(extract(epoch from expires_at - now()))::int as seconds
    from identity.access_token where token_hash = ${accessHash}
  `.execute(sql);
  return rows[0]?.seconds;
}

/** Adds a ticket, and deletes the session's unused ones. */
export async function insertTicket(sql: Sql, ticketHash: Buffer, sessionId: string): Promise<void> {
  await query`
    with over as (delete from identity.live_ticket where session_id = ${sessionId} and expires_at <= now())
    insert into identity.live_ticket (ticket_hash, session_id, expires_at)
    values (${ticketHash}, ${sessionId}, now() + interval '${query.raw(String(liveTicketSeconds))} seconds')
  `.execute(sql);
}

/** Removes a ticket and returns its holder. */
export async function takeTicket(sql: Sql, ticketHash: Buffer): Promise<ClientActor | undefined> {
  const { rows } = await query<ActorRow>`
    with taken as (
      delete from identity.live_ticket where ticket_hash = ${ticketHash} and expires_at > now() returning session_id
    )
    select ${actorColumns} from taken join identity.session s on s.id = taken.session_id ${actorOfSession} where ${live}
  `.execute(sql);
  return rows[0] && toActor(rows[0]);
}

/** The sessions among these that have confirmed a large order of the exchange with a code. */
export async function findOrdersConfirmed(sql: Sql, sessionIds: readonly string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const { rows } = await query<{ id: string }>`
    select id from identity.session where id = any(${sessionIds}::uuid[]) and orders_confirmed_at is not null
  `.execute(sql);
  return new Set(rows.map(({ id }) => id));
}

/** Records that they have confirmed one. */
export async function noteOrdersConfirmed(sql: Sql, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await query`update identity.session set orders_confirmed_at = now() where id = any(${sessionIds}::uuid[])`.execute(
    sql,
  );
}
