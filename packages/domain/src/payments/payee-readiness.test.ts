import { expect, test } from 'vitest';
import { payeeReadiness, type TravellingPayee, untransliterable } from './remittance.ts';

const ready: TravellingPayee = {
  name: 'Hansa Container Depot GmbH',
  street: 'Veddeler Damm',
  buildingNumber: '12',
  postCode: '20457',
  town: 'Hamburg',
  schemes: ['SEPA'],
};
const without = { street: null, buildingNumber: null, postCode: null, town: null };

test.each<[string, Partial<TravellingPayee>, string[]]>([
  ['whole', {}, []],
  ['SEPA without an address', without, []],
  ['SEPA with a street and no town', { town: null }, ['town_missing']],
  ['SEPA with a post code and no town', { ...without, postCode: '20457' }, ['town_missing']],
  ['SEPA with a street alone', { ...without, street: 'Veddeler Damm' }, ['town_missing']],
  ['SEPA with a building alone', { ...without, buildingNumber: '12' }, ['town_missing']],
  ['SEPA with a town alone', { ...without, town: 'Hamburg' }, []],
  ['SWIFT without an address', { ...without, schemes: ['SWIFT'] }, ['street_missing', 'town_missing']],
  ['SWIFT without a street', { street: null, schemes: ['SEPA', 'SWIFT'] }, ['street_missing']],
  ['inside the bank', { ...without, name: 'Ромашка', schemes: [] }, []],
  ['a name in Cyrillic', { name: 'Ромашка' }, ['characters']],
  ['a town with an accent', { town: 'Tõrva' }, ['characters']],
  ['a name as long as may be', { name: 'a'.repeat(70) }, []],
  ['a name too long', { name: 'a'.repeat(71) }, ['name_too_long']],
])('%s', (_name, change, issues) => {
  expect(payeeReadiness({ ...ready, ...change })).toEqual(issues);
});

test('untransliterable letters are reported, signs become dots', () => {
  expect(untransliterable('ООО «Ромашка» № 5, Tõrva & Co. 100% 🎉')).toEqual([]);
  expect(untransliterable('王伟 王 Αθήνα')).toEqual(['王', '伟', 'Α', 'θ', 'ή', 'ν', 'α']);
});
