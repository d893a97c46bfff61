/** SQL of prepared files. No decisions here. */
import type { PreparedOrder, preparedFaults } from '@calmly/contract';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** The owner of a file. */
export interface Keeper {
  readonly clientId: string;
  readonly personId: string;
}

export interface Prepared extends Keeper, PreparedOrder {
  readonly id: string;
  readonly state: 'WAITING' | 'RUNNING' | 'READY' | 'FAILED' | 'CANCELLED';
  readonly attempts: number;
  readonly done: bigint;
  readonly total: bigint;
  readonly accountIds: readonly string[];
  readonly seesConfidential: boolean | null;
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly mediaType: string | null;
  readonly sizeBytes: bigint | null;
  readonly fault: (typeof preparedFaults)[number] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

const columns = query`
  id, client_id as "clientId", person_id as "personId", account_id as "accountId", to_char(from_day, 'YYYY-MM-DD') as "from",
  to_char(to_day, 'YYYY-MM-DD') as "to", time_zone as "timeZone", format, locale, state, attempts, done, total, account_ids as "accountIds",
  sees_confidential as "seesConfidential", file_id as "fileId", file_name as "fileName", media_type as "mediaType", size_bytes as "sizeBytes",
  fault, created_at as "createdAt", expires_at as "expiresAt"`;

/**
 * Serialises orders and starts of runs of everyone, because the total size and the number of runs are limits that two could otherwise exceed
 * together.
 */
export async function lockOrders(sql: Sql): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended('statements prepared', 0))`.execute(sql);
}

/** Starts as WAITING; the caller schedules the job. */
export async function insertPrepared(
  sql: Sql,
  {
    id,
    clientId,
    personId,
    now,
    ...order
  }: Keeper & PreparedOrder & { readonly id: string; readonly now: Date },
): Promise<Prepared> {
  const { rows } = await query<Prepared>`
    insert into statements.prepared (id, client_id, person_id, account_id, from_day, to_day, time_zone, format, locale, state, created_at)
    values (${id}, ${clientId}, ${personId}, ${order.accountId}, ${order.from}::date, ${order.to}::date, ${order.timeZone}, ${order.format},
      ${order.locale}, 'WAITING', ${now})
    returning ${columns}
  `.execute(sql);
  return rows[0] as Prepared;
}

/** The person's files, newest first; the purge limits how old they are. */
export async function listPrepared(sql: Sql, { clientId, personId }: Keeper): Promise<Prepared[]> {
  const { rows } = await query<Prepared>`
    select ${columns} from statements.prepared where client_id = ${clientId} and person_id = ${personId} order by id desc limit 200
  `.execute(sql);
  return rows;
}

/** The person's files that are ready or being made. */
export async function countCurrent(sql: Sql, { clientId, personId }: Keeper, now: Date): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from statements.prepared
    where client_id = ${clientId} and person_id = ${personId} and (state in ('WAITING', 'RUNNING') or state = 'READY' and expires_at > ${now})
  `.execute(sql);
  return rows[0]?.count ?? 0;
}

/** Deletes cancelled or failed files except the newest, because a person can order and cancel without limit. */
export async function deleteEnded(
  sql: Sql,
  { clientId, personId }: Keeper,
  { kept }: { readonly kept: number },
): Promise<void> {
  await query`
    delete from statements.prepared where id in (
      select id from statements.prepared
      where client_id = ${clientId} and person_id = ${personId} and state in ('CANCELLED', 'FAILED') order by id desc offset ${kept}
    )`.execute(sql);
}

/** Another person's file is undefined, even in the same client. */
export async function findPrepared(
  sql: Sql,
  { clientId, personId }: Keeper,
  id: string,
): Promise<Prepared | undefined> {
  const { rows } = await query<Prepared>`
    select ${columns} from statements.prepared where id = ${id} and client_id = ${clientId} and person_id = ${personId}
  `.execute(sql);
  return rows[0];
}

/** Locked until the transaction ends, for the job and for changes. */
export async function lockPrepared(sql: Sql, id: string): Promise<Prepared | undefined> {
  const { rows } = await query<Prepared>`
    select ${columns} from statements.prepared where id = ${id} for no key update
  `.execute(sql);
  return rows[0];
}

/** Total bytes of all kept files. */
export async function sumKeptBytes(sql: Sql, now: Date): Promise<bigint> {
  const { rows } = await query<{ bytes: string }>`
    select coalesce(sum(size_bytes), 0)::text as bytes from statements.prepared where state = 'READY' and expires_at > ${now}
  `.execute(sql);
  return BigInt(rows[0]?.bytes ?? '0');
}

