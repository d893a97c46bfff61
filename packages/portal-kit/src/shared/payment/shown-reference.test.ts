import { expect, test } from 'vitest';
import { shownReference } from './shown-reference.ts';

const hash = 'f86cf84a4fd8f9cdf9f2978c525bb16a5a8afd7bd39e55aa55fd6c4145244c79';

test.each([
  ['CRYPTO', hash, 'f86cf84a…244c79'],
  ['CRYPTO', 'Rent for November', 'Rent for November'],
  ['SEPA', hash, hash],
] as const)('the reference of %s %s is listed as %s', (scheme, reference, shown) => {
  expect(shownReference({ scheme, reference })).toBe(shown);
});
