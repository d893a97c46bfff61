/** SQL of digests. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Schedule } from './when.ts';

/** The owner of a digest: a person in one client. */
export interface Keeper {
  readonly clientId: string;
  readonly personId: string;
}

/** The totals of credits and debits of each account, in minor units, by account. */
export type Covered = Readonly<Record<string, readonly [inMinor: string, outMinor: string]>>;

export interface StoredDigest extends Keeper, Schedule {
  /** Earlier events are in an earlier digest. */
  readonly coveredTo: Date;
  readonly covered: Covered;
  readonly dueAt: Date;
}

const columns = query`
  client_id as "clientId", person_id as "personId", frequency, coalesce(weekday, 1)::int as weekday, hour::int as hour,
  time_zone as "timeZone", covered_to as "coveredTo", covered, due_at as "dueAt"`;

/** Undefined if it is off. `weekday` is 1 (Monday) for a daily one. */
export async function findDigest(
  sql: Sql,
  { clientId, personId }: Keeper,
): Promise<StoredDigest | undefined> {
  const { rows } = await query<StoredDigest>`
    select ${columns} from alerts.digest where client_id = ${clientId} and person_id = ${personId}
  `.execute(sql);
  return rows[0];
}

/** An existing digest keeps what it has covered. */
export async function writeDigest(sql: Sql, digest: StoredDigest): Promise<void> {
  const { clientId, personId, frequency, weekday, hour, timeZone, coveredTo, covered, dueAt } = digest;
  await query`
    insert into alerts.digest (client_id, person_id, frequency, weekday, hour, time_zone, covered_to, covered, due_at)
    values (${clientId}, ${personId}, ${frequency}, ${frequency === 'WEEKLY' ? weekday : null}, ${hour}, ${timeZone}, ${coveredTo}, ${JSON.stringify(covered)}::jsonb, ${dueAt})
    on conflict (client_id, person_id) do update set frequency = excluded.frequency, weekday = excluded.weekday,
      hour = excluded.hour, time_zone = excluded.time_zone, due_at = excluded.due_at
  `.execute(sql);
}

export async function deleteDigest(sql: Sql, { clientId, personId }: Keeper): Promise<void> {
  await query`delete from alerts.digest where client_id = ${clientId} and person_id = ${personId}`.execute(
    sql,
  );
}

/** Locks due digests, skipping those that another job holds. */
export async function lockDue(sql: Sql, at: Date, limit: number): Promise<StoredDigest[]> {
  const { rows } = await query<StoredDigest>`
    select ${columns} from alerts.digest where due_at <= ${at} order by due_at limit ${limit} for update skip locked
  `.execute(sql);
  return rows;
}

/** Records that the digest of the period to `coveredTo` is done. */
export async function setNext(
  sql: Sql,
  { clientId, personId }: Keeper,
  { coveredTo, covered, dueAt }: Pick<StoredDigest, 'coveredTo' | 'covered' | 'dueAt'>,
): Promise<void> {
  await query`
    update alerts.digest set covered_to = ${coveredTo}, covered = ${JSON.stringify(covered)}::jsonb, due_at = ${dueAt}
    where client_id = ${clientId} and person_id = ${personId}
  `.execute(sql);
}

/** Whether anyone has one; without any, the job does not run. */
export async function hasDigests(sql: Sql): Promise<boolean> {
  const { rows } = await query`select from alerts.digest limit 1`.execute(sql);
  return rows.length > 0;
}
