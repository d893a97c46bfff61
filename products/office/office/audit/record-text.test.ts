import { expect, test } from 'vitest';
import { isId, summaryOf } from './record-text.ts';

test('the details of a record in one line, without those that are empty', () => {
  const details = { queue: 'payment', decision: 'approve', count: 2, factor: true, before: null };
  expect(summaryOf(details, { yes: 'yes', no: 'no' })).toBe(
    'queue: payment, decision: approve, count: 2, factor: yes',
  );
});

test.each([
  ['019e0000-0000-7000-8000-000000000001', true],
  ['019E0000-0000-7000-8000-00000000000A', true],
  ['019e0000-0000-7000-8000-00000000000', false],
  ['Anna Kask', false],
])('%s is an id: %s', (text, is) => {
  expect(isId(text)).toBe(is);
});
