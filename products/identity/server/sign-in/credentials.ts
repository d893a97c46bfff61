/**
 * HTTP Basic (RFC 7617): reads user name and password from the `Authorization` header, UTF-8. The user name ends at the first colon; the
 * password may contain more.
 */
export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/** Undefined when there is no readable pair, one of both is empty, or the name has control characters (RFC 7617 forbids). */
export function parseBasic(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const userName = text.slice(0, Math.max(colon, 0)).trim();
  const password = text.slice(colon + 1);
  const complete = colon > 0 && userName !== '' && password !== '' && !/\p{Cc}/u.test(userName);
  return complete ? { userName, password } : undefined;
}

/** The access token of a `Bearer` (RFC 6750) or `DPoP` (RFC 9449) header; a key is asked for by the session, not by this word. */
export const parseToken = (header: string | undefined) =>
  /^(?:bearer|dpop) +(\S+) *$/i.exec(header ?? '')?.[1];
