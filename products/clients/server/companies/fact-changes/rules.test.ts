/** What a request changes in a company's facts. Source: server page section 4. */

import { bakery } from '@calmly/server/test/support/clients/companies.ts';
import { expect, test } from 'vitest';
import {
  changedFacts,
  checkPapers,
  factsVersion,
  factsWith,
  type KnownFacts,
  keyOfOwner,
  keyOfPerson,
  newcomers,
  partsOf,
} from './rules.ts';

const { documentIds: _, ...facts } = bakery();
const known = facts as unknown as KnownFacts & typeof facts;
const [anna] = facts.people;
if (!anna) throw new Error('the bakery has no people');
const boris = { ...anna, firstName: 'Boris', lastName: 'Stern' };
const holding = { name: 'Holding', registrationNumber: 'HRB 1', country: 'DE', shareBasisPoints: 1000 };

test('the parts that differ contain all of their facts, owners with all that belongs to them', () => {
  expect(changedFacts(known, { ...facts })).toEqual({});
  expect(changedFacts(known, { ...facts, name: 'Other' })).toEqual({ name: 'Other' });
  const { corporateOwners, othersBelowQuarter } = facts;
  expect(changedFacts(known, { ...facts, people: [anna, boris] })).toEqual({
    people: [anna, boris],
    corporateOwners,
    othersBelowQuarter,
  });
  expect(changedFacts(known, { ...facts, address: { ...facts.address, line1: 'Elsewhere 1' } })).toEqual({
    address: { ...facts.address, line1: 'Elsewhere 1' },
  });
});

test('a request is about the parts of which it names a fact', () => {
  expect(partsOf({})).toEqual([]);
  expect(partsOf({ name: 'Other' })).toEqual(['name']);
  expect(partsOf({ corporateOwners: [] })).toEqual(['owners']);
  expect(partsOf({ othersBelowQuarter: false, legalForm: facts.legalForm })).toContain('owners');
});

test('the version of facts is the same for equal values in any order of their fields, and for no others', () => {
  const version = factsVersion(known);
  expect(version).toMatch(/^[\w-]{22}$/);
  const turned = Object.fromEntries(Object.entries(known).toReversed()) as unknown as KnownFacts;
  const turnedAddress = Object.fromEntries(Object.entries(facts.address).toReversed());
  expect(factsVersion({ ...turned, address: turnedAddress } as unknown as KnownFacts)).toBe(version);
  expect(factsVersion({ ...known, name: 'Other' })).not.toBe(version);
  expect(factsVersion({ ...known, people: [anna, boris] })).not.toBe(version);
  expect(factsVersion({ ...known, address: { ...facts.address, line1: 'Elsewhere 1' } })).not.toBe(version);
});

test('the version of one part does not change with another', () => {
  const version = factsVersion(known, ['name']);
  expect(factsVersion({ ...known, address: { ...facts.address, line1: 'Elsewhere 1' } }, ['name'])).toBe(
    version,
  );
  expect(factsVersion({ ...known, name: 'Other' }, ['name'])).not.toBe(version);
});

test('a granted request replaces what it names and keeps the rest', () => {
  expect(factsWith(known, {})).toEqual(facts);
  const changed = {
    name: 'Other',
    registrationNumber: '77',
    country: 'FI',
    foundedOn: '2001-01-01',
    people: [boris],
    corporateOwners: [holding],
    othersBelowQuarter: !facts.othersBelowQuarter,
    address: { ...facts.address, line1: 'Elsewhere 1' },
    activity: 'wholesale' as typeof facts.activity,
    legalForm: facts.legalForm,
  };
  expect(factsWith(known, changed as never)).toEqual({ ...facts, ...changed });
});

test.each(['legalForm', 'foundedOn', 'activity', 'address'] as const)(
  'facts stored before %s was required must be completed by the request',
  (name) => {
    const old = { ...known, [name]: null } as KnownFacts;
    expect(() => factsWith(old, {})).toThrow('leaves facts open');
    expect(factsWith(old, { [name]: facts[name] })).toEqual(facts);
  },
);

test('people and owners are new if they were not in the company, regardless of case', () => {
  expect(newcomers(known, {})).toEqual({ people: [], corporateOwners: [] });
  const shouted = { ...anna, lastName: anna.lastName.toUpperCase() };
  const changed = { people: [shouted, boris], corporateOwners: [holding] };
  expect(newcomers(known, changed)).toEqual({ people: [boris], corporateOwners: [holding] });
  const owned = { ...known, corporateOwners: [{ ...holding, registrationNumber: 'hrb 1', name: 'Renamed' }] };
  expect(newcomers(owned as KnownFacts, changed).corporateOwners).toEqual([]);
});

test('another birthday is another person, another register number another owner', () => {
  expect(keyOfPerson(anna)).not.toBe(keyOfPerson({ ...anna, dateOfBirth: anna.dateOfBirth + 86_400 }));
  expect(keyOfPerson(anna)).not.toBe(keyOfPerson({ ...anna, firstName: 'Hanna' }));
  expect(keyOfOwner(holding)).not.toBe(keyOfOwner({ ...holding, registrationNumber: 'HRB 2' }));
  expect(keyOfOwner(holding)).not.toBe(keyOfOwner({ ...holding, country: 'AT' }));
});

test('a change needs one paper, and one more for each new person', () => {
  expect([checkPapers(0, 1), checkPapers(2, 3)]).toEqual([[], []]);
  const missing = [{ field: 'documentIds', code: 'identity_papers_missing' }];
  expect([checkPapers(0, 0), checkPapers(2, 2)]).toEqual([missing, missing]);
});
