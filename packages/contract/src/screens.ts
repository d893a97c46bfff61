/**
 * The addresses of the portal's screens (specification section 2 and the additions of the design). The portal's router is built from them; for any
 * other address the server sends the same page with HTTP 404. `{id}` is one segment, `{id?}` one or none.
 */
export const screens = [
  '/',
  '/account-profile',
  '/accounts/{id}',
  '/beneficiaries',
  '/beneficiaries/add',
  '/beneficiaries/{id}',
  '/beneficiaries/{id}/accounts/{index}',
  '/beneficiaries/{id}/add-account',
  '/beneficiaries/{id}/edit',
  '/cards',
  '/cards/new',
  '/coming-soon',
  '/companies/add',
  '/companies/change',
  '/confirm',
  '/create-account',
  '/crypto',
  '/dashboard',
  '/documents',
  '/fees',
  '/forgot-password',
  '/get-paid/{token}',
  '/help',
  '/help/{slug}',
  '/inbox',
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
  '/payments/create/{direction?}',
  '/payments/payouts',
  '/payments/payouts/coming-soon',
  '/payments/payouts/create',
  '/payments/payouts/old/{id?}',
  '/payments/payouts/{id}',
  '/phone-verification',
  '/register',
  '/requisites',
  '/resetpassword',
  '/sandbox/desk',
  '/statements',
  '/statements/year',
  '/support',
  '/undo-contact-change',
  '/unfreeze',
  '/verify/{code?}',
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
