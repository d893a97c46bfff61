/** Groups of merchants by their code (ISO 18245). */
import { expect, test } from 'vitest';
import { categoryOf } from './merchant-category.ts';

test.each([
  ['5411', 'groceries'],
  ['5499', 'groceries'],
  ['5500', 'other'],
  ['5421', 'other'],
  ['6011', 'cash'],
  ['7995', 'gambling'],
  ['7994', 'entertainment'],
  ['9405', 'government'],
  ['9406', 'gambling'],
  ['9407', 'government'],
  ['9999', 'government'],
  ['0000', 'other'],
  ['541', 'other'],
  ['54110', 'other'],
  ['x5411', 'other'],
  ['', 'other'],
])('a merchant of the code %j belongs to %s', (mcc, category) => {
  expect(categoryOf(mcc)).toBe(category);
});
