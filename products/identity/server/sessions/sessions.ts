/**
 * Sessions: one signed-in browser. The page holds an access token of 15 minutes; a cookie that changes with each refresh holds the
 * session itself. The same cookie twice within ten seconds means a lost response or two tabs, and gets a second successor. Later it
 * means that one of two holders stole it, and the session ends for both. The cookie of a session that is bound to a key does nothing
 * without a proof; only signing out needs none.
 *
 * Errors: proof_refused (401); session_expired (401) if the cookie is invalid, ended, idle or reused. Times are the database's. Source:
 * server page section 3; specification sections 4 and 9 (900 s idle, 604,800 s remembered).
 */
import { type EndpointSpec, refreshToken, type Token } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { type Answer, encodeAnswer } from '@calmly/platform/http/answer.ts';
import { problemAnswer } from '@calmly/platform/http/calls/problems.ts';
import { publishAll } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Sql, Work } from '@calmly/platform/work.ts';
import { refreshGraceSeconds, rememberedSessionSeconds, sessionSeconds } from '../rules.ts';
import { parseToken } from '../sign-in/credentials.ts';
import { clearedSessionCookies, readCookie, refreshCookie } from './cookies.ts';
import type { Proof, Proofs } from './proofs/proof-keys.ts';
import { ProofMemoryLost, startMemory } from './proofs/proof-store.ts';
import { hashSecret, issueSecret } from './secrets.ts';
import { type EndReason, endSessionRows, type SessionChoice } from './session-end-store.ts';
import {
  findSessionIds,
  insertSession,
  insertTokens,
  lockSessionByRefresh,
  markRefreshUsed,
  type RefreshedSession,
  touchSessions,
} from './session-store.ts';
import { wasSwitched } from './switch-store.ts';

/** The secrets of a session just opened or refreshed, with the remaining seconds of the session and its access token. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessSeconds: number;
  readonly sessionSeconds: number;
}

/** Opens a session under a new id; nothing of the browser's previous session is reused. */
export async function openSession(
  work: Pick<Work, 'sql' | 'newId'>,
  request: Pick<RequestContext, 'ip' | 'userAgent'>,
  session: {
    personId: string;
    clientId: string;
    remembered: boolean;
    proofKey: string | undefined;
    deviceHash: Buffer | undefined;
  },
): Promise<SessionTokens & { id: string }> {
  const id = work.newId();
  await insertSession(work.sql, {
    ...session,
    id,
    lifetimeSeconds: session.remembered ? rememberedSessionSeconds : sessionSeconds,
    ip: request.ip,
    userAgent: request.userAgent,
  });
  return { id, ...(await issueTokens(work.sql, id)) };
}

/** A pair of secrets for a session. */
export async function issueTokens(sql: Sql, sessionId: string): Promise<SessionTokens> {
  const access = issueSecret('access');
  const refresh = issueSecret('refresh');
  const left = await insertTokens(sql, { sessionId, accessHash: access.hash, refreshHash: refresh.hash });
  return { accessToken: access.secret, refreshToken: refresh.secret, ...left };
}

/** A call made by the page itself, which does not keep the session alive. */
const isBackground = (request: Pick<RequestContext, 'headers'>) => request.headers['x-background'] === '1';

/** Exchanges the session's cookie for a new access token and a new cookie. */
export async function refreshSession(
  database: Database,
  request: RequestContext,
  proofs: Proofs,
): Promise<Answer> {
  const cookie = readCookie(request, 'rt');
  const hash = cookie === undefined ? undefined : hashSecret('refresh', cookie);
  const proof = proofOf(request, refreshToken, proofs);
  const background = isBackground(request);
  const refreshed =
    hash &&
    (await database
      .inTransaction((sql) => rotate(sql, hash, { background, proof, proofs }))
      .catch(async (error: unknown) => {
        if (error instanceof ProofMemoryLost) await startMemory(database.sql);
        throw error;
      }));
  if (!refreshed) {
    const isCurrent = hash === undefined || !(await wasSwitched(database.sql, hash));
    return expired(request, isCurrent);
  }
  const token: Token = {
    access_token: refreshed.accessToken,
    token_type: tokenType(refreshed.proofKey),
    expires_in: refreshed.accessSeconds,
    ClientId: refreshed.clientId,
    ClientRole: refreshed.clientRole,
  };
  const remaining = refreshed.remembered ? refreshed.sessionSeconds : undefined;
  return {
    ...encodeAnswer(refreshToken, token),
    headers: { 'set-cookie': [refreshCookie(request, refreshed.refreshToken, remaining)] },
  };
}

