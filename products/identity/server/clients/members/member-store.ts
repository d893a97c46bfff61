/** SQL of memberships: who may act for which company, with which rights and until when. No decisions here. */
import { type Client, type Rights, rightNames } from '@calmly/contract';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import { counts, displayName, rightColumns, toRights } from '../client-store.ts';

const membershipCounts = query.raw(counts);
const rightValues = (rights: Rights) => query.join(rightNames.map((name) => query`${rights[name]}`));

/** Identifies a membership. */
export interface MemberKey {
  readonly clientId: string;
  readonly personId: string;
}

export type MemberStatus = 'ACTIVE' | 'SUSPENDED';

export interface Membership {
  readonly rights: Rights;
  readonly status: MemberStatus;
  /** When it expires; null: never. */
  readonly validUntil: Date | null;
}

/** A membership with its person. */
export interface MemberRecord extends Membership {
  /** The person's id. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly addedAt: Date;
  /** Who suspended it; null if it is not suspended, or if that is unknown. */
  readonly suspendedBy: string | null;
  /** The person's last activity for this client; null: never. */
  readonly lastSeenAt: Date | null;
}

type MembershipRow = Record<keyof Rights, boolean> & { status: MemberStatus; valid_until: Date | null };

const toMembership = (row: MembershipRow): Membership => ({
  rights: toRights(row),
  status: row.status,
  validUntil: row.valid_until,
});

/** Serialises changes of one company's people. */
export async function lockMembers(sql: Sql, clientId: string): Promise<void> {
  await query`select from identity.client where id = ${clientId} for no key update`.execute(sql);
}

/** Adds the membership; false if the person already has one there. */
export async function insertMember(
  sql: Sql,
  {
    clientId,
    personId,
    rights,
    validUntil,
    addedAt,
  }: MemberKey & Omit<Membership, 'status'> & { addedAt: Date },
): Promise<boolean> {
  const { rows } = await query`
    insert into identity.membership (person_id, client_id, ${query.raw(rightNames.join(', '))}, valid_until, added_at)
    values (${personId}, ${clientId}, ${rightValues(rights)}, ${validUntil}, ${addedAt})
    on conflict do nothing returning person_id
  `.execute(sql);
  return rows.length > 0;
}

/** Also finds suspended or expired memberships; `membershipCountsNow` tells whether it is effective. */
export async function findMembership(
  sql: Sql,
  { clientId, personId }: MemberKey,
): Promise<Membership | undefined> {
  const { rows } = await query<MembershipRow>`
    select ${query.raw(rightColumns)}, m.status, m.valid_until
    from identity.membership m where m.client_id = ${clientId} and m.person_id = ${personId}
  `.execute(sql);
  return rows[0] && toMembership(rows[0]);
}

/** Writes rights, status, end and the suspending person together. The caller holds `lockMembers`. */
export async function updateMember(
  sql: Sql,
  { clientId, personId, rights, status, validUntil }: MemberKey & Membership,
  by: string | null,
): Promise<void> {
  await query`
    update identity.membership set (${query.raw(rightNames.join(', '))}, status, valid_until)
      = (${rightValues(rights)}, ${status}, ${validUntil}::timestamptz),
      suspended_at = case when ${status} <> 'SUSPENDED' then null when status = 'SUSPENDED' then suspended_at else now() end,
      suspended_by = case when ${status} <> 'SUSPENDED' then null when status = 'SUSPENDED' then suspended_by else ${by}::uuid end
    where client_id = ${clientId} and person_id = ${personId}
  `.execute(sql);
}

/** The caller holds `lockMembers`, and ends the person's sessions for this client. */
export async function deleteMember(sql: Sql, { clientId, personId }: MemberKey): Promise<void> {
  await query`delete from identity.membership where client_id = ${clientId} and person_id = ${personId}`.execute(
    sql,
  );
}

/** Locks the membership until the open transaction ends. */
export async function keepMembership(sql: Sql, { clientId, personId }: MemberKey): Promise<void> {
  await query`
    select from identity.membership where client_id = ${clientId} and person_id = ${personId} for share
  `.execute(sql);
}

/** Whether the person may currently act for the client. */
export async function membershipCountsNow(sql: Sql, { clientId, personId }: MemberKey): Promise<boolean> {
  const { rows } = await query`
    select from identity.membership m
    where m.client_id = ${clientId} and m.person_id = ${personId} and ${membershipCounts}
  `.execute(sql);
  return rows.length > 0;
}

