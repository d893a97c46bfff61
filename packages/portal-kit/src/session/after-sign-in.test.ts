import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signInTarget } from './after-sign-in.ts';
import { signInTargets } from './sign-in-targets.ts';

describe('signInTarget', () => {
  it.each([
    '/dashboard',
    '/payments?tab=scheduled&order=0196',
    '/payments/create/outgoing?payee=1#amount',
    '/beneficiaries/0196a9b0-0000-7000-8000-000000000000/edit',
    '/oauth/consent/GcK4x_-1',
    '/invitation?id=0196a9b0-0000-7000-8000-000000000000',
    '/requisites?account=%D0%90',
    '/payments?back=https://evil.example/',
  ])('leads to the screen %s', (path) => {
    expect(signInTarget(path)).toBe(path);
  });

  it('writes a path with dot segments as the path that it means', () => {
    expect(signInTarget('/payments/../dashboard')).toBe('/dashboard');
    expect(signInTarget('/logout/../dashboard?a=1')).toBe('/dashboard?a=1');
  });

  it.each([
    undefined,
    7,
    ['/dashboard'],
    { href: '/dashboard' },
    '',
    '/',
    'dashboard',
    './dashboard',
    '?next=/dashboard',
    '/logout',
    '/logout?next=/dashboard',
    '/login',
    '/login?next=/dashboard',
    '/login-verification',
    '/register',
    '/forgot-password',
    '/resetpassword?token=x',
    '/dashboard/../logout',
    '/dashboard/..//evil.example',
    '/dashboardx',
    '/DASHBOARD',
    '/api/clients',
    '/sandbox/outbox',
    'https://evil.example/',
    'https:evil.example',
    'https:/evil.example/dashboard',
    'HTTPS://evil.example/dashboard',
    'http:dashboard',
    '//evil.example/dashboard',
    '///evil.example/dashboard',
    '/\\evil.example/dashboard',
    '\\\\evil.example/dashboard',
    '\\/evil.example',
    '/\t/evil.example/dashboard',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/dashboard\\..\\..\\evil.example',
    '/dashboard\r\nLocation: https://evil.example',
    '/dashboard\u0000',
    '/%2fevil.example/dashboard',
    '/%5cevil.example/dashboard',
    '/dashboard/%2e%2e/%2fevil.example',
    '/dashboard%2f..%2flogout',
    '/dashboard/%252e%252e/logout',
    '/..//evil.example/dashboard',
    '/.//evil.example/dashboard',
    '//evil.example\\@portal.invalid/dashboard',
    '//user@evil.example/dashboard',
    'https://portal.invalid/dashboard',
    'https://portal.invalid@evil.example/dashboard',
    '/\u2215evil.example/dashboard',
    '/\uFF0Fevil.example/dashboard',
    '\uFF0F\uFF0Fevil.example',
    'https://evil\u3002example/dashboard',
    '//evil\uFF0Eexample/dashboard',
    'javascript:alert(1)',
    'javascript://%0aalert(1)//dashboard',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://evil.example/1',
    'mailto:someone@evil.example',
    'file:///etc/passwd',
    'vbscript:msgbox(1)',
    'view-source:https://evil.example',
  ])('leads nowhere for %j', (wanted) => {
    expect(signInTarget(wanted)).toBeUndefined();
  });

  const piece = fc.oneof(
    fc.constantFrom(
      ...['/', '//', '\\', '..', '.', '%2f', '%5c', '%2e', '%00', '\t', '\n', ' ', ':', '@', '?', '#'],
      ...['https:', 'javascript:', 'evil.example', 'logout', 'login', 'dashboard', 'payments', '/dashboard'],
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  const anything = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

  /** The requirement that a sign-in's target breaks, as a browser reads it. */
  const breach = (target: string | undefined): string | undefined => {
    if (target === undefined) return undefined;
    const { origin, pathname } = new URL(target, 'https://bank.example/login');
    if (origin !== 'https://bank.example') return 'a foreign site';
    if (!signInTargets.some((path) => `${pathname}/`.startsWith(`${path}/`))) return 'not a screen';
    return new URL(target, 'https://bank.example').href === `https://bank.example${target}`
      ? undefined
      : 'not canonical';
  };

  it('stays on our screens for any combination', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(breach(signInTarget(text))).toBeUndefined();
        expect(breach(signInTarget(`/dashboard${text}`))).toBeUndefined();
      }),
      { numRuns: 20_000 },
    );
  });

  it('control: a check for one leading slash accepts a foreign site', () => {
    const naive = (text: string) => (/^\/(?![/\\])/.test(text) ? text : undefined);
    expect(breach(naive('/\t/evil.example'))).toBe('a foreign site');
    expect(breach(naive('/logout'))).toBe('not a screen');
  });
});
