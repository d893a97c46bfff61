/**
 * An application as its applicant sees it, and the parts shared by every step: the application is the caller's own, its client's state
 * is locked while a step decides, and a complete draft moves on.
 */
import type { Client, Onboarding } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import {
  type Contact,
  findClientState,
  isEmailConfirmed,
  lockClientState,
  moveClient,
  requireContact,
} from '../../../identity/server/index.ts';
import { identityCheckOf, isDraftComplete } from './rules.ts';
import { type Application, findApplication } from './store.ts';

/** A client's application; a client who never applied (a company, the bank's first clients) has none. */
export async function requireApplication(sql: Sql, clientId: string): Promise<Application> {
  const application = await findApplication(sql, clientId);
  if (!application) throw new Problem('not_found');
  return application;
}

/** The caller's application, for a step in this state, locked until the transaction ends. */
export async function lockStep(
  sql: Sql,
  actor: ClientActor,
  state: Client['state'],
): Promise<{ application: Application; contact: Contact }> {
  const current = await lockClientState(sql, actor.clientId);
  const application = await requireApplication(sql, actor.clientId);
  if (current !== state) throw new Problem('state_moved');
  return { application, contact: await requireContact(sql, application.personId) };
}

/** Ends the draft once everything is entered and the address is confirmed, in any order. */
export async function leaveDraft(work: Work, clientId: string): Promise<void> {
  const application = await requireApplication(work.sql, clientId);
  if (isDraftComplete(application) && (await isEmailConfirmed(work.sql, application.personId)))
    await moveClient(work, clientId, 'confirmEmail');
}

/** The entries so far. */
export async function viewApplication(
  { sql, request }: Pick<Work, 'sql' | 'request'>,
  { clientId }: ClientActor,
): Promise<Onboarding> {
  const application = await requireApplication(sql, clientId);
  const { kind, person, company, account, address, personId, identityRetry } = application;
  const contact = await requireContact(sql, personId);
  return {
    kind,
    email: contact.email,
    emailConfirmed: await isEmailConfirmed(sql, personId),
    phone: contact.phone ?? '',
    person,
    company,
    account,
    address,
    termsAcceptedAt: application.termsAcceptedAt?.toISOString() ?? null,
    identityCheck: identityCheckOf(await findClientState(sql, clientId), identityRetry),
    hasOutbox: request?.sandbox ?? false,
  };
}
