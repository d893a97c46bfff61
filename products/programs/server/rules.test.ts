/** What an application may register and request. Source: RFC 9700, section 2.1; products/programs/README.md. */
import { expect, test } from 'vitest';
import { isRedirectUri, lifetimes, scopesOf } from './rules.ts';

test.each([
  ['https://books.example/back', true],
  ['https://books.example/back?from=calmly', true],
  ['http://localhost:8080/back', true],
  ['http://127.0.0.1/back', true],
  ['http://[::1]:8080/back', true],
  ['http://books.example/back', false],
  ['http://localhost.books.example/back', false],
  ['https://books.example/back#top', false],
  ['https://books.example/back#', false],
  ['https://clara@books.example/back', false],
  ['https://:secret@books.example/back', false],
  ['javascript:alert(1)', false],
  ['books://back', false],
  ['/back', false],
  ['', false],
])('%j may be registered to go back to: %s', (text, expected) => {
  expect(isRedirectUri(text)).toBe(expected);
});

test('unknown scopes are left out, and the others are in their fixed order', () => {
  expect(scopesOf('payments:request everything accounts:read')).toEqual([
    'accounts:read',
    'payments:request',
  ]);
  expect([scopesOf(undefined), scopesOf(['accounts:read']), scopesOf('')]).toEqual([[], [], []]);
});

test('a request waits 15 minutes, a code one, an access token ten', () => {
  expect(lifetimes).toEqual({ request: 900, code: 60, accessToken: 600 });
});
