/** Pure rules of identity. Source: specification section 9; server page section 3. */
import { expect, test } from 'vitest';
import * as rules from './rules.ts';

test('codes are valid for five minutes and five attempts, access for 15 minutes, links for an hour or a week', () => {
  expect([rules.codeSeconds, rules.codeTries, rules.resendSeconds]).toEqual([300, 5, 9]);
  expect([rules.accessTokenSeconds, rules.idleTimeoutSeconds, rules.staleSeconds]).toEqual([900, 900, 300]);
  expect([rules.sessionSeconds, rules.rememberedSessionSeconds]).toEqual([43_200, 604_800]);
  expect([rules.resetLinkSeconds, rules.unfreezeLinkSeconds, rules.deviceSeconds]).toEqual([
    3600, 604_800, 31_536_000,
  ]);
});

test('tickets, grace and proof are short, and activity is written before its limit', () => {
  expect([rules.liveTicketSeconds, rules.refreshGraceSeconds, rules.activityStepSeconds]).toEqual([
    30, 10, 5,
  ]);
  expect([rules.switchProofSeconds, rules.passkeySignInSeconds]).toEqual([300, 900]);
});

test('wrong codes lock for 15 minutes, the third lock has no end, and other locks last a day at most', () => {
  expect([rules.firstCodeLockSeconds, rules.locksUntilBlocked, rules.longestLockSeconds]).toEqual([
    900, 3, 86_400,
  ]);
});

test('guesses are limited well before they are locked', () => {
  expect(rules.throttleLimits).toEqual({
    account: { tries: 5, firstLockSeconds: 300 },
    address: { tries: 100, firstLockSeconds: 300 },
    resetsPerEmail: { tries: 3, firstLockSeconds: 3600 },
    resetsPerAddress: { tries: 20, firstLockSeconds: 900 },
    unfreezeLinks: { tries: 3, firstLockSeconds: 3600 },
    sends: { tries: 100, firstLockSeconds: 900 },
  });
});

test.each([
  [0, 1],
  [-5, 1],
  [1, 1],
  [60, 1],
  [61, 2],
  [900, 15],
])('%s seconds are shown as %s minutes', (seconds, minutes) => {
  expect(rules.wholeMinutes(seconds)).toBe(minutes);
});

test.each([
  [' Clara@Example.COM ', 'clara@example.com'],
  ['ｃｌａｒａ@example.com', 'clara@example.com'],
])('the address %j is compared as %s', (email, key) => {
  expect(rules.emailKey(email)).toBe(key);
});

test.each([
  ['12345678', 12_345_678n],
  [' 12345678 ', 12_345_678n],
  ['123456789012', 123_456_789_012n],
  ['1234567', undefined],
  ['1234567890123', undefined],
  ['x12345678', undefined],
  ['12345678x', undefined],
  ['clara@example.com', undefined],
])('the user name %j is the client number %s', (userName, number) => {
  expect(rules.clientNumberOf(userName)).toBe(number);
});

test.each([
  ['email', 'anna@demo.calmly.example', 'a••••a@demo.calmly.example'],
  ['email', 'ab@c.example', 'a••••b@c.example'],
  ['email', 'a@c.example', 'a••••@c.example'],
  ['email', '"a@b"@c.example', '"••••"@c.example'],
  ['sms', '+37120000678', '+371•••••678'],
] as const)('by %s, %s is shown as %s', (channel, address, masked) => {
  expect(rules.maskAddress(channel, address)).toBe(masked);
});
