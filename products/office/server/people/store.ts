/** SQL of the bank's people and their roles. */
import type { StaffPerson, StaffRole, StaffState } from '@calmly/contract/staff';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface StoredPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly state: StaffState;
  readonly roles: readonly StaffRole[];
  readonly passwordHash: string | null;
  readonly version: number;
}

const rolesNow = query`array(
  select role from staff.role held where held.person_id = person.id and held.until is null
  order by array_position(array['SUPPORT', 'FIN', 'AML', 'HISTORY', 'SUPER'], role)) as roles`;
const columns = query`person.id, name, email, state, password_hash as "passwordHash", version, ${rolesNow}`;

export async function findPerson(sql: Sql, id: string): Promise<StoredPerson | undefined> {
  const { rows } = await query<StoredPerson>`
    select ${columns} from staff.person where id = ${id}`.execute(sql);
  return rows[0];
}

/** Locks the person's row: sign-ins, changes of roles and of state wait for each other. */
export async function lockPerson(sql: Sql, id: string): Promise<StoredPerson | undefined> {
  const { rows } = await query<{ id: string }>`
    select id from staff.person where id = ${id} for no key update`.execute(sql);
  return rows[0] && findPerson(sql, id);
}

export async function findPersonByEmail(sql: Sql, emailKey: string): Promise<StoredPerson | undefined> {
  const { rows } = await query<StoredPerson>`
    select ${columns} from staff.person where email_key = ${emailKey}`.execute(sql);
  return rows[0];
}

/** All, by name; those who left come last. */
export async function listPeople(sql: Sql): Promise<StaffPerson[]> {
  const { rows } = await query<
    Omit<StaffPerson, 'lastSeenAt' | 'invitedUntil' | 'createdAt'> & {
      lastSeenAt: Date | null;
      invitedUntil: Date | null;
      createdAt: Date;
    }
  >`
    select person.id, name, email, state, person.created_at as "createdAt", ${rolesNow},
      (select max(last_seen_at) from staff.session where session.person_id = person.id) as "lastSeenAt",
      (select until from staff.invitation where invitation.person_id = person.id) as "invitedUntil"
    from staff.person order by state = 'LEFT', name, person.id`.execute(sql);
  return rows.map(({ lastSeenAt, invitedUntil, createdAt, ...person }) => ({
    ...person,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    invitedUntil: invitedUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

export async function insertPerson(
  sql: Sql,
  person: { id: string; name: string; email: string; emailKey: string; createdAt: Date },
): Promise<void> {
  await query`
    insert into staff.person (id, name, email, email_key, state, created_at)
    values (${person.id}, ${person.name}, ${person.email}, ${person.emailKey}, 'INVITED', ${person.createdAt})
  `.execute(sql);
}

export async function updateState(sql: Sql, id: string, state: StaffState): Promise<void> {
  await query`update staff.person set state = ${state}, version = version + 1 where id = ${id}`.execute(sql);
}

export async function updatePassword(sql: Sql, id: string, hash: string): Promise<void> {
  await query`update staff.person set password_hash = ${hash} where id = ${id}`.execute(sql);
}

/** Gives the person exactly these roles. */
export async function replaceRoles(
  sql: Sql,
  change: { personId: string; roles: readonly StaffRole[]; proposalId: string | null; at: Date },
): Promise<void> {
  const { personId, roles, proposalId, at } = change;
  await query`
    update staff.role set until = ${at}
    where person_id = ${personId} and until is null and role <> all(${[...roles]}::text[])`.execute(sql);
  await query`
    insert into staff.role (person_id, role, since, proposal_id)
    select ${personId}, role, ${at}, ${proposalId} from unnest(${[...roles]}::text[]) as role
    on conflict (person_id, role) where until is null do nothing`.execute(sql);
  await query`update staff.person set version = version + 1 where id = ${personId}`.execute(sql);
}

/** Active people with the role SUPER. */
export async function countSupers(sql: Sql, states: readonly StaffState[] = ['ACTIVE']): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::integer as count from staff.role join staff.person on person.id = role.person_id
    where role = 'SUPER' and until is null and state = any(${[...states]}::text[])`.execute(sql);
  return rows[0]?.count ?? 0;
}

/** Changes of people and roles happen one after the other, so that the last two SUPERs cannot leave at the same time. */
export async function lockStaff(sql: Sql): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended('staff', 0))`.execute(sql);
}

export async function findNames(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await query<{ id: string; name: string }>`
    select id, name from staff.person where id = any(${[...ids]}::uuid[])`.execute(sql);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
