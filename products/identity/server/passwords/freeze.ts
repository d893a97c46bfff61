/**
 * Freezing one's own access in an emergency: every session ends immediately and sign-in is blocked, even with the correct password and
 * code. Restoring it takes more than one stolen secret: the emailed link, the password and a code. Orders from before are still carried
 * out, and incoming money is booked.
 *
 * Errors in the order checked: those of the password (`password-check.ts`), unfreeze_link_expired, those of the code (`device-code.ts`).
 */
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import type { Answer } from '@calmly/platform/http/answer.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Sql, Work } from '@calmly/platform/work.ts';
import { requireContact } from '../clients/contact.ts';
import type { CheckTools } from '../codes/challenge-check.ts';
import { consumeDeviceChallenge } from '../codes/challenge-store.ts';
import { type Confirmation, requireClientActor } from '../codes/challenges.ts';
import { requirePasswordAgain } from '../factors/passkey-store.ts';
import { throttleLimits, unfreezeLinkSeconds } from '../rules.ts';
import { sendLink, sendSecurityNotice } from '../security-messages.ts';
import { announceAccessLost, announceRightsLost } from '../sessions/access-lost.ts';
import { clearedSessionCookies } from '../sessions/cookies.ts';
import { hashSecret, issueSecret } from '../sessions/secrets.ts';
import { endSessions } from '../sessions/sessions.ts';
import { askForDeviceCode, checkDeviceCode, deviceHashOf } from '../sign-in/device-code.ts';
import { recordSignIn } from '../sign-in/sign-in-record.ts';
import { takeTry } from '../sign-in/throttle.ts';
import { findLinkOwner, replaceLink, takeLink } from './mailed-link-store.ts';
import { checkPassword, type SigningIn } from './password-check.ts';
import { isFrozen, setFrozen } from './password-store.ts';

/** Freezes the signed-in person's access and emails the link that restores it. */
export async function freezeAccess(
  database: Database,
  work: Work,
  request: RequestContext,
  portalUrl: string,
): Promise<Answer> {
  const { personId } = requireClientActor(work);
  await database.inTransaction(async (sql) => {
    if (!(await setFrozen(sql, personId, true))) return;
    await endSessions(sql, { personId }, 'frozen');
    await announceAccessLost(sql, { personId, because: 'frozen' });
    await announceRightsLost(sql, { personId });
    await requirePasswordAgain(sql, personId);
    await mailLink(sql, personId, portalUrl);
    await notify({ ...work, sql }, [{ kind: 'profile_frozen', personId }]);
    await audit({ ...work, sql }, { action: 'access.frozen' });
  });
  return {
    status: 204,
    body: '',
    headers: { 'set-cookie': clearedSessionCookies(request), 'clear-site-data': '"storage"' },
  };
}

/** Refuses a sign-in while the access is frozen; after the correct password another link is emailed, a few times. */
export async function refuseFrozen(
  work: Work,
  request: RequestContext,
  account: SigningIn,
  portalUrl: string,
): Promise<void> {
  const { sql } = work;
  if (!(await isFrozen(sql, account.id))) return;
  await recordSignIn(work, request, { personId: account.id, outcome: 'frozen' });
  const allowance = await takeTry(sql, `unfreeze:${account.id}`, throttleLimits.unfreezeLinks);
  if (allowance.allowed) await mailLink(sql, account.id, portalUrl);
  throw new Problem('access_frozen');
}

async function mailLink(sql: Sql, personId: string, portalUrl: string): Promise<void> {
  const { secret, hash } = issueSecret('link');
  await replaceLink(sql, { personId, purpose: 'unfreeze', hash, lifetimeSeconds: unfreezeLinkSeconds });
  const contact = await requireContact(sql, personId);
  await sendLink(sql, contact, 'unfreeze', `${portalUrl}/unfreeze?token=${secret}`);
}

const confirmation: Confirmation = {
  summary: { en: 'Restore your frozen access', ru: 'Восстановить замороженный доступ' },
  snapshot: '',
  money: 'stays',
  recoveryAllowed: true,
};

/** Restores the access; the person then signs in as usual. */
export async function unfreezeAccess(
  tools: CheckTools & { readonly adminUrl: string | undefined },
  work: Work,
  request: RequestContext,
  token: string,
): Promise<Answer> {
  const { database } = tools;
  const deviceHash = deviceHashOf(request);
  const { account } = await checkPassword(work, request, { deviceHash, adminUrl: tools.adminUrl });
  const hash = hashSecret('link', token);
  const owner = hash && (await findLinkOwner(work.sql, 'unfreeze', hash));
  if (!hash || owner?.personId !== account.id) throw new Problem('unfreeze_link_expired');
  const challengeId = await checkDeviceCode(tools, work, request, { account, deviceHash });
  if (challengeId === undefined || !deviceHash)
    return askForDeviceCode(database, work, request, { account, confirmation });
  await database.inTransaction(async (sql) => {
    if (!(await consumeDeviceChallenge(sql, challengeId, deviceHash))) throw new Problem('code_expired');
    if (!(await takeLink(sql, 'unfreeze', hash))) throw new Problem('unfreeze_link_expired');
    await setFrozen(sql, account.id, false);
    await sendSecurityNotice({ ...work, sql }, account.id, 'unfrozen');
    await audit(
      { ...work, sql },
      { action: 'access.unfrozen', clientId: account.clientId, personId: account.id },
    );
  });
  return { status: 204, body: '' };
}
