import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientNumberOf, emailKey, maskAddress } from '../rules.ts';
import { parseBasic } from '../sign-in/credentials.ts';
import {
  codeOf,
  hashSecret,
  issueSecret,
  newSecret,
  proofHashOf,
  sameHash,
  sameText,
  sha256,
} from './secrets.ts';

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

/** 32 bytes, 0 to 31. */
const known = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte));
const challengeId = '01900000-0000-7000-8000-000000000001';

// HMAC-SHA-256 over the id, a colon and the number; its first eight bytes modulo a million. Computed independently of the code.
test.each([
  [1, '765607'],
  [2, '360819'],
  [7, '008243'],
])('the code of message %s follows from key and challenge', (sendNumber, code) => {
  expect(codeOf(known, challengeId, sendNumber)).toBe(code);
});

// HMAC-SHA-256 over `proof:`, the id, a colon and the code.
test('the hash of a proof follows from key, challenge and proof', () => {
  expect(proofHashOf(known, challengeId, '123456').toString('hex')).toBe(
    '6eef6dddd30605fa23ee181f4da5e8807d811e27b521eb5bf9527f5ee4e5a6dd',
  );
  const others = [
    proofHashOf(known, challengeId, '123457'),
    proofHashOf(known, '01900000-0000-7000-8000-000000000002', '123456'),
    proofHashOf(Buffer.alloc(32), challengeId, '123456'),
  ];
  for (const other of others) expect(sameHash(proofHashOf(known, challengeId, '123456'), other)).toBe(false);
});

test('a proof matches only if one was stored and it is the same', () => {
  const hash = sha256('abc');
  expect(hash.toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sameHash(null, hash)).toBe(false);
  expect(sameHash(sha256('abc'), hash)).toBe(true);
  expect(sameHash(sha256('abd'), hash)).toBe(false);
});

test.each([
  ['123456', '123456', true],
  ['123456', '123457', false],
  ['123456', '12345', false],
  ['123456', '1234567', false],
  ['', '', true],
  ['ё', 'е', false],
])('the texts %j and %j are the same: %s', (left, right, expected) => {
  expect(sameText(left, right)).toBe(expected);
});

test('an issued secret comes with the hash that finds it, and no two are alike', () => {
  for (const kind of ['access', 'refresh', 'device', 'ticket', 'proof', 'link'] as const) {
    const { secret, hash } = issueSecret(kind);
    expect(hashSecret(kind, secret)).toEqual(hash);
    expect(issueSecret(kind).secret).not.toBe(secret);
  }
});

// CRC-32 by zlib, in eight hexadecimal digits including leading zeros.
test.each([
  ['access', `cal_at_${'A'.repeat(43)}`, '21019005', true],
  ['access', `cal_at_${'A'.repeat(43)}`, '21019006', false],
  ['access', `cal_at_${'A'.repeat(43)}`, '2101900', false],
  ['access', `cal_at_${'A'.repeat(43)}`, '', false],
  ['refresh', `cal_at_${'A'.repeat(43)}`, '21019005', false],
  ['refresh', `cal_rt_${'A'.repeat(41)}af`, '00880d4d', true],
  ['refresh', `cal_rt_${'A'.repeat(41)}af`, '880d4d', false],
] as const)(
  'as a secret for %s, %s with the checksum %j is well formed: %s',
  (kind, text, checksum, expected) => {
    expect(hashSecret(kind, text + checksum)).toEqual(expected ? sha256(text + checksum) : undefined);
  },
);

test('a text that is too long is not a secret, though its checksum is right', () => {
  const long = `cal_at_${'A'.repeat(44)}`;
  expect(hashSecret('access', `${long}a3926b94`)).toBeUndefined();
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
