/**
 * Switching the profile: from any profile to a company that the person is currently a member of, or back to their own. The session ends
 * and another begins in the same browser, with new secrets and no more power than the old one: same age, same idle time, same key.
 * Switching to a company requires a code unless the person confirmed one within five minutes.
 *
 * Errors: `not_found` (not their own, not a member), `session_expired` (it ended meanwhile: of two switches at once, one succeeds).
 * Source: specification section 4 (profile switching); server page section 3 (changetoken).
 */
import { changeToken, type Token } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { type Answer, encodeAnswer } from '@calmly/platform/http/answer.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import { requireClientActor, requireCode } from '../codes/challenges.ts';
import { clearedProfileCookies, profileCookies, refreshCookie } from './cookies.ts';
import { endSessions, issueTokens, tokenType } from './sessions.ts';
import { findProfile, insertSuccessor, lockSession } from './switch-store.ts';

/** `POST /oauth/changetoken/{id}`. */
export async function switchProfile(
  database: Database,
  work: Work,
  request: RequestContext,
  clientId: string,
): Promise<Answer> {
  const { personId, sessionId, clientId: oldClientId } = requireClientActor(work);
  const { session, profile, tokens } = await database.inTransaction(async (sql) => {
    const inside = { ...work, sql };
    const locked = await lockSession(sql, sessionId);
    if (!locked) throw new Problem('session_expired');
    const found = await findProfile(sql, { personId, clientId });
    if (!found) throw new Problem('not_found');
    if (!found.isOwn && locked.proofIsOld)
      await requireCode(inside, {
        summary: { en: `Act for ${found.name}`, ru: `Действовать от имени ${found.name}` },
        snapshot: '',
        money: 'stays',
      });
    const id = work.newId();
    const { ip, userAgent } = request;
    await insertSuccessor(sql, { id, parentId: sessionId, clientId, ip, userAgent });
    await endSessions(sql, { sessionIds: [sessionId] }, 'switched');
    await audit(inside, { action: 'profile.switched', clientId, details: { from: oldClientId } });
    return { session: locked, profile: found, tokens: await issueTokens(sql, id) };
  });
  const token: Token = {
    access_token: tokens.accessToken,
    token_type: tokenType(session.proofKey),
    expires_in: tokens.accessSeconds,
    ClientId: clientId,
    ClientRole: profile.role,
  };
  const remaining = session.remembered ? tokens.sessionSeconds : undefined;
  return {
    ...encodeAnswer(changeToken, token),
    headers: {
      'set-cookie': [
        refreshCookie(request, tokens.refreshToken, remaining),
        ...(profile.isOwn
          ? clearedProfileCookies(request)
          : profileCookies(request, { rights: profile.rights, ownClientId: profile.ownClientId }, remaining)),
      ],
    },
  };
}
