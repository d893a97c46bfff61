import { expect, test } from 'vitest';
import { faultOf, letterOf } from './mapping-choice.ts';

test('reports missing and duplicate fields', () => {
  expect(faultOf(['name', null])).toEqual({ code: 'missingAmount' });
  expect(faultOf(['amount'])).toEqual({ code: 'missingAccount' });
  expect(faultOf(['amount', 'account', 'town', 'town'])).toEqual({ code: 'twice', field: 'town' });
  expect(faultOf(['amount', 'account', 'account', 'name', 'name'])).toBeUndefined();
  expect(faultOf(['amount', 'payeeId'])).toBeUndefined();
});

test('columns are named as spreadsheets name them', () => {
  expect([0, 25, 26, 27, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA']);
});
