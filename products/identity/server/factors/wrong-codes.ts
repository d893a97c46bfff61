/**
 * Wrong codes of one person, over all challenges, methods and restarts: counted before a code is compared. Five cause a lock, each lock is twice as
 * long, and the third is permanent: only bank staff lift it, after checking the person's identity. Only a correct code clears the count; time does
 * not, so an attacker never gets more guesses. Times are the database's.
 */

import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { LockedOutRows } from '../locked-out-store.ts';
import { codeTries, firstCodeLockSeconds, locksUntilBlocked, wholeMinutes } from '../rules.ts';

/** A counted attempt. With `triesLeft` 0 it is the last one before the lock that now applies. */
export interface CountedCode {
  readonly triesLeft: number;
  /** Consecutive locks so far, including this attempt's. */
  readonly locks: number;
}

/**
 * Counts one attempt; commit it before the caller learns the outcome.
 *
 * Errors: codes_locked (429), codes_blocked (403).
 */
export async function countCode(sql: Sql, personId: string): Promise<CountedCode> {
  const { rows } = await query<{ tries: number; locks: number; is_locked: boolean }>`
    insert into identity.wrong_code as w (person_id, tries) values (${personId}, 1)
    on conflict (person_id) do update set (tries, locks, locked_until, last_at) = (
      select case when is_last then 0 else w.tries + 1 end,
        case when is_last then w.locks + 1 else w.locks end,
        case when not is_last then null
             when w.locks + 1 >= ${locksUntilBlocked} then 'infinity'
             else now() + ${firstCodeLockSeconds} * 2 ^ w.locks * interval '1 second' end,
        now()
      from (select w.tries + 1 >= ${codeTries} as is_last) as counted
    )
    where w.locked_until is null or w.locked_until <= now()
    returning tries, locks, locked_until is not null as is_locked
  `.execute(sql);
  const row = rows[0];
  if (row) return { triesLeft: row.is_locked ? 0 : codeTries - row.tries, locks: row.locks };
  await refuseLockedCodes(sql, personId);
  return countCode(sql, personId);
}

/** Remaining seconds of the lock on the person's codes, as a column: `Infinity` until staff lift it, null if there is none. */
export const codeLockSeconds = (personId: string) => query<number | null>`(
  select case when isfinite(locked_until) then ceil(extract(epoch from locked_until - now())) else 'infinity' end::float8
  from identity.wrong_code where person_id = ${personId} and locked_until > now())`;

/** Refuses while the person's codes are locked; counts nothing. Errors: codes_locked (429), codes_blocked (403). */
export async function refuseLockedCodes(sql: Sql, personId: string): Promise<void> {
  const { rows } = await query<{ seconds: number | null }>`
    select ${codeLockSeconds(personId)} as seconds`.execute(sql);
  refuseCodeLock(rows[0]?.seconds ?? null);
}

/** The same if the seconds are known. */
export function refuseCodeLock(seconds: number | null): void {
  if (seconds === null) return;
  if (seconds === Number.POSITIVE_INFINITY) throw new Problem('codes_blocked');
  throw new Problem('codes_locked', {
    params: { minutes: wholeMinutes(seconds) },
    retryAfterSeconds: seconds,
  });
}

/** A correct code resets the person's count. */
export async function clearWrongCodes(sql: Sql, personId: string): Promise<void> {
  await query`delete from identity.wrong_code where person_id = ${personId}`.execute(sql);
}

/** People with a permanent lock, since their last wrong code. */
export const blockedRows: LockedOutRows = query`
  select person_id, last_at as since from identity.wrong_code where locked_until = 'infinity'`;

/** Lifts a permanent lock; false if there is none. */
export async function unblockCodes(sql: Sql, personId: string): Promise<boolean> {
  const { rows } = await query`
    delete from identity.wrong_code where person_id = ${personId} and locked_until = 'infinity' returning person_id
  `.execute(sql);
  return rows.length > 0;
}
