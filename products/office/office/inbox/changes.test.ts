import { expect, test } from 'vitest';
import { isOutdated, withChanges } from './changes.ts';

const facts = [
  { label: 'Amount', value: '10.00 EUR' },
  { label: 'Hit', value: 'One' },
  { label: 'Hit', value: 'Two' },
];

test('the first reading of an item marks nothing', () => {
  expect(withChanges(facts, undefined)).toEqual(facts);
});

test('the same facts again are not marked', () => {
  expect(withChanges(facts, facts)).toEqual(facts);
});

test('a changed fact shows what it was, a new one that it is new, and one that is gone stays in sight', () => {
  const now = [
    { label: 'Amount', value: '12.00 EUR' },
    { label: 'Hit', value: 'One' },
    { label: 'Note', value: 'Checked' },
  ];
  expect(withChanges(now, facts)).toEqual([
    { label: 'Amount', value: '12.00 EUR', was: '10.00 EUR' },
    { label: 'Hit', value: 'One' },
    { label: 'Note', value: 'Checked', was: null },
    { label: 'Hit', value: 'Two', isGone: true },
  ]);
});

test.each([
  ['nothing happened', 5, 5, 0, false],
  ['the reader decided two, and the counts follow', 5, 3, 2, false],
  ['the reader decided two, and the counts are from before', 5, 5, 2, false],
  ['a new item has arrived', 5, 6, 0, true],
  ['a colleague decided one', 5, 4, 0, true],
  ['the queue cannot be counted now', 5, null, 0, false],
  ['the queue could not be counted then', null, 5, 0, false],
])('the list is outdated: %s', (_, then, now, decided, outdated) => {
  expect(isOutdated(then, now, decided)).toBe(outdated);
});
