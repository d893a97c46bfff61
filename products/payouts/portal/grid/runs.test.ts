import { expect, test } from 'vitest';
import { positionsOf, withChanges, withNeighbours } from './runs.ts';

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

test('adds surrounding rows, joins adjacent runs, and leaves removed rows out', () => {
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

test.each([
  [
    [[3, false]],
    [
      [1, 2],
      [4, 4],
      [7, 9],
      [20, 20],
    ],
  ],
  [
    [
      [5, true],
      [6, true],
    ],
    [
      [1, 9],
      [20, 20],
    ],
  ],
  [
    [
      [20, false],
      [1, false],
      [30, true],
      [0, true],
    ],
    [
      [0, 0],
      [2, 4],
      [7, 9],
      [30, 30],
    ],
  ],
  [
    [
      [8, true],
      [15, false],
    ],
    [
      [1, 4],
      [7, 9],
      [20, 20],
    ],
  ],
  [
    [
      [1, false],
      [2, false],
      [3, false],
      [4, false],
    ],
    [
      [7, 9],
      [20, 20],
    ],
  ],
] as const)('%j is put in and taken out', (changes, runs) => {
  expect(withChanges(all.runs, new Map<number, boolean>(changes))).toEqual(runs);
});
