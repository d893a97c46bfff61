import { bakery } from '@calmly/server/test/support/clients/companies.ts';
import { expect, test } from 'vitest';
import { type CompanyFacts, checkFacts } from './rules.ts';

const now = new Date('2026-11-21T09:00:00Z');
const [anna] = bakery().people;
if (!anna) throw new Error('the bakery has no people');

const cases: ReadonlyArray<readonly [name: string, change: Partial<CompanyFacts>, refused: string[]]> = [
  ['everything valid', {}, []],
  ['a country that does not exist', { country: 'XX' }, ['country invalid']],
  ['a country that is not served', { country: 'KP' }, ['country country_unsupported']],
  [
    'a seat in a country that is not served',
    { address: { ...anna.address, country: 'RU' } },
    ['address.country country_unsupported'],
  ],
  ['founded tomorrow', { foundedOn: '2026-11-22' }, ['foundedOn day_not_past']],
  ['founded too early', { foundedOn: '1199-12-31' }, ['foundedOn day_not_past']],
  ['founded today', { foundedOn: '2026-11-21' }, []],
  ['no director', { people: [{ ...anna, isDirector: false }] }, ['people director_missing']],
  [
    'a person who neither directs nor owns',
    { people: [anna, { ...anna, isDirector: false, shareBasisPoints: null }] },
    ['people.1.isDirector part_missing'],
  ],
  [
    'a director born tomorrow',
    { people: [{ ...anna, dateOfBirth: Date.UTC(2026, 10, 22) / 1000 }] },
    ['people.0.dateOfBirth date_of_birth'],
  ],
  [
    'a citizenship and a country of residence that do not exist',
    { people: [{ ...anna, citizenship: 'XX', address: { ...anna.address, country: 'XX' } }] },
    ['people.0.citizenship invalid', 'people.0.address.country invalid'],
  ],
  [
    'a share of nothing',
    { people: [{ ...anna, shareBasisPoints: 0 }] },
    ['people.0.shareBasisPoints share_range'],
  ],
  [
    'a share above 100 %',
    { people: [{ ...anna, shareBasisPoints: 10_001 }] },
    ['people.0.shareBasisPoints share_range'],
  ],
  [
    'shares that exceed 100 % together',
    { corporateOwners: [{ name: 'Holding', registrationNumber: '1', country: 'EE', shareBasisPoints: 1 }] },
    ['corporateOwners shares_above_whole'],
  ],
  [
    'an owner in a country that does not exist',
    {
      people: [{ ...anna, shareBasisPoints: 5_000 }],
      corporateOwners: [{ name: 'Holding', registrationNumber: '1', country: 'XX', shareBasisPoints: 5_000 }],
    },
    ['corporateOwners.0.country invalid'],
  ],
  [
    'more than a quarter without an owner',
    { people: [{ ...anna, shareBasisPoints: 7_499 }] },
    ['othersBelowQuarter owners_unnamed'],
  ],
  ['a name that grows in Latin letters', { name: 'щ'.repeat(18) }, ['name latin_too_long']],
  [
    'an address that grows in Latin letters',
    { address: { ...bakery().address, line1: 'щ'.repeat(18), town: 'щ'.repeat(9) } },
    ['address.line1 latin_too_long', 'address.town latin_too_long'],
  ],
  ['a quarter without an owner', { people: [{ ...anna, shareBasisPoints: 7_500 }] }, []],
  [
    'no owner above a quarter, as declared',
    { people: [{ ...anna, shareBasisPoints: null }], othersBelowQuarter: true },
    [],
  ],
];

test.each(cases)('%s', (_name, change, refused) => {
  const rejections = checkFacts({ ...bakery(), ...change }, now);
  expect(rejections.map(({ field, code }) => `${field} ${code}`)).toEqual(refused);
});
