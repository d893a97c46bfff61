import type { Client } from '@calmly/contract';
import { expect, test } from 'vitest';
import { beginDraft, type CompanyDraft, emptyOwner, emptyPerson } from './company-draft.ts';
import { bodyOf, type DraftStep, stepFaults, stepOfPath } from './company-errors.ts';
import { asksForOthers, basisPointsOf, percentOf } from './steps/shares.ts';

const now = new Date('2026-11-21T09:00:00Z');
const client = {
  firstName: 'Anna',
  lastName: 'Tamm',
  citizenship: 'EE',
  residence: 'EE',
  addressLine1: 'Pikk 3',
  addressLine2: null,
  addressPostCode: '10123',
  addressTown: 'Tallinn',
  addressCountry: 'EE',
  dateOfBirth: null,
} as Client;

const begun = beginDraft(client, undefined);
const [self = emptyPerson('EE')] = begun.people;
const whole: CompanyDraft = {
  ...begun,
  name: 'Tamm OÜ',
  registrationNumber: '12345678',
  legalForm: 'private_limited',
  founded: { day: '4', month: '4', year: '2019' },
  activity: 'Bakes bread',
  address: { ...begun.address, line1: 'Telliskivi 60a', postCode: '10412', town: 'Tallinn' },
  people: [{ ...self, day: '17', month: '5', year: '1990', isOwner: true, share: '33,33' }],
  owners: [{ ...emptyOwner('LV'), name: 'Holding SIA', registrationNumber: '4', share: '66.67 %' }],
  documents: [{ id: 'a', fileName: 'register.pdf', sizeBytes: 1 }],
};

test('the person who adds a company is its first director and only types the birthday', () => {
  expect(self).toMatchObject({
    firstName: 'Anna',
    isDirector: true,
    address: { line1: 'Pikk 3', town: 'Tallinn' },
  });
  expect(stepFaults('owners', begun, now)).toEqual({
    'people.0.dateOfBirth': 'required',
    othersBelowQuarter: 'unnamed',
  });
});

test('a complete draft becomes the call’s body, shares in basis points', () => {
  expect(bodyOf(whole, now)).toMatchObject({
    foundedOn: '2019-04-04',
    people: [{ dateOfBirth: Date.UTC(1990, 4, 17) / 1000, shareBasisPoints: 3333, address: { line2: null } }],
    corporateOwners: [{ name: 'Holding SIA', country: 'LV', shareBasisPoints: 6667 }],
    othersBelowQuarter: false,
    documentIds: ['a'],
  });
});

test.each([
  ['company', { ...whole, name: ' ', legalForm: '' }, { name: 'required', legalForm: 'required' }],
  ['company', { ...whole, founded: { day: '31', month: '4', year: '2019' } }, { foundedOn: 'noDate' }],
  ['seat', { ...whole, address: { ...whole.address, town: '' } }, { 'address.town': 'required' }],
  [
    'owners',
    { ...whole, owners: [{ ...emptyOwner('LV'), name: 'A', registrationNumber: '1', share: '70' }] },
    { corporateOwners: 'tooMuch' },
  ],
  ['owners', { ...whole, people: [], owners: [], othersBelowQuarter: true }, { people: 'noDirector' }],
  ['papers', { ...whole, documents: [] }, { documentIds: 'noPaper' }],
] satisfies [DraftStep, CompanyDraft, object][])(
  'an error of the step %s is reported by the call’s path',
  (step, draft, faults) => {
    expect(stepFaults(step, draft, now)).toEqual(faults);
    expect(bodyOf(draft, now)).toBeUndefined();
  },
);

test.each([
  ['33.33', 3333],
  ['33,3 %', 3330],
  ['100', 10_000],
  ['0.01', 1],
  ['0', undefined],
  ['100.01', undefined],
  ['1e2', undefined],
  ['-5', undefined],
  ['33.333', undefined],
  ['', undefined],
])('a share typed as %j is %s basis points', (typed, points) => expect(basisPointsOf(typed)).toBe(points));

test('basis points are shown as they are typed', () => {
  expect([3333, 10_000, 50, 1].map(percentOf)).toEqual(['33.33', '100', '0.5', '0.01']);
});

test('other owners are asked about as soon as more than a quarter has no name', () => {
  expect(asksForOthers({ people: [{ isOwner: true, share: '75' }], owners: [] })).toBe(false);
  expect(asksForOthers({ people: [{ isOwner: true, share: '74.99' }], owners: [] })).toBe(true);
  expect(asksForOthers({ people: [{ isOwner: false, share: '75' }], owners: [] })).toBe(true);
});

test('a refusal of the bank opens its step', () => {
  expect(
    ['registrationNumber', 'address.town', 'people.0.dateOfBirth', 'othersBelowQuarter', 'documentIds'].map(
      stepOfPath,
    ),
  ).toEqual(['company', 'seat', 'owners', 'owners', 'papers']);
});
