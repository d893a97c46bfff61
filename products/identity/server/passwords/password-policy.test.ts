import { expect, test } from 'vitest';
import { checkNewPassword } from './password-policy.ts';

const email = 'anna.ozola@demo.calmly.example';
const verdict = (password: string) => checkNewPassword(password, { email });

test.each([
  'more-payments-less-stress',
  'correct horse battery staple',
  'Vn8#kd02-qLsX',
  'кот мяукает на крыше под дождём',
  'tr0ub4dor&3-hmbl',
])('%s may be a password', (password) => expect(verdict(password)).toBeUndefined());

test.each(['short', '12345678901', 'Aa1!Aa1!Aa1'])('%s is too short', (password) =>
  expect(verdict(password)).toBe('password_short'),
);

test('characters are counted, not bytes', () => {
  expect(verdict('мой кот Боря')).toBeUndefined();
  expect(verdict('🦊🐢🦉🐙🦋🐝')).toBe('password_short');
});

test('a password of thousands of characters is refused before it is hashed', () =>
  expect(verdict('x1y2z3-'.repeat(400))).toBe('too_long'));

test.each([
  'password1234',
  'P@ssw0rd2024!',
  'qwertyuiop123',
  'Welcome2Calmly!',
  '123456789012',
  '098765432109',
  'aaaaaaaaaaaa',
  'rigarigariga',
  'iloveyou1998',
  'q1w2e3r4t5y6',
  '1qaz2wsx3edc',
  'Summer2026!!!',
  'йцукенгшщзхъ',
  'ПарольПароль1',
  'любовь123456',
  'dragon-monkey-tiger',
])('%s is a common password', (password) => expect(verdict(password)).toBe('password_common'));

test.each([
  'anna.ozola@demo.calmly.example',
  'AnnaOzola2026',
  'ozola-anna-1990',
  'CalmlyCalmly1',
  'demo.calmly.example',
])('%s consists of the address or our name', (password) => expect(verdict(password)).toBe('password_common'));

const other = (password: string, of: string) => checkNewPassword(password, { email: of });

test('a password has at most 200 characters', () => {
  expect(verdict(`${'Vn8#kd02-q'.repeat(19)}Vn8#kd02+Q`)).toBeUndefined();
  expect(verdict(`${'Vn8#kd02-q'.repeat(19)}Vn8#kd02+Qx`)).toBe('too_long');
});

test('a password has at least five different characters, whatever their case', () => {
  expect(verdict('xkqvkxvqxqkv')).toBe('password_common');
  expect(verdict('XkqvKxvqxQkv')).toBe('password_common');
  expect(verdict('xkqvzkxvqzxq')).toBeUndefined();
  // In capitals, ß would be two letters that are already in the password.
  expect(verdict('xkqsßkxßqsxk')).toBeUndefined();
});

test.each<[string, string, string, 'password_common' | undefined]>([
  ['all of a short address', 'ab@cde.xyQ7w', ' ab@cde.xy ', 'password_common'],
  ['the longer of two parts first', 'zorabelzorabelQ7w', 'zora.zorabel@x.example', 'password_common'],
  ['a part of four letters', 'zorazorazoraQ7w', 'zora@x.example', 'password_common'],
  ['not a part of two, which is in many words by chance', 'jokjoqjovjox', 'jo@x.example', undefined],
])('of the address counts %s', (_, password, of, expected) => {
  expect(other(password, of)).toBe(expected);
});

test.each<[string, string, 'password_common' | undefined]>([
  ['four others beside our name', 'calmlycalmlyxkqv', 'password_common'],
  ['five others beside our name', 'calmlycalmlyxkqvz', undefined],
  ['rows of three', 'fghxyzrstvfrk7', 'password_common'],
  ['rows after other letters', 'xkqvabcdefgh', 'password_common'],
  ['rows after a neighbour of their first letter', 'xcdexcdexcde7', 'password_common'],
  ['the same four times', 'kkkkqqqqvvvvxxxx7z', 'password_common'],
  ['five letters twice', 'xkqvzwxkqvzw', 'password_common'],
  ['five letters three times', 'xkqvzxkqvzxkqvz', 'password_common'],
  ['five letters twice and others', 'xkqvzxkqvz7w', undefined],
])('%s: %s', (_, password, expected) => {
  expect(verdict(password)).toBe(expected);
});
