/** Identity's calls. */
import {
  acceptTerms,
  changeToken,
  companiesFor,
  getClient,
  issueToken,
  listCountries,
  listTermsAcceptances,
  liveTicket,
  logout,
  refreshToken,
  resendCode,
  signInWithPasskey,
  startPasskeySignIn,
  testToken,
} from '@calmly/contract';
import { countries, countryName } from '@calmly/domain';
import type { Router } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import type { ReadClient } from './clients/clients.ts';
import { listCompanies } from './clients/members/members.ts';
import { acceptTerms as accept, listTerms } from './clients/terms.ts';
import type { Holder } from './codes/challenge-store.ts';
import { requireClientActor, resendCode as resend } from './codes/challenges.ts';
import { factorRoutes } from './factors/routes.ts';
import { securityRoutes } from './security-routes.ts';
import type { Authenticate } from './sessions/authenticate.ts';
import { readCookie } from './sessions/cookies.ts';
import { hashSecret, issueSecret } from './sessions/secrets.ts';
import { findTokenSeconds, insertTicket } from './sessions/session-store.ts';
import { refreshSession, signOut } from './sessions/sessions.ts';
import { switchProfile } from './sessions/switch.ts';
import { parseToken } from './sign-in/credentials.ts';
import {
  startPasskeySignIn as startWithPasskey,
  signInWithPasskey as withPasskey,
} from './sign-in/passkey-sign-in.ts';
import { type SignInOptions, signIn } from './sign-in/sign-in.ts';

export interface RouteOptions extends SignInOptions {
  readonly authenticate: Authenticate;
  readonly readClient: ReadClient;
}

/** Calls that count attempts or set cookies open their own transactions, so that a refusal does not undo the count. */
export function identityRoutes(router: Router, options: RouteOptions): void {
  const { database, authenticate, proofs, readClient } = options;
  factorRoutes(router, {
    ...options,
    holderOf: (request, path) => holderOf(request, authenticate, path),
  });
  securityRoutes(router, { ...options, requireRequest });
  router.own(issueToken, (work, { body }) => signIn(work, body.remember, options));
  router.own(startPasskeySignIn, (work, { body }) => startWithPasskey(work, body.username));
  router.own(signInWithPasskey, (work, { body }) => withPasskey(work, body, options));
  router.own(refreshToken, (work) => refreshSession(database, requireRequest(work), proofs));
  router.own(logout, (work, { query }) =>
    signOut(database, requireRequest(work), query.reason === 'timeout'),
  );
  router.own(changeToken, (work, { params }) =>
    switchProfile(database, work, requireRequest(work), params.id),
  );
  router.own(resendCode, async (work, { body }) => {
    const request = requireRequest(work);
    const holder = await holderOf(request, authenticate, resendCode.path);
    return database.inTransaction((sql) => resend(sql, body.challenge_id, holder, request.sandbox));
  });

  router.read(testToken, async (work) => {
    const bearer = parseToken(requireRequest(work).headers.authorization);
    const hash = bearer === undefined ? undefined : hashSecret('access', bearer);
    const seconds = hash && (await findTokenSeconds(work.sql, hash));
    if (seconds === undefined) throw new Problem('unauthenticated');
    return { ClientId: requireClientActor(work).clientId, expires_in: seconds };
  });
  router.write(liveTicket, async (work) => {
    const ticket = issueSecret('ticket');
    await insertTicket(work.sql, ticket.hash, requireClientActor(work).sessionId);
    return { ticket: ticket.secret };
  });

  router.read(getClient, (work, { params }) => readClient(work.sql, requireClientActor(work), params.id));
  router.read(companiesFor, (work, { params, query }) =>
    listCompanies(work.sql, requireClientActor(work), params.id, query),
  );
  router.write(acceptTerms, async (work, { body }) => {
    const actor = requireClientActor(work);
    await accept(work, actor, body);
    return readClient(work.sql, actor, actor.clientId);
  });
  router.read(listTermsAcceptances, (work, { query }) =>
    listTerms(work.sql, requireClientActor(work).clientId, query),
  );
  router.read(listCountries, async (work) => {
    const { locale } = requireRequest(work);
    return countries
      .map(({ code, dialCode }) => ({ code, name: countryName(code, locale), dialCode }))
      .sort((left, right) => left.name.localeCompare(right.name, locale));
  });
}

function requireRequest(work: Work): RequestContext {
  if (!work.request) throw new Error('a call has a request');
  return work.request;
}

/** The holder on whose challenges the caller may act: the session or, before sign-in, the browser. */
async function holderOf(request: RequestContext, authenticate: Authenticate, path: string): Promise<Holder> {
  const token = parseToken(request.headers.authorization);
  const { dpop, host } = request.headers;
  const call = { method: 'POST', path: `/api${path}`, host };
  const proven = dpop === undefined ? undefined : { proof: dpop, ...call };
  const actor = token === undefined ? undefined : await authenticate(token, { proven });
  if (actor) return { sessionId: actor.sessionId };
  const cookie = readCookie(request, 'device');
  const deviceHash = cookie === undefined ? undefined : hashSecret('device', cookie);
  if (!deviceHash) throw new Problem('not_found');
  return { deviceHash };
}
