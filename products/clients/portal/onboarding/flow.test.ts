import { describe, expect, it } from 'vitest';
import { accountStep, onboardingStep } from './flow.ts';

const person = {
  firstName: 'Marta',
  lastName: 'Kask',
  dateOfBirth: 0,
  citizenship: 'EE',
  residence: 'EE',
};
const company = { name: 'Juniper Freight OÜ', registrationNumber: '14532877', country: 'EE' };
const account = { accountType: 'personal', cardType: 'none' } as const;
const address = { line1: 'Pikk 3', line2: null, postCode: '10123', town: 'Tallinn', country: 'EE' };
const nothing = {
  kind: 'individual',
  person: null,
  company: null,
  account: null,
  address: null,
  termsAcceptedAt: null,
} as const;
const asCompany = { ...nothing, kind: 'company' } as const;

describe('onboarding', () => {
  it.each([
    ['starts at 1', nothing, undefined, 'person'],
    ['cannot go below 1', nothing, 0, 'person'],
    ['cannot be jumped over', nothing, 3, 'person'],
    ['jumps from 1 to 3 for a person', { ...nothing, person }, undefined, 'email'],
    ['has no step 2 for a person', { ...nothing, person }, 2, 'email'],
    ['can be gone back in', { ...nothing, person }, 1, 'person'],
    ['asks a company for the company', { ...asCompany, person }, undefined, 'company'],
    ['ends with the email for a company', { ...asCompany, person, company }, undefined, 'email'],
    ['lets a company go back to itself', { ...asCompany, person, company }, 2, 'company'],
  ] as const)('%s', (_, entered, asked, step) => {
    expect(onboardingStep(entered, asked)).toBe(step);
  });
});

describe('account creation', () => {
  it.each([
    ['starts with the account', nothing, undefined, 'account'],
    ['cannot be jumped over', nothing, 4, 'account'],
    ['continues where it was left', { ...nothing, account }, undefined, 'address'],
    ['can be gone back in', { ...nothing, account, address }, 1, 'account'],
    ['asks for the terms last', { ...nothing, account, address }, undefined, 'terms'],
    [
      'stays at the identity check after the terms, whatever is requested',
      { ...nothing, account, address, termsAcceptedAt: '2026-11-21T09:00:00Z' },
      1,
      'identity',
    ],
  ] as const)('%s', (_, entered, asked, step) => {
    expect(accountStep(entered, asked)).toBe(step);
  });
});
