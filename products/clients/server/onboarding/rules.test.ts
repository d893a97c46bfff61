import { termsVersions } from '@calmly/contract';
import { person } from '@calmly/server/test/support/clients/joining/applicant.ts';
import { expect, test } from 'vitest';
import {
  areTermsCurrent,
  checkAddress,
  checkCompany,
  checkPerson,
  identityCheckOf,
  isDraftComplete,
} from './rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const birth = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

test.each([
  ['18 today', { dateOfBirth: birth('2008-03-01') }, []],
  ['18 tomorrow', { dateOfBirth: birth('2008-03-02') }, ['dateOfBirth under_age']],
  ['born on 29 February, 18 the day after the 28th', { dateOfBirth: birth('2008-02-29') }, []],
  ['born tomorrow', { dateOfBirth: birth('2026-03-02') }, ['dateOfBirth date_of_birth']],
  ['born before anyone alive', { dateOfBirth: birth('1899-12-31') }, ['dateOfBirth date_of_birth']],
  ['a date out of range', { dateOfBirth: 8_640_000_000_086_400 }, ['dateOfBirth date_of_birth']],
  ['an unknown country', { citizenship: 'ZZ' }, ['citizenship invalid']],
  ['a residence in a country that is not served', { residence: 'KP' }, ['residence country_unsupported']],
  ['a residence in an uninhabited country', { residence: 'AQ' }, ['residence country_unsupported']],
  ['a passport of a country that is not served', { citizenship: 'KP' }, []],
  [
    'everything wrong',
    { dateOfBirth: birth('2020-01-01'), citizenship: 'ZZ', residence: 'ZZ' },
    ['dateOfBirth under_age', 'citizenship invalid', 'residence invalid'],
  ],
])('personal details: %s', (_case, change, expected) => {
  const found = checkPerson({ ...person, ...change }, now);
  expect(found.map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
});

test('the night before the birthday is too early, and the birthday starts at midnight UTC', () => {
  const details = { ...person, dateOfBirth: birth('2008-03-01') };
  expect(checkPerson(details, new Date('2026-02-28T23:59:59Z'))).toHaveLength(1);
  expect(checkPerson(details, new Date('2026-03-01T00:00:00Z'))).toHaveLength(0);
});

test('a company and an address must be in a country that is served', () => {
  const company = { name: 'Tamm OÜ', registrationNumber: '1' };
  const address = { line1: 'Main 1', line2: null, postCode: '1', town: 'Town' };
  for (const check of [
    (country: string) => checkCompany({ ...company, country }),
    (country: string) => checkAddress({ ...address, country, postCode: '1010' }),
  ]) {
    expect(check('LV')).toEqual([]);
    expect(check('SY')).toEqual([{ field: 'country', code: 'country_unsupported' }]);
    expect(check('QQ')).toEqual([{ field: 'country', code: 'invalid' }]);
  }
});

test('a draft is complete with the person, and for a company with the company too', () => {
  const company = { name: 'Tamm OÜ', registrationNumber: '1', country: 'EE' };
  expect(isDraftComplete({ kind: 'individual', person: null, company: null })).toBe(false);
  expect(isDraftComplete({ kind: 'individual', person, company: null })).toBe(true);
  expect(isDraftComplete({ kind: 'company', person, company: null })).toBe(false);
  expect(isDraftComplete({ kind: 'company', person: null, company })).toBe(false);
  expect(isDraftComplete({ kind: 'company', person, company })).toBe(true);
});

test('the current terms are required; the card terms only with a card', () => {
  const { main, cards } = termsVersions;
  expect(areTermsCurrent({ version: main }, false)).toBe(true);
  expect(areTermsCurrent({ version: main }, true)).toBe(false);
  expect(areTermsCurrent({ version: main, cardVersion: cards }, true)).toBe(true);
  expect(areTermsCurrent({ version: '3.0', cardVersion: cards }, true)).toBe(false);
});

test('the state of the check follows from the client’s state and a second chance', () => {
  expect(identityCheckOf('SMS_CONFIRMED', false)).toBe('NOT_STARTED');
  expect(identityCheckOf('SMS_CONFIRMED', true)).toBe('RETRY');
  expect(identityCheckOf('CREATED', false)).toBe('IN_REVIEW');
  expect(identityCheckOf('KYC_DECLINED', false)).toBe('DECLINED');
  for (const state of ['ACTIVE', 'BLOCKED', 'CLOSED'] as const)
    expect(identityCheckOf(state, false)).toBe('APPROVED');
});
