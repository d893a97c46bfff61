/**
 * Open invitations of the signed-in person, found by their confirmed email address, so a lost email does not matter. No one else sees them.
 * Errors in the order checked: not_found (none for this address), invitation_dead, then those of every acceptance (`takeUp`).
 */
import type { OwnInvitation } from '@calmly/contract';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import {
  clientName,
  emailKey,
  findClientState,
  isEmailConfirmed,
  requireContact,
} from '../../../../identity/server/index.ts';
import { isInviterAdministrator, lockLive, takeUp } from './accept.ts';
import type { InvitationOptions } from './invitations.ts';
import * as store from './store.ts';

/** `GET /invitations/own`. */
export async function listOwnInvitations(
  sql: Sql,
  { personId }: ClientActor,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const key = await findConfirmedKey(sql, personId);
  if (key === undefined) return pageOf<OwnInvitation>([], limit);
  const page = { emailKey: key, before: cursorId(cursor), limit: limit + 1 };
  const { Items, NextCursor } = pageOf(await store.listOpenTo(sql, page), limit);
  const views = await Promise.all(Items.map((invitation) => viewOwn(sql, invitation)));
  return { Items: views.filter((view) => view !== undefined), NextCursor };
}

/** `PUT /invitations/own/{id}`. */
export async function acceptOwnInvitation(
  work: Work,
  { personId }: ClientActor,
  options: InvitationOptions,
  id: string,
): Promise<{ companyId: string }> {
  const by = { id, emailKey: await requireConfirmedKey(work.sql, personId) };
  if (!(await store.findTo(work.sql, by))) throw new Problem('not_found');
  const invitation = await lockLive(work.sql, (sql) => store.findOpenTo(sql, by));
  return takeUp(work, options, { invitation, personId });
}

/** The address used to find invitations. Errors: `not_found` until it is confirmed. */
export async function requireConfirmedKey(sql: Sql, personId: string): Promise<string> {
  const key = await findConfirmedKey(sql, personId);
  if (key === undefined) throw new Problem('not_found');
  return key;
}

async function findConfirmedKey(sql: Sql, personId: string): Promise<string | undefined> {
  if (!(await isEmailConfirmed(sql, personId))) return undefined;
  return emailKey((await requireContact(sql, personId)).email);
}

/** Undefined while the company is inactive or the inviter is not an administrator; after that the invitation works again. */
async function viewOwn(sql: Sql, invitation: store.StoredInvitation): Promise<OwnInvitation | undefined> {
  const { id, clientId, rights, validUntil } = invitation;
  if (!(await isInviterAdministrator(sql, invitation))) return undefined;
  if ((await findClientState(sql, clientId)) !== 'ACTIVE') return undefined;
  return {
    id,
    companyName: await clientName(sql, clientId),
    invitedBy: invitation.invitedByName,
    rights,
    validUntil: validUntil?.toISOString() ?? null,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
  };
}
