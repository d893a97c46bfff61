import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientNumberOf, emailKey, maskAddress } from '../rules.ts';
import { parseBasic } from '../sign-in/credentials.ts';
import { codeOf, hashSecret, newSecret } from './secrets.ts';

test('a secret carries its kind and 256 bits, and any changed character is refused before a database query', () => {
  const token = newSecret('access');
  expect(token).toMatch(/^cal_at_[\w-]{43}[0-9a-f]{8}$/);
  expect(hashSecret('access', token)).toHaveLength(32);
  expect(hashSecret('refresh', token)).toBeUndefined();
  for (let index = 0; index < token.length; index += 1) {
    const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
    expect(hashSecret('access', changed)).toBeUndefined();
  }
});

test('codes are six digits, spread over the whole range, and different for each message', () => {
  const key = randomBytes(32);
  const codes = Array.from({ length: 2_000 }, (_, send) => codeOf(key, 'challenge', send));
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(new Set(codes.map((code) => code[0])).size).toBe(10);
  expect(new Set(codes).size).toBeGreaterThan(1_980);
  expect(codeOf(randomBytes(32), 'challenge', 1)).not.toBe(codeOf(key, 'challenge', 1));
});

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

test.each([
  [
    'name and password',
    basic('anna@example.com:secret'),
    { userName: 'anna@example.com', password: 'secret' },
  ],
  ['colons in the password', basic('anna:a:b'), { userName: 'anna', password: 'a:b' }],
  ['UTF-8', basic('анна:пароль'), { userName: 'анна', password: 'пароль' }],
  ['any case of the scheme', basic('anna:x').replace('Basic', 'bAsIC'), { userName: 'anna', password: 'x' }],
  ['no header', undefined, undefined],
  ['no password', basic('anna:'), undefined],
  ['no name', basic(':secret'), undefined],
  ['a name of spaces', basic('  :secret'), undefined],
  ['no colon', basic('anna'), undefined],
  ['another scheme', 'Bearer abc', undefined],
  ['text that is not base64', 'Basic a b', undefined],
  ['a NUL in the name', basic('an\0na:secret'), undefined],
])('Basic credentials: %s', (_, header, expected) => {
  expect(parseBasic(header)).toEqual(expected);
});

test('email addresses are compared without case and look-alike encodings', () => {
  expect(emailKey(' Anna@Example.COM ')).toBe('anna@example.com');
  expect(emailKey('ａnna@example.com')).toBe('anna@example.com');
});

test('a client number is eight to twelve digits', () => {
  expect(clientNumberOf(' 10000001 ')).toBe(10000001n);
  expect(clientNumberOf('1234567')).toBeUndefined();
  expect(clientNumberOf('10000001a')).toBeUndefined();
});

test('addresses are masked', () => {
  expect(maskAddress('email', 'anna@demo.calmly.example')).toBe('a••••a@demo.calmly.example');
  expect(maskAddress('email', 'a@example.com')).toBe('a••••@example.com');
  expect(maskAddress('sms', '+37120000678')).toBe('+371•••••678');
});
