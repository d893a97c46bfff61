/**
 * Says that a person has lost access, so that what acts for them without a session (connected applications) ends too and does not come back
 * when the access does. An intruder could have connected an application: freezing the access or resetting the password removes that too.
 */
import { addJobs } from '../../../platform/jobs/jobs.ts';
import type { Sql } from '../../../platform/work.ts';

/** Job of the modules that act for people without their session. Its payload is an `AccessLost`. */
export const accessLostTask = 'access_lost';

export interface AccessLost {
  readonly personId: string;
  /** For this client alone; absent: for every client. */
  readonly clientId?: string;
  readonly because: 'frozen' | 'password_reset' | 'contact_undone' | 'no_administrator';
}

/** Announced by the transaction that takes the access away. */
export const announceAccessLost = (sql: Sql, lost: AccessLost): Promise<void> =>
  addJobs(sql, [{ task: accessLostTask, payload: lost }]);
