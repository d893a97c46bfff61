/**
 * HTTP Basic (RFC 7617): reads user name and password from the `Authorization` header, UTF-8. The user name ends at the first colon; the
 * password may contain more.
 */
export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/** Undefined without a readable pair, if one of them is empty, or if the name has control characters (forbidden by RFC 7617). */
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

/** The access token of a `Bearer` (RFC 6750) or `DPoP` (RFC 9449) header; whether a key is required depends on the session, not on this scheme. */
export const parseToken = (header: string | undefined) =>
  /^(?:bearer|dpop) +(\S+) *$/i.exec(header ?? '')?.[1];
