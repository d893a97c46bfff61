/** The list of screens that a sign-in may lead to, and the parsing of URL params, compared with the portal's own routes. */

import { signInTarget } from '@calmly/portal-kit/session/after-sign-in.ts';
import { isRedirect } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { createPortalRouter } from './router.tsx';

const router = createPortalRouter();

interface Guarded {
  readonly options: { readonly beforeLoad?: unknown };
  readonly parentRoute?: Guarded;
}

const screens = Object.values(router.routesByPath).map((route) => ({
  path: route.fullPath.replace(/\/\{-\$\w+\}$/, '').replaceAll(/\$\w+/g, 'x'),
  needsSignIn: sendsToSignIn(route as Guarded),
}));

/** Whether a visitor who is not signed in is sent to the sign-in, by this route or one around it. */
function sendsToSignIn({ options: { beforeLoad }, parentRoute }: Guarded): boolean {
  if (parentRoute && sendsToSignIn(parentRoute)) return true;
  if (typeof beforeLoad !== 'function') return false;
  try {
    beforeLoad({ location: { href: '/' }, search: {} });
    return false;
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options.to === '/login';
    throw thrown;
  }
}

describe('where a sign-in leads', () => {
  it('covers every screen behind the sign-in', () => {
    const behind = screens.filter(
      ({ path, needsSignIn }) => needsSignIn && !/^\/(login-verification)?$/.test(path),
    );
    expect(behind.length).toBeGreaterThan(15);
    expect(behind.filter(({ path }) => signInTarget(path) !== path)).toEqual([]);
  });

  it('leads to no other screen but an invitation', () => {
    const open = screens.filter(({ path, needsSignIn }) => !needsSignIn && signInTarget(path));
    expect(open.map(({ path }) => path)).toEqual(['/invitation']);
  });
});

describe('params of the address bar', () => {
  const nextOf = (search: Record<string, unknown>) =>
    router
      .matchRoutes('/login', search)
      .map((match) => ('next' in match.search ? match.search.next : undefined));

  it('reach no screen when their reader refuses them', () => {
    expect(nextOf({ next: 'https://evil.example/' }).at(-1)).toBeUndefined();
    expect(nextOf({ next: '/dashboard' }).at(-1)).toBe('/dashboard');
  });

  it('control: a param without a reader keeps its value', () => {
    expect(nextOf({ next: 'https://evil.example/' })[0]).toBe('https://evil.example/');
  });
});
