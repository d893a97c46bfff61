import { expect, test } from 'vitest';
import { clearedSessionCookies, deviceCookie, readCookie, refreshCookie } from './cookies.ts';

const https = { secure: true, headers: { cookie: 'rt=planted; __Host-rt=own; __Host-device=d' } };
const http = { secure: false, headers: { cookie: 'a=b;rt=own' } };

test('on https cookies are bound to the host and to https; a planted one without the prefix is ignored', () => {
  expect(refreshCookie(https, 'x')).toBe('__Host-rt=x; Path=/; HttpOnly; SameSite=Strict; Secure');
  expect(deviceCookie(https, 'x')).toBe(
    '__Host-device=x; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=31536000',
  );
  expect(readCookie(https, 'rt')).toBe('own');
  expect(readCookie({ ...https, headers: { cookie: 'rt=planted' } }, 'rt')).toBeUndefined();
});

test('cookies that a company session left for the portal are removed with the session', () => {
  const caller = { ...http, headers: { cookie: 'rt=own; rights=%7B%7D; xoldClientId=1' } };
  expect(clearedSessionCookies(caller).at(-1)).toBe('rights=; Path=/; SameSite=Strict; Max-Age=0');
});

test('on plain http, as on a developer’s machine, the names have no prefix', () => {
  expect(refreshCookie(http, 'x', 604_800)).toBe('rt=x; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800');
  expect(clearedSessionCookies(http)).toEqual(['rt=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0']);
  expect(readCookie(http, 'rt')).toBe('own');
  expect(readCookie({ ...http, headers: {} }, 'rt')).toBeUndefined();
});
