/** Every kind of file that leaves, against the shape in our own words; against ISO 20022's schemas `npm run validate-files` holds them. */
import { expect, test } from 'vitest';
import { faultsOf } from '../../../../test/support/pain001-shape.ts';
import { batchesByKind } from '../../../../test/support/rail-batches.ts';

test.each(batchesByKind)('$kind: has the shape of a pain.001, in Latin letters', ({ xml }) => {
  expect(faultsOf(xml)).toEqual([]);
  expect(xml).toMatch(/^[\n\x20-\x7e]*$/);
});
