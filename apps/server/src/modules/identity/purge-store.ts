/** SQL that deletes what nobody can use any more. Sessions, used challenges and the history of sign-ins are kept. */
import { sql as query } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import { longestLockSeconds } from './rules.ts';

/** Deletes expired secrets, challenges that no code can pass, and forgotten tries. */
export async function deleteExpired(sql: Sql): Promise<void> {
  await query`delete from identity.access_token where expires_at < now()`.execute(sql);
  await query`delete from identity.live_ticket where expires_at < now()`.execute(sql);
  await query`delete from identity.device where expires_at < now()`.execute(sql);
  await query`delete from identity.challenge where used_at is null and expires_at < now()`.execute(sql);
  await query`delete from identity.factor_enrolment where expires_at < now()`.execute(sql);
  await query`
    delete from identity.refresh_token t using identity.session s
    where s.id = t.session_id and s.expires_at < now()
  `.execute(sql);
  await query`
    delete from identity.throttle
    where greatest(last_at, locked_until) < now() - ${longestLockSeconds} * interval '1 second'
  `.execute(sql);
}
