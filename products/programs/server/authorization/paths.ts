/** The protocol's endpoints, and the cookie that binds a request to the browser that started it. */

export const metadataPath = '/.well-known/oauth-authorization-server';

export const protocolPaths = {
  authorization: '/connect/authorize',
  token: '/connect/token',
  revocation: '/connect/revocation',
  pushedRequest: '/connect/requests',
  keys: '/connect/keys',
} as const;

/** On https only this very host can set it, so no other site can plant its own request. */
export const requestCookie = (issuer: string): string =>
  `${issuer.startsWith('https:') ? '__Host-' : ''}connect_request`;
