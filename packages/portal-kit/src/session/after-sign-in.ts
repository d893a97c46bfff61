/**
 * Where a sign-in may lead: a screen of the portal, written as a path on our own origin. Everything else leads to `/`.
 *
 * The address bar, an emailed link or another tab may name any target, so only this function decides. Screens that end or begin a
 * session (`/logout`, `/login`, `/register`) are never targets, because they would undo the sign-in.
 */
import { signInTargets } from './sign-in-targets.ts';

/** Any origin works: it only shows whether the path leaves it. */
const anyOrigin = 'https://portal.invalid';
/** The characters of RFC 3986 that a path, query or fragment may contain. Backslashes, blanks and controls are not among them. */
const written = /^\/[\w\-.~%!$&'()*+,;=:@/?#[\]]*$/;

/** The canonical path of a screen, with its query and fragment; `undefined` for everything else. */
export function signInTarget(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || !written.test(wanted) || !URL.canParse(wanted, anyOrigin))
    return undefined;
  const { origin, pathname, search, hash } = new URL(wanted, anyOrigin);
  // An encoded slash, backslash or dot could become a separator or a step upwards after decoding.
  if (origin !== anyOrigin || /%(?:2f|5c|2e|25)|\/\//i.test(pathname)) return undefined;
  const isScreen = signInTargets.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return isScreen ? pathname + search + hash : undefined;
}
