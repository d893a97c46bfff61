/**
 * Accepting an invitation, by anyone who has its email. A client with that address signs in and accepts. A new person enters name and
 * password, confirms a phone and is signed in for the company. The link proves the email address, the texted code the phone.
 *
 * The inviter has confirmed the invitation with a code. The transaction that adds the person checks that company, invitation and address
 * are unchanged and that the inviter is still an administrator. An administrator who sends the invitation again becomes its inviter. Without
 * the link every call answers the same: `invitation_dead`.
 * Errors in the order checked: invitation_dead; signed in: invitation_for_other, client_not_active, already_member, phone_needed, those
 * of the code; new person: field `password`, contact_code_expired, codes_locked, contact_code_wrong, already_client; code:
 * resend_too_soon, too_many_requests.
 */
import { timingSafeEqual } from 'node:crypto';
import type { InvitationOffer, InvitedRegistration, SentCode } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { networkOf } from '@calmly/platform/http/address.ts';
import type { Answer } from '@calmly/platform/http/answer.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, RequestContext, Sql, Work } from '@calmly/platform/work.ts';
import {
  addMember,
  checkNewPassword,
  clientName,
  deriveCode,
  emailKey,
  findClientState,
  findMember,
  type Identity,
  isEmailTaken,
  isMember,
  lockClientState,
  mayJoinCompanies,
  requireCode,
  requireContact,
  takeTry,
} from '../../../../identity/server/index.ts';
import { type Party, requireMember } from '../people/members.ts';
import { sendPhoneCode } from '../people/messages.ts';
import { tellPeople } from '../people/notices.ts';
import {
  needsPhone,
  originLimit,
  phoneCodeSeconds,
  resendSeconds,
  textLimit,
  wrongCodeLimit,
} from '../people/rules.ts';
import { acceptSummary } from '../people/summaries.ts';
import { type InvitationOptions, sha256 } from './invitations.ts';
import * as store from './store.ts';

export interface JoinOptions extends InvitationOptions {
  readonly database: Pick<Database, 'inTransaction'>;
  readonly openInvited: Identity['openInvited'];
}

/** `POST /invitations/check`. */
export async function viewOffer(sql: Sql, token: string): Promise<InvitationOffer> {
  const invitation = await requireLive(sql, byToken(token));
  await requireInviter(sql, invitation);
  const { clientId, email, rights, validUntil } = invitation;
  return {
    companyName: await clientName(sql, clientId),
    invitedBy: invitation.invitedByName,
    email,
    rights,
    validUntil: validUntil?.toISOString() ?? null,
    expiresAt: invitation.expiresAt.toISOString(),
    isClient: await isEmailTaken(sql, email),
  };
}

/** `POST /invitations/acceptance`: by a signed-in person. */
export async function acceptInvitation(
  work: Work,
  { personId }: ClientActor,
  options: InvitationOptions,
  token: string,
): Promise<{ companyId: string }> {
  const { sql } = work;
  const invitation = await lockLive(sql, byToken(token));
  const { email } = await requireContact(sql, personId);
  if (emailKey(email) !== emailKey(invitation.email)) throw new Problem('invitation_for_other');
  return takeUp(work, options, { invitation, personId });
}

/** The invited person accepts with a code. */
export async function takeUp(
  work: Work,
  options: InvitationOptions,
  { invitation, personId }: { readonly invitation: store.StoredInvitation; readonly personId: string },
): Promise<{ companyId: string }> {
  const { sql } = work;
  const { clientId, rights, validUntil } = invitation;
  await requireInviter(sql, invitation);
  if (!(await mayJoinCompanies(sql, personId))) throw new Problem('client_not_active');
  if (await findMember(sql, { clientId, personId })) throw new Problem('already_member');
  if (needsPhone(rights) && (await requireContact(sql, personId)).phone === null)
    throw new Problem('phone_needed');
  const grant = { rights, validUntil: validUntil?.toISOString() ?? null };
  await requireCode(work, {
    summary: acceptSummary(await clientName(sql, clientId), grant),
    snapshot: JSON.stringify(grant),
    money: 'stays',
  });
  await letIn(work, options, { invitation, personId });
  return { companyId: clientId };
}

/** `POST /invitations/phone-code`. */
export async function sendCode(work: Work, token: string, phone: string): Promise<SentCode> {
  const { sql } = work;
  const { locale, ip, sandbox } = requireRequest(work);
  const { id: invitationId } = await lockLive(sql, byToken(token));
  const code = await store.renewPhoneCode(sql, { invitationId, id: work.newId(), phone });
  if (!code) {
    const seconds = await store.findResendSeconds(sql, invitationId);
    throw new Problem('resend_too_soon', { params: { seconds }, retryAfterSeconds: seconds });
  }
  const counters = [
    { subject: `invitation-texts:${invitationId}`, limit: textLimit },
    { subject: `invitation-texts-to:${sha256(phone).toString('hex')}`, limit: textLimit },
    { subject: `invitation-texts-from:${networkOf(ip)}`, limit: originLimit },
  ];
  for (const { subject, limit } of counters) {
    const counted = await takeTry(sql, subject, limit);
    if (!counted.allowed) throw new Problem('too_many_requests', { retryAfterSeconds: counted.waitSeconds });
  }
  const digits = await deriveCode(sql, code.id, code.sends);
  await sendPhoneCode(sql, { to: phone, locale, code: digits });
  return {
    sentTo: phone,
    resendIn: resendSeconds,
    expiresIn: phoneCodeSeconds,
    ...(sandbox && { code: digits }),
  };
}

