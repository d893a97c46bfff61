/** Name, kind and address of a new payee. Source: README of payouts, "What is checked"; EPC153-22 and ISO 20022, PostalAddress24. */
import { expect, test } from 'vitest';
import { kindOf } from '../party.ts';
import { type Changes, type ExtraFacts, faultsOf, house, ours, overseas, paramsOf } from './facts.ts';

test.each<[string, Changes, string[]]>([
  ['none', { name: undefined }, ['name required']],
  ['in Russian', { name: 'Анна Тамм' }, []],
  ['without a spelling in Latin letters', { name: '王 Anna' }, ['name latin_needed']],
  ['of signs alone', { name: '..' }, ['name latin_needed']],
  ['of 70 letters', { name: 'x'.repeat(70) }, []],
  ['of 71 letters', { name: 'x'.repeat(71) }, ['name latin_too_long']],
  ['of 17 letters that become 68', { name: 'щ'.repeat(17) }, []],
  ['of 18 letters that become 72', { name: 'щ'.repeat(18) }, ['name latin_too_long']],
])('a name %s', (_, changes, expected) => {
  expect(faultsOf(changes)).toEqual(expected);
});

test('a fault of a name states its length in letters and the limit', () => {
  expect(paramsOf('latin_needed', { name: '王 Anna 李' })).toEqual({ characters: '王 李' });
  expect(paramsOf('latin_needed', { name: '..' })).toEqual({ characters: '..' });
  expect(paramsOf('latin_too_long', { name: 'x'.repeat(71) })).toEqual({ most: 70 });
});

test.each<[string | undefined, 'person' | 'company' | undefined]>([
  ['person', 'person'],
  [' Individual ', 'person'],
  ['физлицо', 'person'],
  ['COMPANY', 'company'],
  ['legal entity', 'company'],
  ['Юрлицо', 'company'],
  ['alien', undefined],
  [undefined, undefined],
])('the type %j is a %s', (type, kind) => {
  expect(kindOf(type)).toBe(kind);
  expect(faultsOf({ type })).toEqual(
    type === undefined || kind !== undefined ? [] : ['type payee_type_unknown'],
  );
});

test.each<[string, Changes, string[]]>([
  ['EE', { country: 'EE' }, []],
  [' ee ', { country: ' ee ' }, []],
  ['Estonia', { country: 'Estonia' }, ['country country_code_unknown: EE']],
  [' ЭСТОНИЯ ', { country: ' ЭСТОНИЯ ' }, ['country country_code_unknown: EE']],
  ['Atlantis', { country: 'Atlantis' }, ['country country_code_unknown']],
])('the country %s', (_, changes, expected) => {
  expect(faultsOf(changes)).toEqual(expected);
});

test.each<[string, Changes, string[]]>([
  ['a word', { bankCountry: 'Эстония' }, ['bankCountry country_code_unknown: EE']],
  ['a word of another country', { bankCountry: 'Germany' }, ['bankCountry country_code_unknown: DE']],
  [
    'a word, while the account is at fault',
    { bankCountry: 'Atlantis', account: undefined },
    ['account account_missing', 'bankCountry country_code_unknown'],
  ],
  [
    'a word beside a routing number',
    { ...overseas, bankCountry: 'USA' },
    ['bankCountry country_code_unknown'],
  ],
])(
  'the country of the bank is read like the payee’s, and reported as wrong only once: %s',
  (_, changes, expected) => {
    expect(faultsOf(changes)).toEqual(expected);
  },
);

