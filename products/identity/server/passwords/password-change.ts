/**
 * Changing the password, by its owner or with an emailed link. Both end sessions and notify the owner by email. Neither makes a browser
 * known: after a reset every browser, including this one, confirms its next sign-in with a code.
 *
 * Errors in the order checked. Change: password_short, password_common, too_long (fields), sign_in_locked, overloaded, password_wrong,
 * password_same (fields), the code's. Reset: reset_link_expired, the field problems of a new password, overloaded. Requesting a link:
 * only too_many_requests, for the caller's own address. The response and its work are the same for every email address, because a job
 * does the look-up. Source: server page section 3.
 */

import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { networkOf } from '@calmly/platform/http/address.ts';
import { addJobs, type JobHandler } from '@calmly/platform/jobs/jobs.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import { type Confirmation, requireClientActor, requireCode, stepUp } from '../codes/challenges.ts';
import { requirePasswordAgain } from '../factors/passkey-store.ts';
import { emailKey, resetLinkSeconds, throttleLimits, wholeMinutes } from '../rules.ts';
import { sendLink, sendSecurityNotice } from '../security-messages.ts';
import { announceAccessLost } from '../sessions/access-lost.ts';
import { hashSecret, issueSecret, sha256 } from '../sessions/secrets.ts';
import { endSessions } from '../sessions/sessions.ts';
import { deleteDevices } from '../sign-in/device-store.ts';
import { clearTries, takeTry } from '../sign-in/throttle.ts';
import { deleteLinks, findLinkOwner, replaceLink, takeLink } from './mailed-link-store.ts';
import { checkNewPassword } from './password-policy.ts';
import { findResetOwner, replacePassword, requirePassword, resetPasswordTo } from './password-store.ts';
import { callerOf, hashPassword, verifyPassword } from './passwords.ts';

const confirmation: Confirmation = {
  summary: { en: 'Change your password', ru: 'Сменить пароль' },
  snapshot: '',
  money: 'stays',
};

/** Changes the signed-in person's password; every other session ends. */
export async function changePassword(
  database: Database,
  work: Work,
  given: { readonly oldPassword: string; readonly newPassword: string },
): Promise<void> {
  const actor = requireClientActor(work);
  const { email, passwordHash } = await requirePassword(work.sql, actor.personId);
  refuseWeak(given.newPassword, email, 'newPassword');
  const subject = `password:${actor.personId}`;
  const counted = await takeTry(work.sql, subject, throttleLimits.account);
  if (!counted.allowed)
    throw new Problem('sign_in_locked', {
      params: { minutes: wholeMinutes(counted.waitSeconds) },
      retryAfterSeconds: counted.waitSeconds,
    });
  if (!(await verifyPassword(passwordHash, given.oldPassword, callerOf(work))))
    throw badFields({ field: 'oldPassword', code: 'password_wrong' });
  await clearTries(work.sql, [subject]);
  if (given.newPassword === given.oldPassword)
    throw badFields({ field: 'newPassword', code: 'password_same' });
  if (!work.request?.approval) throw stepUp(confirmation, undefined);
  const fresh = await hashPassword(given.newPassword, callerOf(work));
  await database.inTransaction(async (sql) => {
    const inside = { ...work, sql };
    await requireCode(inside, confirmation);
    // The password may have been reset since it was compared; then the old password must not change it.
    const replaced = { before: passwordHash, after: fresh };
    if (!(await replacePassword(sql, actor.personId, replaced)))
      throw badFields({ field: 'oldPassword', code: 'password_wrong' });
    await deleteLinks(sql, actor.personId);
    await requirePasswordAgain(sql, actor.personId);
    await endSessions(sql, { personId: actor.personId, exceptId: actor.sessionId }, 'password_changed');
    await sendSecurityNotice(inside, actor.personId, 'passwordChanged');
    await audit(inside, { action: 'password.changed' });
  });
}

const resetTask = 'identity_mail_reset_link';

/** Emails a link if someone has this address; the caller cannot tell. */
export async function requestReset(work: Work, request: RequestContext, email: string): Promise<void> {
  const key = emailKey(email);
  const address = await takeTry(
    work.sql,
    `reset:address:${networkOf(request.ip)}`,
    throttleLimits.resetsPerAddress,
  );
  if (!address.allowed) throw new Problem('too_many_requests', { retryAfterSeconds: address.waitSeconds });
  const subject = `reset:email:${sha256(key).toString('hex')}`;
  const mailbox = await takeTry(work.sql, subject, throttleLimits.resetsPerEmail);
  if (mailbox.allowed) await addJobs(work.sql, [{ task: resetTask, payload: { emailKey: key } }]);
}

/** The job that emails the link; `portalUrl` is its target. */
export const resetJobs = (portalUrl: string): Readonly<Record<string, JobHandler>> => ({
  [resetTask]: {
    lane: 'codes',
    inside: async (work, payload) => {
      const owner = await findResetOwner(work.sql, (payload as { emailKey: string }).emailKey);
      if (!owner) return;
      const { secret, hash } = issueSecret('link');
      const { personId } = owner;
      await replaceLink(work.sql, {
        personId,
        purpose: 'password_reset',
        hash,
        lifetimeSeconds: resetLinkSeconds,
      });
      await sendLink(work.sql, owner, 'reset', `${portalUrl}/resetpassword?token=${secret}`);
      await audit(work, { action: 'password.reset_link_sent', personId });
    },
  },
});

/** The owner of a working link; refuses any other link. */
export async function requireResetLink({ sql }: Pick<Work, 'sql'>, token: string) {
  const hash = hashSecret('link', token);
  const owner = hash && (await findLinkOwner(sql, 'password_reset', hash));
  if (!owner) throw new Problem('reset_link_expired');
  return { ...owner, hash };
}

/** Sets a new password with an emailed link. Opens no session: the next sign-in still needs a code. */
export async function resetPassword(
  database: Database,
  work: Work,
  given: { readonly token: string; readonly password: string },
): Promise<void> {
  const { personId, email, hash } = await requireResetLink(work, given.token);
  refuseWeak(given.password, email, 'password');
  const fresh = await hashPassword(given.password, callerOf(work));
  await database.inTransaction(async (sql) => {
    if (!(await takeLink(sql, 'password_reset', hash))) throw new Problem('reset_link_expired');
    await resetPasswordTo(sql, personId, fresh);
    await requirePasswordAgain(sql, personId);
    await deleteDevices(sql, personId);
    await endSessions(sql, { personId }, 'password_reset');
    await announceAccessLost(sql, { personId, because: 'password_reset' });
    // Guesses at the old password do not concern the new one; guesses at codes stay counted.
    await clearTries(sql, [`account:${personId}`, `password:${personId}`]);
    await sendSecurityNotice({ ...work, sql }, personId, 'passwordReset');
    await audit({ ...work, sql }, { action: 'password.reset', personId });
  });
}

function refuseWeak(password: string, email: string, field: string): void {
  const code = checkNewPassword(password, { email });
  if (code) throw badFields({ field, code });
}
