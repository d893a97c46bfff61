/**
 * The authorization server: OAuth 2.1 by `oidc-provider`, reduced to what is needed. Authorization code with PKCE (S256) only, exact
 * redirect URIs, rotating refresh tokens, optional pushed requests (RFC 9126), revocation (RFC 7009). It signs no one in and keeps no
 * session: each request goes to the portal's consent screen, where a signed-in client agrees with a code, and returns by the URL that
 * the server created.
 *
 * It is created at its first use, because its library would slow down every start.
 */
import { scopes } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { errors, interactionPolicy, Provider } from 'oidc-provider';
import { findConnection } from '../connection-store.ts';
import { lifetimes, scopesOf } from '../rules.ts';
import { createAdapters } from './adapter.ts';
import type { Keys } from './keys.ts';
import { metadataPath, protocolPaths, requestCookie } from './paths.ts';
import { matchesHash, newToken } from './tokens.ts';

export interface AuthorizationServerOptions {
  readonly database: Database;
  /** The portal's address without a trailing slash. */
  readonly issuer: string;
  readonly keys: Keys;
  readonly log: Log;
}

/** Never throws OAuth errors to the caller: the library answers them, or redirects to the portal's error page. */
export function createAuthorizationServer(options: AuthorizationServerOptions): Provider {
  const { issuer, log } = options;
  const provider = new Provider(issuer, configurationOf(options));
  // The edge sets a header that tells whether the browser uses https; callers' own headers of that name are dropped.
  provider.proxy = true;
  const own = (of: object, name: string, value: unknown) => Object.defineProperty(of, name, { value });
  own(provider.Client.prototype, 'compareClientSecret', hasSecret);
  own(provider.Client.prototype, 'responseModeAllowed', (mode: string) => mode === 'query');
  own(provider.AccessToken.prototype, 'generateTokenId', newAccessToken);
  own(provider.RefreshToken.prototype, 'generateTokenId', () => newToken('RefreshToken'));
  own(provider.AuthorizationCode.prototype, 'generateTokenId', () => newToken('AuthorizationCode'));
  provider.use(offerNoMore);
  provider.on('server_error', (_context, error) =>
    log.error({ err: error }, 'the authorization server failed'),
  );
  return provider;
}

/** An application's secret is stored as a hash. */
function hasSecret(this: { readonly clientSecret?: string }, secret: string): boolean {
  return this.clientSecret !== undefined && matchesHash(secret, this.clientSecret);
}

function newAccessToken(this: { format?: string }): string {
  this.format = 'opaque';
  return newToken('AccessToken');
}

/** Metadata of OpenID, which is not supported here. */
const openIdMembers = /^(claim|id_token|subject_types)/;

/** Answers only redirect: a self-posting page would need scripts. The metadata lists what is offered, not what the library could do. */
const offerNoMore: Parameters<Provider['use']>[0] = async (context, next) => {
  const { response_mode: mode } = context.query;
  if (mode !== undefined && mode !== 'query') {
    context.status = 303;
    return context.redirect('/oauth/error?error=invalid_request');
  }
  await next();
  if (context.path !== metadataPath || context.status !== 200) return;
  const members = Object.entries(context.body as Record<string, unknown>);
  context.body = {
    ...Object.fromEntries(members.filter(([name]) => !openIdMembers.test(name))),
    scopes_supported: scopes,
    response_modes_supported: ['query'],
    jwks_uri: undefined,
  };
};

function configurationOf({ database, issuer, keys }: AuthorizationServerOptions): Configuration {
  return {
    adapter: createAdapters(database),
    jwks: { keys: [keys.signingKey] },
    scopes: [...scopes],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
    },
    ttl: {
      Interaction: lifetimes.request,
      Session: lifetimes.request,
      AuthorizationCode: lifetimes.code,
      AccessToken: lifetimes.accessToken,
      RefreshToken: secondsOfConnection,
    },
    routes: {
      authorization: protocolPaths.authorization,
      token: protocolPaths.token,
      revocation: protocolPaths.revocation,
      pushed_authorization_request: protocolPaths.pushedRequest,
      jwks: protocolPaths.keys,
    },
    cookies: {
      keys: [keys.cookieKey],
      names: { interaction: requestCookie(issuer), resume: 'connect_resume', session: 'connect_session' },
      short: { httpOnly: true, sameSite: 'lax', signed: true, path: '/' },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: protocolPaths.authorization },
    },
    interactions: { url: (_context, { uid }) => `/oauth/consent/${uid}`, policy: [consentEachTime()] },
    loadExistingGrant,
    findAccount: async (_context, id) =>
      (await findConnection(database.sql, id)) && { accountId: id, claims: async () => ({ sub: id }) },
    // The edge has refused all other sites, so this origin is our own.
    clientBasedCORS: () => true,
    renderError: (context, { error }) => {
      context.status = 303;
      context.redirect(`/oauth/error?${new URLSearchParams({ error })}`);
    },
  };
}

/** Every request needs consent, even in a browser used before; a request for something that does not exist is refused. */
function consentEachTime(): interactionPolicy.Prompt {
  const unanswered = new interactionPolicy.Check(
    'consent_needed',
    'the client has to allow it',
    'consent_required',
    ({ oidc }) => {
      const asked = String(oidc.params?.scope ?? '');
      const known = scopesOf(asked);
      if (known.length === 0 || known.length !== asked.split(' ').length)
        throw new errors.InvalidScope('requested scope is not known', asked);
      return oidc.result?.consent === undefined;
    },
  );
  return new interactionPolicy.Prompt({ name: 'consent', requestable: true }, unanswered);
}

/** The connection that the portal has just created for this request. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const id = oidc.result?.consent?.grantId;
  return id === undefined ? undefined : oidc.provider.Grant.find(id);
}

/** A refresh token lives as long as the connection. */
function secondsOfConnection({ oidc }: KoaContextWithOIDC): number {
  const end = oidc.entities.Grant?.exp ?? 0;
  return Math.max(1, end - Math.floor(Date.now() / 1000));
}
