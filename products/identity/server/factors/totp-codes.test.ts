/** Codes of an authenticator app. Source: RFC 6238, appendix B, whose eight digits end with the six that apps show. */
import { expect, test } from 'vitest';
import { newTotpSecret, totpStep } from './totp-codes.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
])('at second %s the code %s is that of step %s', (seconds, code, step) => {
  expect(totpStep(secret, code, seconds)).toBe(step);
});

// The step of second 1,111,111,110 begins there and ends before 1,111,111,140.
test.each([
  ['two steps late', 1_111_111_170, undefined],
  ['one step late, to the last moment', 1_111_111_169.9, 37_037_037],
  ['in its last moment', 1_111_111_139.9, 37_037_037],
  ['in its first moment', 1_111_111_110, 37_037_037],
  ['one step early', 1_111_111_080, 37_037_037],
  ['two steps early', 1_111_111_079.9, undefined],
])('a code entered %s is of the step %s', (_, seconds, step) => {
  expect(totpStep(secret, '050471', seconds)).toBe(step);
});

test.each(['050472', '50471', '0050471', '', 'abcdef'])('%j is no code', (code) => {
  expect(totpStep(secret, code, 1_111_111_111)).toBeUndefined();
});

test('a new secret has 160 bits, and bytes, text and address are the same secret', () => {
  const { bytes, text, uri } = newTotpSecret('anna@example.com');
  expect(bytes).toHaveLength(20);
  expect(text).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(uri);
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(address.pathname)).toBe('/Calmly:anna@example.com');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Calmly',
    secret: text,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(newTotpSecret('anna@example.com').text).not.toBe(text);
});
