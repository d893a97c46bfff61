/**
 * A person's security page, newest first: signed-in sessions, known browsers, sign-in attempts. It covers the whole person, whichever
 * profile the session acts for. SQL with keyset pages; no decisions here.
 */
import type { Device, Session, SignIn, SignInOutcome } from '@calmly/contract';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { displayName } from '../clients/client-store.ts';
import { namesOf } from '../sign-in/user-agent.ts';
import { live } from './session-store.ts';

type Asker = Pick<ClientActor, 'personId' | 'sessionId'>;

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Place {
  ip: string;
  user_agent: string;
}

const placeOf = ({ ip, user_agent }: Place) => ({ ...namesOf(user_agent), ip });

/** Rows of the page, and one more if there are more. `id` must be a UUIDv7, or the order is not chronological. */
const pagePart = ({ limit, cursor }: PageQuery, id: string) => query`
  ${andIf(cursorId(cursor), (before) => query`${query.raw(id)} < ${before}`)}
  order by ${query.raw(id)} desc limit ${limit + 1}`;

/** The caller's own known browser. */
const ownDevice = (asker: Asker) =>
  query`(select device_id from identity.session where id = ${asker.sessionId})`;

/** The person's signed-in sessions. */
export async function listSessions(sql: Sql, asker: Asker, page: PageQuery) {
  const { rows } = await query<
    Place & {
      id: string;
      remembered: boolean;
      forgettable: boolean;
      created_at: Date;
      last_seen_at: Date;
      company_name: string | null;
      first_name: string | null;
      last_name: string | null;
    }
  >`
    select s.id, s.ip, s.user_agent, s.remembered, s.created_at, s.last_seen_at, c.company_name, c.first_name, c.last_name,
      s.device_id is not null and s.device_id is distinct from ${ownDevice(asker)} as forgettable
    from identity.session s join identity.client c on c.id = s.client_id
    where s.person_id = ${asker.personId} and ${live} ${pagePart(page, 's.id')}
  `.execute(sql);
  const sessions = rows.map(
    (row): Session => ({
      id: row.id,
      ...placeOf(row),
      current: row.id === asker.sessionId,
      remembered: row.remembered,
      forgettable: row.forgettable,
      clientName: displayName(row),
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    }),
  );
  return pageOf(sessions, page.limit);
}

interface DeviceRow extends Place {
  id: string;
  name: string | null;
  is_current: boolean;
  added_at: Date;
  last_used_at: Date;
}

const deviceColumns = (asker: Asker) => query`
  d.id, d.name, d.ip, d.user_agent, d.added_at, d.last_used_at,
  d.id = ${ownDevice(asker)} is true as is_current`;

const toDevice = (row: DeviceRow): Device => ({
  id: row.id,
  name: row.name,
  ...placeOf(row),
  current: row.is_current,
  addedAt: row.added_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
});

/** The browsers that can sign in without a code. */
export async function listDevices(sql: Sql, asker: Asker, page: PageQuery) {
  const { rows } = await query<DeviceRow>`
    select ${deviceColumns(asker)} from identity.device d
    where d.person_id = ${asker.personId} and d.expires_at > now() ${pagePart(page, 'd.id')}
  `.execute(sql);
  return pageOf(rows.map(toDevice), page.limit);
}

/** Names a browser of the person; undefined for anyone else's. */
export async function nameDevice(
  sql: Sql,
  asker: Asker,
  device: { readonly id: string; readonly name: string },
): Promise<Device | undefined> {
  const { rows } = await query<DeviceRow>`
    update identity.device d set name = ${device.name}
    where d.id = ${device.id} and d.person_id = ${asker.personId} and d.expires_at > now()
    returning ${deviceColumns(asker)}
  `.execute(sql);
  return rows[0] && toDevice(rows[0]);
}

/** All attempts to sign in as this person. */
export async function listSignIns(sql: Sql, { personId }: Asker, page: PageQuery) {
  const { rows } = await query<Place & { id: string; at: Date; outcome: SignInOutcome }>`
    select s.id, s.at, s.outcome, s.ip, s.user_agent from identity.sign_in s
    where s.person_id = ${personId} ${pagePart(page, 's.id')}
  `.execute(sql);
  const signIns = rows.map(
    (row): SignIn => ({ id: row.id, at: row.at.toISOString(), outcome: row.outcome, ...placeOf(row) }),
  );
  return pageOf(signIns, page.limit);
}
