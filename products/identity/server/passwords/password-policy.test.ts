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