/** Those of these people who may currently act for the client. */
export async function countingAmong(
  sql: Sql,
  clientId: string,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select m.person_id as id from identity.membership m
    where m.client_id = ${clientId} and m.person_id = any(${personIds}::uuid[]) and ${membershipCounts}
  `.execute(sql);
  return new Set(rows.map(({ id }) => id));
}

/** Whether the company has a current administrator without an end date. */
export async function hasLastingAdministrator(sql: Sql, clientId: string): Promise<boolean> {
  const { rows } = await query`
    select from identity.membership
    where client_id = ${clientId} and is_boss and status = 'ACTIVE' and valid_until is null limit 1
  `.execute(sql);
  return rows.length > 0;
}

interface NameRow {
  company_name: null;
  first_name: string | null;
  last_name: string | null;
  email: string;
}

/** The name of the person's own profile; without a profile, their email. */
const personName = (row: NameRow) => displayName(row) || row.email;

const personOfMember = query.raw(`
  join identity.person p on p.id = m.person_id
  left join identity.client own on own.holder_id = p.id`);
const nameColumns = query.raw(`null as company_name, own.first_name, own.last_name, p.email`);

/** Members by id, after `after`, at most `limit`. */
export const selectMembers = (
  sql: Sql,
  { clientId, after, limit }: { clientId: string; after: string | undefined; limit: number },
): Promise<MemberRecord[]> =>
  readMembers(
    sql,
    query`m.client_id = ${clientId} ${andIf(after, (id) => query`m.person_id > ${id}`)}
      order by m.person_id limit ${limit}`,
  );

/** One member of a client, by person or email, whether the membership is effective or not. */
export async function findMemberRecord(
  sql: Sql,
  by: MemberKey | { readonly clientId: string; readonly emailKey: string },
): Promise<MemberRecord | undefined> {
  const whom =
    'personId' in by
      ? query`m.person_id = ${by.personId}`
      : query`p.email_key = ${by.emailKey} and p.email_confirmed_at is not null`;
  const [found] = await readMembers(sql, query`m.client_id = ${by.clientId} and ${whom}`);
  return found;
}

async function readMembers(sql: Sql, which: RawBuilder<unknown>): Promise<MemberRecord[]> {
  const { rows } = await query<
    MembershipRow &
      NameRow & {
        id: string;
        phone: string | null;
        added_at: Date;
        suspended_by: string | null;
        last_seen_at: Date | null;
      }
  >`
    select m.person_id as id, ${nameColumns}, p.phone, ${query.raw(rightColumns)}, m.status, m.valid_until, m.added_at, m.suspended_by,
      (select max(s.last_seen_at) from identity.session s
       where s.client_id = m.client_id and s.person_id = m.person_id) as last_seen_at
    from identity.membership m ${personOfMember}
    where ${which}
  `.execute(sql);
  return rows.map((row) => ({
    ...toMembership(row),
    id: row.id,
    name: personName(row),
    email: row.email,
    phone: row.phone,
    addedAt: row.added_at,
    suspendedBy: row.suspended_by,
    lastSeenAt: row.last_seen_at,
  }));
}

/** The company's current administrators by id; only a few. */
export async function selectAdministrators(
  sql: Sql,
  clientId: string,
): Promise<{ personId: string; name: string }[]> {
  const { rows } = await query<NameRow & { person_id: string }>`
    select m.person_id, ${nameColumns} from identity.membership m ${personOfMember}
    where m.client_id = ${clientId} and m.is_boss and ${membershipCounts}
    order by m.person_id limit 20
  `.execute(sql);
  return rows.map((row) => ({ personId: row.person_id, name: personName(row) }));
}

/** A company in the list of a person who may act for it. */
export interface CompanyRecord {
  readonly id: string;
  readonly number: string;
  readonly companyName: string;
  readonly role: string;
  readonly state: Client['state'];
  readonly creatorId: string | null;
  readonly rights: Rights;
}

/** Companies that the person may currently act for, oldest first, after `after`, at most `limit`. */
export async function selectCompanies(
  sql: Sql,
  { personId, after, limit }: { personId: string; after: string | undefined; limit: number },
): Promise<CompanyRecord[]> {
  const { rows } = await query<
    Omit<CompanyRecord, 'number' | 'rights'> & Record<keyof Rights, boolean> & { number: bigint }
  >`
    select c.id, c.number, c.company_name as "companyName", c.role, c.state, c.creator_id as "creatorId",
      ${query.raw(rightColumns)}
    from identity.membership m join identity.client c on c.id = m.client_id
    where m.person_id = ${personId} and c.role = 'LEGAL' and ${membershipCounts}
      ${andIf(after, (id) => query`c.id > ${id}`)}
    order by c.id limit ${limit}
  `.execute(sql);
  return rows.map((row) => ({
    id: row.id,
    number: String(row.number),
    companyName: row.companyName,
    role: row.role,
    state: row.state,
    creatorId: row.creatorId,
    rights: toRights(row),
  }));
}

/** The person's own profile; staff have none. */
export async function findOwnProfile(sql: Sql, personId: string): Promise<string | undefined> {
  const { rows } = await query<{ id: string }>`
    select id from identity.client where holder_id = ${personId}
  `.execute(sql);
  return rows[0]?.id;
}

/** The state of the person's own relation to the bank; staff have none. */
export async function findOwnStanding(
  sql: Sql,
  personId: string,
): Promise<{ state: Client['state']; grade: string | null } | undefined> {
  const { rows } = await query<{ state: Client['state']; grade: string | null }>`
    select state, grade from identity.client where holder_id = ${personId}
  `.execute(sql);
  return rows[0];
}
