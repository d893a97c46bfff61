/** SQL of the months whose statements are made, and of the clients waiting for theirs. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Month } from './month.ts';

export interface Sweep extends Month {
  readonly announced: boolean;
  readonly afterClient: string | null;
}

const columns = query`
  to_char(s.month, 'YYYY-MM-DD') as month, s.begins, s.ends, s.time_zone as "timeZone", s.announced, s.after_client as "afterClient"`;

/** Only one server at a time adds months. */
export async function lockMonths(sql: Sql): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended('statements months', 0))`.execute(sql);
}

/** Undefined before the bank's first month. */
export async function findNewestMonth(sql: Sql): Promise<Sweep | undefined> {
  const { rows } = await query<Sweep>`
    select ${columns} from statements.sweep s order by s.month desc limit 1
  `.execute(sql);
  return rows[0];
}

/** `month` is a first day. Throws for an unknown month. */
export async function findMonth(sql: Sql, month: string): Promise<Sweep> {
  const { rows } = await query<Sweep>`
    select ${columns} from statements.sweep s where s.month = ${month}::date
  `.execute(sql);
  if (!rows[0]) throw new Error(`the month ${month} was never begun`);
  return rows[0];
}

/** Unless `announced`, the month's statements are made without notices. An existing month is an error. */
export async function insertMonth(
  sql: Sql,
  { month, begins, ends, timeZone }: Month,
  announced: boolean,
): Promise<void> {
  await query`
    insert into statements.sweep (month, begins, ends, time_zone, announced)
    values (${month}::date, ${begins}, ${ends}, ${timeZone}, ${announced})
  `.execute(sql);
}

/** The oldest month whose clients are not all listed, locked. */
export async function lockUnlisted(sql: Sql): Promise<Sweep | undefined> {
  const { rows } = await query<Sweep>`
    select ${columns} from statements.sweep s where s.listed_at is null order by s.month limit 1 for update
  `.execute(sql);
  return rows[0];
}

/** Lists clients as waiting; `isLast`: they are the month's last ones. */
export async function addDue(
  sql: Sql,
  month: string,
  clientIds: readonly string[],
  { now, isLast }: { readonly now: Date; readonly isLast: boolean },
): Promise<void> {
  await query`
    insert into statements.due (client_id, month) select id, ${month}::date from unnest(${clientIds}::uuid[]) as id
    on conflict do nothing
  `.execute(sql);
  await query`
    update statements.sweep set after_client = coalesce(${clientIds.at(-1) ?? null}::uuid, after_client), listed_at = ${isLast ? now : null}
    where month = ${month}::date
  `.execute(sql);
}

export interface Taken {
  readonly clientId: string;
  readonly month: string;
  readonly attempts: number;
}

const lease = query`now() + interval '15 seconds'`;

/** Takes a waiting client, the earliest month first. Clients of another run that is alive are skipped. */
export async function takeDue(sql: Sql, runId: string): Promise<Taken | undefined> {
  const { rows } = await query<Taken>`
    update statements.due set taken_by = ${runId}, taken_until = ${lease}, attempts = attempts + 1
    where (client_id, month) = (
      select client_id, month from statements.due d
      where (taken_until is null or taken_until < now())
        and not exists (select from statements.due e where e.client_id = d.client_id and e.month < d.month)
      order by month, client_id limit 1 for update skip locked)
    returning client_id as "clientId", to_char(month, 'YYYY-MM-DD') as month, attempts
  `.execute(sql);
  return rows[0];
}

type Held = Pick<Taken, 'clientId' | 'month'> & { readonly runId: string };

/** Reports that the run is alive; returns whether it still holds the client. */
export async function holdDue(sql: Sql, { clientId, month, runId }: Held): Promise<boolean> {
  const { numAffectedRows } = await query`
    update statements.due set taken_until = ${lease}
    where client_id = ${clientId} and month = ${month}::date and taken_by = ${runId}
  `.execute(sql);
  return numAffectedRows === 1n;
}

/** Does nothing if another run has taken the client meanwhile. */
export async function postponeDue(
  sql: Sql,
  { clientId, month, runId }: Held,
  seconds: number,
): Promise<void> {
  await query`
    update statements.due set taken_until = now() + ${seconds} * interval '1 second'
    where client_id = ${clientId} and month = ${month}::date and taken_by = ${runId}
  `.execute(sql);
}

/** Returns whether the run still held it. */
export async function endDue(sql: Sql, { clientId, month, runId }: Held): Promise<boolean> {
  const { numAffectedRows } = await query`
    delete from statements.due where client_id = ${clientId} and month = ${month}::date and taken_by = ${runId}
  `.execute(sql);
  return numAffectedRows === 1n;
}

/** Includes those taken by other runs. */
export async function hasDue(sql: Sql): Promise<boolean> {
  const { rows } = await query`select from statements.due limit 1`.execute(sql);
  return rows.length > 0;
}
