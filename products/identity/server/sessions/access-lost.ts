/**
 * Announces that a person has lost access, so that whatever acts for them without a session (connected applications) ends too and does not return
 * with the access. An intruder could have connected an application: freezing the access or resetting the password removes that too.
 */

import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { keepMembership } from '../clients/members/member-store.ts';
import { isFrozen } from '../passwords/password-store.ts';
import { findSignedIn } from './signed-in.ts';

/** Job of the modules that act for people without a session. Its payload is an `AccessLost`. */
export const accessLostTask = 'access_lost';

export interface AccessLost {
  readonly personId: string;
  /** Only for this client; absent: for every client. */
  readonly clientId?: string;
  readonly because: 'frozen' | 'password_reset' | 'contact_undone' | 'no_administrator';
  /** When, in the database's own time format. Permissions given later, with restored access, are kept however late the job runs. */
  readonly at: string;
}

/**
 * Called by the transaction that takes the access away, after it has written that: the moment is then later than the start of every transaction that
 * it waited for in `requireOpenAccess`.
 */
export async function announceAccessLost(sql: Sql, lost: Omit<AccessLost, 'at'>): Promise<void> {
  const { rows } = await query<{ at: string }>`select clock_timestamp()::text as at`.execute(sql);
  for (const { at } of rows) await addJobs(sql, [{ task: accessLostTask, payload: { ...lost, at } }]);
}

/** Job of data that depends on people's rights, after some rights may have ended. Its payload is a `RightsLost`. */
export const rightsLostTask = 'rights_lost';

export interface RightsLost {
  readonly personId: string;
  /** Only for this client; absent: for every client. */
  readonly clientId?: string;
}

/** Called by the transaction that changes or ends a membership, or freezes the access. The job checks the state at the time it runs. */
export const announceRightsLost = (sql: Sql, payload: RightsLost): Promise<void> =>
  addJobs(sql, [{ task: rightsLostTask, payload }]);

/**
 * Called first in a transaction that grants access on behalf of a person for this client. It locks: an earlier reset, freeze or lost membership is
 * final, and a later one waits for this transaction and then revokes the grant. The caller checks the membership afterwards.
 */
export async function requireOpenAccess(
  sql: Sql,
  { personId, sessionId }: Pick<ClientActor, 'personId' | 'sessionId'>,
  clientId: string,
): Promise<void> {
  const frozen = await isFrozen(sql, personId);
  await keepMembership(sql, { personId, clientId });
  if (frozen || !(await findSignedIn(sql, [sessionId])).has(sessionId)) throw new Problem('unauthenticated');
}