/** Files being made, of everyone and of this person, except this one. A run that has been silent for long is considered dead. */
export async function countRunning(
  sql: Sql,
  { id, personId }: Pick<Prepared, 'id' | 'personId'>,
): Promise<{ readonly all: number; readonly own: number }> {
  const { rows } = await query<{ all: number; own: number }>`
    select count(*)::int as all, count(*) filter (where person_id = ${personId})::int as own from statements.prepared
    where state = 'RUNNING' and id <> ${id} and beat_at > now() - interval '20 seconds'
  `.execute(sql);
  return rows[0] ?? { all: 0, own: 0 };
}

/** The files that have waited longest. */
export async function listWaiting(sql: Sql, limit: number): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from statements.prepared where state = 'WAITING' order by id limit ${limit}
  `.execute(sql);
  return rows.map(({ id }) => id);
}

/** Takes the file over from any earlier run, and counts an attempt. The caller has locked it. */
export async function startRun(sql: Sql, id: string, runId: string): Promise<void> {
  await query`
    update statements.prepared set state = 'RUNNING', run_id = ${runId}, beat_at = now(), attempts = attempts + 1, done = 0, total = 0 where id = ${id}
  `.execute(sql);
}

interface Run {
  readonly id: string;
  readonly runId: string;
}

/**
 * Records which accounts it shows, whether it includes confidential payments, and the number of entries. Does nothing if another run has taken over.
 */
export async function setSubject(
  sql: Sql,
  { id, runId }: Run,
  subject: {
    readonly accountIds: readonly string[];
    readonly seesConfidential: boolean;
    readonly total: bigint;
  },
): Promise<void> {
  await query`
    update statements.prepared set account_ids = ${subject.accountIds}::uuid[], sees_confidential = ${subject.seesConfidential},
      total = ${String(subject.total)}::bigint where id = ${id} and run_id = ${runId}
  `.execute(sql);
}

/** Returns whether the run still makes it: it may be cancelled, or another run may have taken over. */
export async function setProgress(sql: Sql, { id, runId }: Run, done: bigint): Promise<boolean> {
  const { numAffectedRows } = await query`
    update statements.prepared set done = ${String(done)}::bigint, beat_at = now() where id = ${id} and run_id = ${runId} and state = 'RUNNING'
  `.execute(sql);
  return numAffectedRows === 1n;
}

/** Returns the file to the queue. */
export async function setWaiting(sql: Sql, { id, runId }: Run): Promise<void> {
  await query`
    update statements.prepared set state = 'WAITING', beat_at = null where id = ${id} and run_id = ${runId} and state = 'RUNNING'
  `.execute(sql);
}

export interface Outcome {
  readonly fileId: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly expiresAt: Date;
}

/** Returns whether the run still made it. */
export async function setReady(sql: Sql, { id, runId }: Run, outcome: Outcome, now: Date): Promise<boolean> {
  const { numAffectedRows } = await query`
    update statements.prepared set state = 'READY', file_id = ${outcome.fileId}, file_name = ${outcome.fileName}, media_type = ${outcome.mediaType},
      size_bytes = ${outcome.sizeBytes}, expires_at = ${outcome.expiresAt}, ended_at = ${now}, done = total
    where id = ${id} and run_id = ${runId} and state = 'RUNNING'
  `.execute(sql);
  return numAffectedRows === 1n;
}

/** Returns whether it has failed now, for any run; false if it is finished or cancelled. */
export async function setFailed(
  sql: Sql,
  id: string,
  fault: NonNullable<Prepared['fault']>,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await query`
    update statements.prepared set state = 'FAILED', fault = ${fault}, ended_at = ${now} where id = ${id} and state in ('WAITING', 'RUNNING')
  `.execute(sql);
  return numAffectedRows === 1n;
}

/** A running job notices it at its next progress report. Does nothing if the file is finished. */
export async function setCancelled(sql: Sql, id: string, now: Date): Promise<void> {
  await query`
    update statements.prepared set state = 'CANCELLED', ended_at = ${now} where id = ${id} and state in ('WAITING', 'RUNNING')
  `.execute(sql);
}

/** The kept file itself is removed by the caller. */
export async function deletePrepared(sql: Sql, id: string): Promise<void> {
  await query`delete from statements.prepared where id = ${id}`.execute(sql);
}

export const preparedPurge = purgeOf('statements.prepared', "ended_at < now() - interval '30 days'");
