import { expect, test } from 'vitest';
import { positionsOf, withNeighbours } from './runs.ts';

const all = positionsOf([
  [1, 4],
  [7, 9],
  [20, 20],
]);

test('finds positions by their place and back, over gaps', () => {
  expect(all.count).toBe(8);
  expect([0, 3, 4, 6, 7, 8, -1].map(all.at)).toEqual([1, 4, 7, 9, 20, undefined, undefined]);
  expect([1, 4, 5, 7, 9, 20, 21].map(all.indexOf)).toEqual([0, 3, -1, 4, 6, 7, -1]);
});

test('finds the place of the next position', () => {
  expect([0, 5, 10, 21].map(all.indexFrom)).toEqual([0, 4, 7, 8]);
});

test('an empty list has no places', () => {
  const none = positionsOf([]);
  expect([none.count, none.at(0), none.indexOf(1), none.indexFrom(1)]).toEqual([0, undefined, -1, 0]);
});

test('adds rows around, joins what touches, and leaves removed rows out', () => {
  expect(withNeighbours([[4, 4]], all, 1)).toEqual([
    [3, 4],
    [7, 7],
  ]);
  expect(
    withNeighbours(
      [
        [1, 1],
        [20, 20],
      ],
      all,
      2,
    ),
  ).toEqual([
    [1, 3],
    [8, 9],
    [20, 20],
  ]);
});
