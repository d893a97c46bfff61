/** Which methods a person can confirm with, in which order, and whether enough methods are left. */
import type { FactorKind } from '@calmly/contract';
import { expect, test } from 'vitest';
import {
  confirmationMethodsOf,
  factorsInOrder,
  isEnough,
  type PersonFactors,
  recipientOf,
} from './methods.ts';

const enabled = (...kinds: readonly FactorKind[]): PersonFactors['enabled'] => ({
  passkey: kinds.includes('passkey'),
  totp: kinds.includes('totp'),
  sms: kinds.includes('sms'),
  email: kinds.includes('email'),
});
const all = enabled('passkey', 'totp', 'sms', 'email');
const person = (more: Partial<PersonFactors> = {}): PersonFactors => ({
  email: 'anna@example.com',
  phone: '+37120000678',
  enabled: all,
  preferred: null,
  recoveryCodesLeft: 0,
  ...more,
});

test.each<[string, Partial<PersonFactors>, FactorKind[]]>([
  ['by strength', {}, ['passkey', 'totp', 'sms', 'email']],
  ['those that are on', { enabled: enabled('email', 'totp') }, ['totp', 'email']],
  ['the preferred one first', { preferred: 'sms' }, ['sms', 'passkey', 'totp', 'email']],
  [
    'not the preferred one that is off',
    { enabled: enabled('email', 'totp'), preferred: 'sms' },
    ['totp', 'email'],
  ],
  ['none', { enabled: enabled() }, []],
])('factors are asked for in order: %s', (_, more, expected) => {
  expect(factorsInOrder(person(more))).toEqual(expected);
});

test.each<[string, Partial<PersonFactors>, boolean, string[]]>([
  ['where one is allowed', { recoveryCodesLeft: 1 }, true, ['email', 'recovery_code']],
  ['where none is allowed', { recoveryCodesLeft: 1 }, false, ['email']],
  ['where none is left', {}, true, ['email']],
])('a recovery code comes last, %s', (_, more, allowed, expected) => {
  expect(confirmationMethodsOf(person({ enabled: enabled('email'), ...more }), allowed)).toEqual(expected);
});

test.each<[string, PersonFactors['enabled'], number, boolean]>([
  ['email', enabled('email'), 0, true],
  ['SMS', enabled('sms'), 0, true],
  ['a passkey alone', enabled('passkey'), 0, false],
  ['an app alone', enabled('totp'), 0, false],
  ['a passkey and an app', enabled('passkey', 'totp'), 0, false],
  ['a passkey and a recovery code', enabled('passkey'), 1, true],
  ['an app and a recovery code', enabled('totp'), 1, true],
  ['recovery codes alone', enabled(), 10, false],
  ['a passkey and email', enabled('passkey', 'email'), 0, true],
])('%s is enough: %s', (_, on, codes, expected) => {
  expect(isEnough(on, codes)).toBe(expected);
});

test.each([
  ['email', 'anna@example.com'],
  ['sms', '+37120000678'],
  ['totp', undefined],
  ['passkey', undefined],
  ['recovery_code', undefined],
] as const)('a code by %s goes to %s', (method, to) => {
  expect(recipientOf(person(), method)).toBe(to);
});

test('without a phone no code goes by SMS', () => {
  expect(recipientOf(person({ phone: null }), 'sms')).toBeUndefined();
});
