/**
 * The two cookies of a browser, both HttpOnly and SameSite=Strict: `rt`, the session (rotates with each refresh), and
 * `device`, which makes a browser known for a year. On https they carry the `__Host-` prefix: only this host, only
 * https, no other path (RFC 6265bis).
 */
import type { RequestContext } from '../../../platform/work.ts';
import { deviceSeconds } from '../rules.ts';

type CookieName = 'rt' | 'device';
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

/** A `Set-Cookie`; without an age it lives as long as the browser does. */
function setCookie(request: Caller, name: CookieName, value: string, maxAgeSeconds?: number): string {
  return [
    `${fullName(name, request.secure)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(request.secure ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ');
}

/** The session's cookie; `remainingSeconds` only when the client asked to be remembered. */
export const refreshCookie = (request: Caller, token: string, remainingSeconds?: number) =>
  setCookie(request, 'rt', token, remainingSeconds);

export const clearedRefreshCookie = (request: Caller) => setCookie(request, 'rt', '', 0);

export const deviceCookie = (request: Caller, token: string) =>
  setCookie(request, 'device', token, deviceSeconds);
