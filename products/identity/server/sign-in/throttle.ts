/**
 * Attempts that may be wrong (passwords, codes) are counted in the database before they are checked, so that parallel guesses, a restart or a second
 * server never allow an extra one. At the limit the subject is locked, each time twice as long; a correct attempt clears it.
 * Takes a subject and its limit; returns the attempts left, or the seconds to wait.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { longestLockSeconds, type ThrottleLimit } from '../rules.ts';

export type Try = { allowed: true; triesLeft: number } | { allowed: false; waitSeconds: number };

/** Counts one attempt of the subject; must be committed before the attempt is evaluated. */
export async function takeTry(sql: Sql, subject: string, limit: ThrottleLimit): Promise<Try> {
  const triesLeft = (await takeTries(sql, [subject], limit)).get(subject);
  return triesLeft === undefined ? findLock(sql, subject) : { allowed: true, triesLeft };
}

/** The same for many subjects: the attempts left of those that are allowed one. */
export async function takeTries(
  sql: Sql,
  subjects: readonly string[],
  limit: ThrottleLimit,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await query<{ subject: string; tries_left: number }>`
    insert into identity.throttle as t (subject, tries, locks, last_at)
    select subject, 1, 0, now() from unnest(${subjects}::text[]) as each (subject) order by subject
    on conflict (subject) do update set (tries, locks, locked_until, last_at) = (
      select
        case when tries < ${limit.tries} then tries else 0 end,
        case when tries < ${limit.tries} then locks else locks + 1 end,
        case when tries < ${limit.tries} then null
             else now() + least(${limit.firstLockSeconds} * 2.0 ^ locks, ${longestLockSeconds}) * interval '1 second' end,
        now()
      from (
        select case when forgotten then 1 else t.tries + 1 end as tries, case when forgotten then 0 else t.locks end as locks
        from (select greatest(t.last_at, t.locked_until) < now() - ${longestLockSeconds} * interval '1 second' as forgotten) as age
      ) as counted
    )
    where t.locked_until is null or t.locked_until <= now()
    returning subject, case when locked_until is null then ${limit.tries} - tries else 0 end as tries_left
  `.execute(sql);
  return new Map(rows.map((row) => [row.subject, row.tries_left]));
}

/** Whether the subject is locked now; counts nothing. */
export async function findLock(sql: Sql, subject: string): Promise<Try> {
  const { rows } = await query<{ wait_seconds: number }>`
    select extract(epoch from locked_until - now())::float8 as wait_seconds
    from identity.throttle where subject = ${subject} and locked_until > now()
  `.execute(sql);
  const lock = rows[0];
  return lock
    ? { allowed: false, waitSeconds: Math.ceil(lock.wait_seconds) }
    : { allowed: true, triesLeft: 0 };
}

/** Resets the subjects after a correct answer. */
export async function clearTries(sql: Sql, subjects: readonly string[]): Promise<void> {
  await query`delete from identity.throttle where subject = any(${subjects}::text[])`.execute(sql);
}

/** Refunds one attempt to a subject that many share, because one correct answer says nothing about the others. */
export async function returnTry(sql: Sql, subject: string): Promise<void> {
  await query`update identity.throttle set tries = greatest(tries - 1, 0) where subject = ${subject}`.execute(
    sql,
  );
}