/** `POST /invitations/registration`: by a new person. The attempt is counted before the code is compared; the rest is one transaction. */
export async function joinAsStranger(
  work: Work,
  { database, openInvited, ...options }: JoinOptions,
  { token, code, ...person }: InvitedRegistration,
): Promise<Answer> {
  const { id: invitationId, email } = await requireLive(work.sql, byToken(token));
  const rejection = checkNewPassword(person.password, { email });
  if (rejection) throw badFields({ field: 'password', code: rejection });
  const refusal = await database.inTransaction((sql) =>
    checkCode(sql, { invitationId, phone: person.phone, code }),
  );
  if (refusal) throw refusal;
  return openInvited(work, { ...person, email }, async (inside, personId) => {
    const invitation = await lockLive(inside.sql, byToken(token));
    await requireInviter(inside.sql, invitation);
    await store.deletePhoneCode(inside.sql, invitation.id);
    await letIn(inside, options, { invitation, personId });
  });
}

/** Counts an attempt and compares the code. The result, including a refusal, is thrown by the caller after the count is committed. */
async function checkCode(
  sql: Sql,
  given: { readonly invitationId: string; readonly phone: string; readonly code: string },
): Promise<Problem | undefined> {
  const tried = await store.countTry(sql, given);
  if (!tried) return new Problem('contact_code_expired');
  const all = await takeTry(sql, `invitation-codes:${given.invitationId}`, wrongCodeLimit);
  if (!all.allowed)
    return new Problem('codes_locked', {
      params: { minutes: Math.ceil(all.waitSeconds / 60) },
      retryAfterSeconds: all.waitSeconds,
    });
  const right = await deriveCode(sql, tried.id, tried.sends);
  if (timingSafeEqual(Buffer.from(right), Buffer.from(given.code))) return undefined;
  return new Problem('contact_code_wrong', { params: { left: Math.min(tried.triesLeft, all.triesLeft) } });
}

/** Adds the person to the company. */
async function letIn(
  work: Work,
  { portalUrl }: InvitationOptions,
  { invitation, personId }: { readonly invitation: store.StoredInvitation; readonly personId: string },
): Promise<void> {
  const { sql } = work;
  const { id, clientId, rights, validUntil } = invitation;
  await addMember(work, { clientId, personId, rights, validUntil });
  await store.markAccepted(sql, id, personId);
  await audit(work, { action: 'invitation.accepted', clientId, personId, details: { id } });
  const member = await requireMember(sql, clientId, personId);
  const party: Party = { clientId, company: await clientName(sql, clientId), by: member };
  await tellPeople(work, party, { kind: 'joined', person: member, portalUrl });
}

/** Looks up an open invitation. */
type Look = (sql: Sql) => Promise<store.StoredInvitation | undefined>;

/** Finds nothing once the invitation has expired or was answered. The database has only the token's hash. */
export const byToken =
  (token: string): Look =>
  (sql) =>
    store.findByToken(sql, sha256(token));

/** An open invitation of an active company. */
async function requireLive(sql: Sql, look: Look): Promise<store.StoredInvitation> {
  const invitation = await look(sql);
  if (!invitation || (await findClientState(sql, invitation.clientId)) !== 'ACTIVE')
    throw new Problem('invitation_dead');
  return invitation;
}

/** Whether the inviter may still grant rights: a suspended or former administrator admits no one. */
export async function isInviterAdministrator(
  sql: Sql,
  { clientId, invitedBy }: Pick<store.StoredInvitation, 'clientId' | 'invitedBy'>,
): Promise<boolean> {
  const key = { clientId, personId: invitedBy };
  const inviter = await findMember(sql, key);
  return inviter?.rights.is_boss === true && (await isMember(sql, key));
}

async function requireInviter(sql: Sql, invitation: store.StoredInvitation): Promise<void> {
  if (!(await isInviterAdministrator(sql, invitation))) throw new Problem('invitation_dead');
}

/** The same, looked up again under the lock of the company's people, which every change of its invitations takes. */
export async function lockLive(sql: Sql, look: Look): Promise<store.StoredInvitation> {
  const { clientId } = await requireLive(sql, look);
  await lockClientState(sql, clientId);
  const invitation = await look(sql);
  if (!invitation) throw new Problem('invitation_dead');
  return invitation;
}

function requireRequest({ request }: Work): RequestContext {
  if (!request) throw new Error('a phone is proved through a request');
  return request;
}
