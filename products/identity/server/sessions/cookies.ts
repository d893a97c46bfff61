/**
 * The three cookies of a browser, all HttpOnly and SameSite=Strict: `rt`, the session (rotates with each refresh), `device`, which makes a browser
 * known for a year, and `passkey`, which binds a passkey's sign-in challenge to the browser that requested it. On https they have the `__Host-`
 * prefix: only this host, only https, no other path (RFC 6265bis).
 * The portal, never the server, reads two more cookies while a session acts for a company: `rights` and `oldClientId` (specification section 4).
 */
import type { Rights } from '@calmly/contract';
import type { RequestContext } from '@calmly/platform/work.ts';
import { deviceSeconds, passkeySignInSeconds } from '../rules.ts';

type CookieName = 'rt' | 'device' | 'passkey';
type ReadableName = 'rights' | 'oldClientId';
type Caller = Pick<RequestContext, 'headers' | 'secure'>;

const fullName = (name: CookieName, secure: boolean) => (secure ? `__Host-${name}` : name);

/** The value that the browser sent. */
export function readCookie(request: Caller, name: CookieName): string | undefined {
  const wanted = `${fullName(name, request.secure)}=`;
  return request.headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(wanted))
    ?.slice(wanted.length);
}

/** A `Set-Cookie` that scripts cannot read; without an age it lives as long as the browser session. */
const setCookie = (request: Caller, name: CookieName, value: string, maxAgeSeconds?: number) =>
  cookieText(request, [`${fullName(name, request.secure)}=${value}`, 'Path=/', 'HttpOnly'], maxAgeSeconds);

/** A `Set-Cookie` that the portal can read. */
const setReadable = (request: Caller, name: ReadableName, value: string, maxAgeSeconds?: number) =>
  cookieText(request, [`${name}=${encodeURIComponent(value)}`, 'Path=/'], maxAgeSeconds);

const cookieText = ({ secure }: Caller, parts: readonly string[], maxAgeSeconds: number | undefined) =>
  [
    ...parts,
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ');

/** The session's cookie; `remainingSeconds` only if the client asked to be remembered. */
export const refreshCookie = (request: Caller, token: string, remainingSeconds?: number) =>
  setCookie(request, 'rt', token, remainingSeconds);

/** Removes the session's cookie and those it set for the portal. */
export const clearedSessionCookies = (request: Caller) => [
  setCookie(request, 'rt', '', 0),
  ...clearedProfileCookies(request),
];

/** Cookies that let the portal show a company's profile; `remainingSeconds` as for the session's cookie. */
export const profileCookies = (
  request: Caller,
  { rights, ownClientId }: { readonly rights: Rights; readonly ownClientId: string },
  remainingSeconds?: number,
) => [
  setReadable(request, 'rights', JSON.stringify(rights), remainingSeconds),
  setReadable(request, 'oldClientId', ownClientId, remainingSeconds),
];

/** Removes a company profile's cookies from a browser that sent them. */
export const clearedProfileCookies = (request: Caller) =>
  (['rights', 'oldClientId'] as const)
    .filter((name) => request.headers.cookie?.split(';').some((pair) => pair.trim().startsWith(`${name}=`)))
    .map((name) => setReadable(request, name, '', 0));

/** Kept for a year from now. */
export const deviceCookie = (request: Caller, token: string) =>
  setCookie(request, 'device', token, deviceSeconds);

/** Kept for 15 minutes. */
export const passkeyCookie = (request: Caller, token: string) =>
  setCookie(request, 'passkey', token, passkeySignInSeconds);