const inTown = { town: 'Tallinn' };
test.each<[string, Changes, string[]]>([
  ['a street of 70 letters', { ...inTown, street: 'x'.repeat(70) }, []],
  ['a street of 71 letters', { ...inTown, street: 'x'.repeat(71) }, ['street text_too_long']],
  ['a street of 17 letters that become 68', { ...inTown, street: 'щ'.repeat(17) }, []],
  ['a street of 18 letters that become 72', { ...inTown, street: 'щ'.repeat(18) }, ['street latin_too_long']],
  ['a street without a spelling in Latin letters', { ...inTown, street: '王' }, ['street latin_needed']],
  ['a building of 16 letters', { ...inTown, buildingNumber: 'x'.repeat(16) }, []],
  [
    'a building of 17 letters',
    { ...inTown, buildingNumber: 'x'.repeat(17) },
    ['buildingNumber text_too_long'],
  ],
  ['a town of 35 letters', { town: 'x'.repeat(35) }, []],
  ['a town of 36 letters', { town: 'x'.repeat(36) }, ['town text_too_long']],
  ['a bank of 140 letters', { bankName: 'x'.repeat(140) }, []],
  ['a bank of 141 letters', { bankName: 'x'.repeat(141) }, ['bankName text_too_long']],
  ['a bank of 36 letters that become 144', { bankName: 'щ'.repeat(36) }, ['bankName latin_too_long']],
  ['a bank in any letters', { bankName: '中国银行' }, []],

  ['a postcode', { ...inTown, postCode: '10115' }, []],
  [
    'a postcode of 17 letters',
    { ...inTown, postCode: 'x'.repeat(17) },
    ['postCode text_too_long', 'postCode post_code_invalid'],
  ],
  [
    'a postcode that is none in the country of the account',
    { ...inTown, postCode: 'LV-1010' },
    ['postCode post_code_invalid'],
  ],
  ['a postcode of the country that is named', { ...inTown, postCode: 'LV-1010', country: 'LV' }, []],
  ['a postcode in an unknown country', { account: undefined, postCode: 'XYZ' }, ['account account_missing']],
  [
    'a wrong postcode while the account is at fault',
    { account: undefined, postCode: 'XYZ', country: 'LV' },
    ['account account_missing', 'postCode post_code_invalid'],
  ],

  ['two lines', { ...inTown, addressLines: 'Pikk 1\n10123' }, []],
  ['two lines and blank ones', { ...inTown, addressLines: '\nPikk 1\n  \n10123\n' }, []],
  [
    'three lines',
    { ...inTown, addressLines: 'Pikk 1\n10123\nTallinn' },
    ['addressLines address_lines_too_many'],
  ],
  ['a line of 70 letters', { ...inTown, addressLines: `Pikk 1\n${'x'.repeat(70)}` }, []],
  [
    'a line of 71 letters',
    { ...inTown, addressLines: `Pikk 1\n${'x'.repeat(71)}` },
    ['addressLines text_too_long'],
  ],
  [
    'a line of 18 letters that become 72',
    { ...inTown, addressLines: `Pikk 1\n${'щ'.repeat(18)}` },
    ['addressLines latin_too_long'],
  ],
  ['two lines that become 68 each', { ...inTown, addressLines: `${'щ'.repeat(17)}\n${'щ'.repeat(17)}` }, []],
  [
    'a line without a spelling in Latin letters',
    { ...inTown, addressLines: 'Pikk 1\n王' },
    ['addressLines latin_needed'],
  ],
])('an address: %s', (_, changes, expected) => {
  expect(faultsOf(changes)).toEqual(expected);
});

test('faults of an address state lengths and examples', () => {
  expect(paramsOf('text_too_long', { ...inTown, street: 'x'.repeat(71) })).toEqual({ actual: 71, most: 70 });
  expect(paramsOf('latin_too_long', { town: 'щ'.repeat(9) })).toEqual({ most: 35 });
  expect(paramsOf('latin_needed', { town: '王李' })).toEqual({ characters: '王 李' });
  expect(paramsOf('post_code_invalid', { ...inTown, postCode: 'X' })).toEqual({ example: '12345' });
  expect(paramsOf('address_lines_too_many', { addressLines: 'a\nb\nc' })).toEqual({ most: 2 });
  expect(paramsOf('text_too_long', { addressLines: `${'x'.repeat(72)}\n${'x'.repeat(71)}` })).toEqual({
    actual: 72,
    most: 70,
  });
  expect(paramsOf('latin_too_long', { addressLines: 'щ'.repeat(18) })).toEqual({ most: 70 });
});

const bare: Changes = { ...overseas, street: undefined, town: undefined };
test.each<[string, Changes, ExtraFacts, string[]]>([
  ['SEPA, none', {}, {}, []],
  ['SEPA, a street alone', { street: 'Pikk 1' }, {}, ['town town_needed']],
  ['SEPA, a building alone', { buildingNumber: '1' }, {}, ['town town_needed']],
  ['SEPA, a postcode alone', { postCode: '10123' }, {}, ['town town_needed']],
  ['SEPA, a line alone', { addressLines: 'Pikk 1' }, {}, ['town town_needed']],
  ['SEPA, a town alone', inTown, {}, []],
  ['SWIFT, none', bare, {}, ['street street_needed', 'town town_needed']],
  ['SWIFT, a street alone', { ...bare, street: 'Broad Street 1' }, {}, ['town town_needed']],
  ['SWIFT, a town alone', { ...bare, town: 'New York' }, {}, ['street street_needed']],
  ['SWIFT, a line and a town', { ...bare, addressLines: ' \nBroad Street 1', town: 'New York' }, {}, []],
  ['SWIFT, while the account is at fault', { ...bare, account: undefined }, {}, ['account account_missing']],
  [
    'inside the bank, a street alone',
    { account: '10000000035', street: 'Pikk 1' },
    { known: house(ours()) },
    [],
  ],
])('the address that a payment requires: %s', (_, changes, more, expected) => {
  expect(faultsOf(changes, more)).toEqual(expected);
});
