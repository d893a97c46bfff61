/**
 * Data of the identity module that is deleted at night: expired secrets, challenges that no code can pass, old attempts. Used challenges are kept for
 * 400 days as evidence, ended sessions for 90. Successful sign-ins are kept for good; failed ones are deleted after 400 days, or after 30 if no
 * account has that name.
 */

import { type Purge, purgeOf } from '@calmly/platform/jobs/purge.ts';
import { sql as query } from 'kysely';
import { longestLockSeconds } from './rules.ts';

const expired = 'expires_at < now()';

/** By session: each one's tokens are deleted once after its end, though the session is kept for 90 days. */
const refreshTokenPurge: Purge = {
  name: 'identity.refresh_token',
  async deleteSome(sql, limit) {
    const { numAffectedRows } = await query`
      with over as (
        select id from identity.session
        where least(ended_at, expires_at) < now() and not tokens_purged limit ${limit} for update skip locked
      ), gone as (
        delete from identity.refresh_token where session_id in (select id from over)
      )
      update identity.session set tokens_purged = true where id in (select id from over)`.execute(sql);
    return Number(numAffectedRows ?? 0n);
  },
};

export const identityPurges = [
  purgeOf('identity.access_token', expired),
  purgeOf('identity.live_ticket', expired),
  purgeOf('identity.device', expired),
  purgeOf('identity.spent_challenge', expired),
  purgeOf('identity.mailed_link', "expires_at < now() - interval '30 days'"),
  purgeOf('identity.factor_enrolment', expired),
  purgeOf(
    'identity.challenge',
    'used_at is null and expires_at < now()',
    "used_at < now() - interval '400 days'",
  ),
  refreshTokenPurge,
  purgeOf(
    'identity.session',
    `least(ended_at, expires_at) < now() - interval '90 days'
      and not exists (select from identity.access_token token where token.session_id = session.id)
      and not exists (select from identity.refresh_token token where token.session_id = session.id)
      and not exists (select from identity.live_ticket ticket where ticket.session_id = session.id)`,
  ),
  purgeOf(
    'identity.sign_in',
    "person_id is null and at < now() - interval '30 days'",
    "person_id is not null and outcome <> 'signed_in' and at < now() - interval '400 days'",
  ),
  purgeOf(
    'identity.throttle',
    `greatest(last_at, locked_until) < now() - ${longestLockSeconds} * interval '1 second'`,
  ),
];

/**
 * Deletes personal data of a company's member, such as saved filters, in the night after they have left. For a table with `client_id` and
 * `person_id`, named by the module that owns it. Suspended members keep their data.
 */
export const leaversPurge = (table: string): Purge => ({
  name: table,
  async deleteSome(sql, limit) {
    const rows = query.raw(table);
    const { numAffectedRows } = await query`
      delete from ${rows} where ctid = any(array(
        select kept.ctid from ${rows} kept
        where kept.person_id is not null and not exists (
          select from identity.membership m where m.client_id = kept.client_id and m.person_id = kept.person_id)
        limit ${limit} for update of kept skip locked))`.execute(sql);
    return Number(numAffectedRows ?? 0n);
  },
});
