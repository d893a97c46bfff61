/**
 * Declining an invitation, by anyone who has its email or is signed in with its address. It ends at once. The company’s administrators
 * are notified, and the inviter also gets an email. It reveals nothing and needs no code, because the person can be invited again.
 *
 * Errors: invitation_dead; without the link not_found (none for this address). Declining again has no effect.
 */
import { audit } from '@calmly/platform/audit.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { clientName, findAdministrators, requireContact } from '../../../../identity/server/index.ts';
import { sendDeclined } from '../people/messages.ts';
import { byToken, lockLive } from './accept.ts';
import type { InvitationOptions } from './invitations.ts';
import { requireConfirmedKey } from './own.ts';
import * as store from './store.ts';

/** `POST /invitations/refusal`. */
export async function declineByLink(work: Work, options: InvitationOptions, token: string): Promise<void> {
  await decline(work, options, await lockLive(work.sql, byToken(token)));
}

/** `DELETE /invitations/own/{id}`. */
export async function declineOwnInvitation(
  work: Work,
  { personId }: ClientActor,
  options: InvitationOptions,
  id: string,
): Promise<void> {
  const by = { id, emailKey: await requireConfirmedKey(work.sql, personId) };
  const found = await store.findTo(work.sql, by);
  if (!found) throw new Problem('not_found');
  if (found.state === 'DECLINED') return;
  const invitation = await lockLive(work.sql, (sql) => store.findOpenTo(sql, by));
  await decline(work, options, invitation, personId);
}

async function decline(
  work: Work,
  { portalUrl }: InvitationOptions,
  { id, clientId, email, invitedBy }: store.StoredInvitation,
  personId?: string,
): Promise<void> {
  const { sql } = work;
  await store.markDeclined(sql, id);
  await store.deletePhoneCode(sql, id);
  const details = { id, email };
  await audit(work, {
    action: 'invitation.declined',
    clientId,
    ...(personId !== undefined && { personId }),
    details,
  });
  const company = await clientName(sql, clientId);
  const administrators = await findAdministrators(sql, clientId);
  // The inviter may no longer be an administrator.
  for (const administrator of administrators.filter((each) => each.personId === invitedBy))
    await sendDeclined(sql, {
      contact: await requireContact(sql, administrator.personId),
      reader: { personId: administrator.personId, about: [{ clientId, audience: null }] },
      company,
      invited: email,
      url: `${portalUrl}/account-profile?tab=people&profile=${clientId}`,
    });
  const params = { event: 'declined', company, person: email, by: email };
  await notify(
    work,
    administrators.map((administrator) => ({
      kind: 'colleague_changed',
      personId: administrator.personId,
      aboutClientId: clientId,
      params,
    })),
  );
  await publish(sql, clientId, { topic: 'client' });
}
