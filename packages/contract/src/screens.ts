/**
 * The addresses of the portal's screens (specification section 2 and the additions of the design). The portal's router is built from them; for any
 * other address the server sends the same page with HTTP 404. `{id}` is one segment, `{id?}` one or none.
 */
import { productScreens } from './product-screens.ts';

export const screens = [
  '/',
  '/coming-soon',
  '/companies/add',
  '/companies/change',
  '/confirm',
  '/create-account',
  '/forgot-password',
  '/get-paid/{token}',
  '/help',
  '/help/{slug}',
  '/invitation',
  '/login',
  '/login-verification',
  '/logout',
  '/oauth',
  '/oauth/consent/{uid}',
  '/oauth/error',
  '/oauth/tell-connect',
  '/onboarding',
  '/payments',
  '/phone-verification',
  '/register',
  '/resetpassword',
  '/sandbox/desk',
  '/undo-contact-change',
  '/unfreeze',
  '/verify/{code?}',
  ...productScreens,
] as const;

const patterns: readonly (readonly string[])[] = screens.map((screen) => screen.split('/').slice(1));

/** Whether a path, without query, is the address of a screen; a trailing slash is ignored. */
export function isScreen(path: string): boolean {
  const segments = path
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .slice(1);
  return patterns.some((pattern) => {
    const least = pattern.at(-1)?.endsWith('?}') ? pattern.length - 1 : pattern.length;
    if (segments.length > pattern.length || segments.length < least) return false;
    return segments.every((segment, place) =>
      pattern[place]?.startsWith('{') ? segment !== '' : segment === pattern[place],
    );
  });
}
