/** SQL of export profiles. No decisions here. */
import type { ExportProfile } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';

/** The owner of profiles: a person in one client. */
export interface Keeper {
  readonly clientId: string;
  readonly personId: string;
}

export interface StoredProfile extends Omit<ExportProfile, 'mailsMonthly'> {
  /** The time zone that defines the month. */
  readonly timeZone: string;
  /** The moment of the next mail; null: not mailed. */
  readonly mailAt: Date | null;
}

const columns = sql`id, name, columns, format, account_ids as "accountIds", period, time_zone as "timeZone", mail_at as "mailAt"`;

/** Serialises changes of a person's profiles. */
export async function lockProfiles(db: Sql, { clientId, personId }: Keeper): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exports:${clientId}:${personId}`}, 0))`.execute(
    db,
  );
}

/** All profiles, in the order they were made. */
export async function listProfiles(db: Sql, { clientId, personId }: Keeper): Promise<StoredProfile[]> {
  const { rows } = await sql<StoredProfile>`
    select ${columns} from bookkeeping.export_profile where client_id = ${clientId} and person_id = ${personId} order by id
  `.execute(db);
  return rows;
}

/** Undefined for another person's profile. */
export async function findProfile(
  db: Sql,
  { clientId, personId }: Keeper,
  id: string,
): Promise<StoredProfile | undefined> {
  const { rows } = await sql<StoredProfile>`
    select ${columns} from bookkeeping.export_profile
    where id = ${id} and client_id = ${clientId} and person_id = ${personId}
  `.execute(db);
  return rows[0];
}

/** Writes a profile over the one of its id, or as a new one. */
export async function writeProfile(
  db: Sql,
  { clientId, personId }: Keeper,
  profile: StoredProfile,
): Promise<void> {
  await sql`
    insert into bookkeeping.export_profile (id, client_id, person_id, name, columns, format, account_ids, period, time_zone, mail_at)
    values (${profile.id}, ${clientId}, ${personId}, ${profile.name}, ${profile.columns}::text[], ${profile.format},
      ${profile.accountIds}::uuid[], ${profile.period}, ${profile.timeZone}, ${profile.mailAt})
    on conflict (id) do update set name = excluded.name, columns = excluded.columns, format = excluded.format,
      account_ids = excluded.account_ids, period = excluded.period, time_zone = excluded.time_zone, mail_at = excluded.mail_at
  `.execute(db);
}

/** Returns whether there was such a profile. */
export async function deleteProfile(db: Sql, { clientId, personId }: Keeper, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from bookkeeping.export_profile where id = ${id} and client_id = ${clientId} and person_id = ${personId}
  `.execute(db);
  return numAffectedRows === 1n;
}

export type DueProfile = Keeper & Pick<StoredProfile, 'id' | 'name' | 'timeZone'>;

/** Locks profiles whose mail is due, skipping those that another job holds. */
export async function lockDue(db: Sql, at: Date, limit: number): Promise<DueProfile[]> {
  const { rows } = await sql<DueProfile>`
    select id, name, time_zone as "timeZone", client_id as "clientId", person_id as "personId"
    from bookkeeping.export_profile where mail_at <= ${at} order by mail_at limit ${limit} for update skip locked
  `.execute(db);
  return rows;
}

export async function setNextMail(db: Sql, id: string, mailAt: Date): Promise<void> {
  await sql`update bookkeeping.export_profile set mail_at = ${mailAt} where id = ${id}`.execute(db);
}

/** Whether any profile is mailed; without any, the job does not run. */
export async function hasMailed(db: Sql): Promise<boolean> {
  const { rows } =
    await sql`select from bookkeeping.export_profile where mail_at is not null limit 1`.execute(db);
  return rows.length > 0;
}
