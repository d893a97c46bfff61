/**
 * A company's invitations: sent, sent again, withdrawn. The link's secret exists only in the email; sending again invalidates the
 * previous link. The number of emails is limited by invitation, company and recipient, so no one is flooded with mail in our name.
 *
 * Errors in the order checked: not_found, boss_needed, state_moved (already accepted, declined or withdrawn), too_many_requests.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Invitation } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { addJobs, type JobHandler } from '@calmly/platform/jobs/jobs.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import {
  clientName,
  emailKey,
  findPersonByEmail,
  requireContact,
  takeTry,
} from '../../../../identity/server/index.ts';
import type { Grant } from '../people/commands.ts';
import { lockAsAdministrator, type Party, requireCompany } from '../people/members.ts';
import { sendInvitation } from '../people/messages.ts';
import { tellAdministrators } from '../people/notices.ts';
import { mailboxLimit, mailLimit, mostMails } from '../people/rules.ts';
import * as store from './store.ts';

const tellTask = 'tell_invited';

interface TellPayload {
  readonly id: string;
  readonly clientId: string;
}

export interface InvitationOptions {
  /** Base address of links in messages. */
  readonly portalUrl: string;
}

/** Creates an invitation and emails it, in the name of `party.by`. */
export async function openInvitation(
  work: Work,
  party: Party,
  options: InvitationOptions,
  wanted: { readonly id: string; readonly email: string } & Grant,
): Promise<Invitation> {
  const { secret, hash } = newLink();
  const { id, email, rights, validUntil } = wanted;
  const invitation = await store.insertInvitation(work.sql, {
    id,
    clientId: party.clientId,
    invitedBy: party.by.id,
    invitedByName: party.by.name,
    email,
    emailKey: emailKey(email),
    rights,
    validUntil: validUntil === null ? null : new Date(validUntil),
    tokenHash: hash,
    createdAt: work.now,
  });
  await mail(work, party, options, { invitation, secret });
  await addJobs(work.sql, [{ task: tellTask, payload: { id, clientId: party.clientId } }]);
  await audit(work, { action: 'invitation.sent', clientId: party.clientId, details: { id, email } });
  await tellAdministrators(work, party, { event: 'invited', person: email });
  return viewInvitation(invitation);
}

/**
 * Also notifies an existing client in the portal. The company learns nothing of it, not even by timing: every invitation adds a job that looks up the
 * address.
 */
async function tellInvited(work: Work, { id, clientId }: TellPayload): Promise<void> {
  const invitation = await store.lockInvitation(work.sql, { id, clientId });
  if (invitation?.state !== 'OPEN') return;
  const personId = await findPersonByEmail(work.sql, invitation.email);
  if (personId === undefined) return;
  const params = { company: await clientName(work.sql, clientId), by: invitation.invitedByName };
  await notify(work, [{ kind: 'company_invitation', personId, subjectId: id, params }]);
}

/** The job that every invitation adds. */
export const invitationJobs: Readonly<Record<string, JobHandler>> = {
  [tellTask]: { lane: 'messages', inside: (work, payload) => tellInvited(work, payload as TellPayload) },
};

/** `POST /invitations/mail/{id}`. */
export async function resendInvitation(
  work: Work,
  actor: ClientActor,
  options: InvitationOptions,
  id: string,
): Promise<Invitation> {
  const { sql } = work;
  const party = await lockAsAdministrator(work, actor);
  const open = await requireOpen(sql, party.clientId, id);
  if (open.sends >= mostMails) throw new Problem('too_many_requests', { retryAfterSeconds: 86_400 });
  const { secret, hash } = newLink();
  const { id: invitedBy, name: invitedByName } = party.by;
  const invitation = await store.renewLink(sql, { id, invitedBy, invitedByName, tokenHash: hash });
  await mail(work, party, options, { invitation, secret });
  await audit(work, { action: 'invitation.sent_again', details: { id, email: invitation.email } });
  return viewInvitation(invitation);
}

/** `DELETE /invitations/{id}`. */
export async function withdrawInvitation(work: Work, actor: ClientActor, id: string): Promise<void> {
  const { clientId } = await lockAsAdministrator(work, actor);
  const { email } = await requireOpen(work.sql, clientId, id);
  await store.markWithdrawn(work.sql, id);
  await audit(work, { action: 'invitation.withdrawn', details: { id, email } });
}

/** `GET /invitations`. */
export async function listInvitations(
  sql: Sql,
  actor: ClientActor,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const page = { clientId: requireCompany(actor), before: cursorId(cursor), limit: limit + 1 };
  const invitations = await store.listInvitations(sql, page);
  return pageOf(invitations.map(viewInvitation), limit);
}

function viewInvitation(invitation: store.StoredInvitation): Invitation {
  const { id, email, rights, state } = invitation;
  return {
    id,
    email,
    rights,
    validUntil: invitation.validUntil?.toISOString() ?? null,
    state,
    invitedBy: invitation.invitedByName,
    createdAt: invitation.createdAt.toISOString(),
    sentAt: invitation.sentAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
  };
}

/** An invitation that can still be sent again or withdrawn, including an expired one. */
async function requireOpen(sql: Sql, clientId: string, id: string) {
  const invitation = await store.lockInvitation(sql, { id, clientId });
  if (!invitation) throw new Problem('not_found');
  if (invitation.state !== 'OPEN' && invitation.state !== 'EXPIRED') throw new Problem('state_moved');
  return invitation;
}

async function mail(
  work: Work,
  { clientId, company, by }: Party,
  { portalUrl }: InvitationOptions,
  { invitation, secret }: { readonly invitation: store.StoredInvitation; readonly secret: string },
): Promise<void> {
  const { sql } = work;
  const to = invitation.email;
  const counters = [
    { subject: `invitations:${clientId}`, limit: mailLimit },
    { subject: `invitations-to:${sha256(emailKey(to)).toString('hex')}`, limit: mailboxLimit },
  ];
  for (const { subject, limit } of counters) {
    const counted = await takeTry(sql, subject, limit);
    if (!counted.allowed) throw new Problem('too_many_requests', { retryAfterSeconds: counted.waitSeconds });
  }
  // The invited person's language is unknown, and colleagues mostly share one.
  const { locale } = await requireContact(sql, by.id);
  const url = `${portalUrl}/invitation?token=${secret}`;
  await sendInvitation(sql, { to, locale, company, inviter: by.name, url });
}

/** SHA-256 of a text: the stored form of a link. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest();

function newLink() {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: sha256(secret) };
}