async function rotate(
  sql: Sql,
  hash: Buffer,
  { background, proof, proofs }: { background: boolean; proof: Proof | undefined; proofs: Proofs },
): Promise<(RefreshedSession & SessionTokens) | undefined> {
  const session = await lockSessionByRefresh(sql, hash);
  if (!session) return undefined;
  // Checked first: a caller who only has the cookie must not even be able to end the session with it.
  await proofs.spend(sql, session.proofKey, proof);
  if (isCopy(session)) {
    await endSessions(sql, { sessionIds: [session.sessionId] }, 'refresh_reused');
    return undefined;
  }
  await markRefreshUsed(sql, hash);
  if (!background) await touchSessions(sql, [session.sessionId]);
  return { ...session, ...(await issueTokens(sql, session.sessionId)) };
}

/**
 * Whether an old cookie is a stolen copy. With a proof of the session's key it is the same browser, whose answer was lost: closing a page during a
 * refresh must not sign the person out. Without a key, only a few seconds of grace are possible.
 */
const isCopy = ({ proofKey, usedSecondsAgo }: RefreshedSession) =>
  proofKey === undefined && usedSecondsAgo !== undefined && usedSecondsAgo > refreshGraceSeconds;

/** The proof of a call to a public endpoint; undefined if it brings none. */
export function proofOf(
  request: Pick<RequestContext, 'headers'>,
  endpoint: EndpointSpec,
  proofs: Proofs,
): Proof | undefined {
  const { dpop, host } = request.headers;
  if (dpop === undefined) return undefined;
  return proofs.check({ proof: dpop, method: endpoint.method, path: `/api${endpoint.path}`, host });
}

/** RFC 9449, 5: how the token must be presented. */
export const tokenType = (proofKey: string | undefined) => (proofKey === undefined ? 'Bearer' : 'DPoP');

/**
 * 401 that also removes the useless cookies, unless the browser may be about to receive the next session's: a late answer to one of its tabs would
 * delete those.
 */
function expired(request: RequestContext, isCurrent: boolean): Answer {
  const answer = problemAnswer(new Problem('session_expired'), {
    locale: request.locale,
    requestId: request.id,
  });
  if (!isCurrent) return answer;
  return { ...answer, headers: { ...answer.headers, 'set-cookie': clearedSessionCookies(request) } };
}

/**
 * Ends the sessions of the cookie and of the bearer token, at once and for every tab. Never fails and may be repeated. The browser clears its
 * storage, unless the session expired without a logout.
 */
export async function signOut(
  database: Database,
  request: RequestContext,
  timedOut: boolean,
): Promise<Answer> {
  const cookie = readCookie(request, 'rt');
  const bearer = parseToken(request.headers.authorization);
  const hashes = {
    refreshHash: cookie === undefined ? undefined : hashSecret('refresh', cookie),
    accessHash: bearer === undefined ? undefined : hashSecret('access', bearer),
  };
  await database.inTransaction(async (sql) => {
    const reason = timedOut ? 'timed_out' : 'logout';
    await endSessions(sql, { sessionIds: await findSessionIds(sql, hashes) }, reason);
  });
  return {
    status: 204,
    body: '',
    headers: {
      'set-cookie': clearedSessionCookies(request),
      // Not "cookies", so that the browser stays known.
      ...(!timedOut && { 'clear-site-data': '"storage"' }),
    },
  };
}

/** Ends sessions at once, including their websockets; returns how many. */
export async function endSessions(sql: Sql, choice: SessionChoice, reason: EndReason): Promise<number> {
  const ended = await endSessionRows(sql, choice, reason);
  await publishAll(
    sql,
    ended.map(({ id, clientId }) => ({
      clientId,
      sessionId: id,
      event: { topic: 'session', ended: true, ...(reason === 'switched' && { switched: true }) },
    })),
  );
  return ended.length;
}
