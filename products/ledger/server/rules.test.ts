import { expect, test } from 'vitest';
import { splitAtRepeats } from './rules.ts';

const split = (text: string) => splitAtRepeats(text.split(''), (item) => [item]).map((run) => run.join(''));

test.each([
  ['', []],
  ['abc', ['abc']],
  ['aa', ['a', 'a']],
  ['abab', ['ab', 'ab']],
  ['abcbd', ['abc', 'bd']],
  ['aAb', ['a', 'Ab']],
])('%j is cut into %j', (text, runs) => {
  expect(split(text)).toEqual(runs);
});

test('one repeated id of an item is enough', () => {
  const items = [['a', 'b'], ['c', 'b'], ['d']];
  expect(splitAtRepeats(items, (ids) => ids)).toEqual([[['a', 'b']], [['c', 'b'], ['d']]]);
});
