/** A person's sessions ended by a colleague, such as after a stolen laptop; whoever is signed out can sign in again. */
import { audit } from '@calmly/platform/audit.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { deleteSignIns, endSessions } from '../sign-in/store.ts';
import { lockPerson } from './store.ts';

/** Ends them at once, in the open transaction. Errors: `not_found`. */
export async function endSessionsOf(work: Work, personId: string, reason: string): Promise<void> {
  // A sign-in that is under way waits for this lock, and finds itself gone.
  const person = await lockPerson(work.sql, personId);
  if (!person) throw new Problem('not_found');
  await deleteSignIns(work.sql, personId);
  const ended = await endSessions(work.sql, { personId }, work.now);
  await audit(work, {
    action: 'staff.sessions_ended',
    details: { person: person.name, reason, sessionsEnded: ended },
  });
}
