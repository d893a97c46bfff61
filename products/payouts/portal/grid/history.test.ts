import { expect, test } from 'vitest';
import { createHistory, noChange, place, stepOf } from './history.ts';

const cells = { name: 'Kadri', amount: '1.00' };

test('a step knows how to take itself back', () => {
  const change = {
    ...noChange,
    changed: [{ position: 2, cells: { amount: '2.00', bic: 'X' } }],
    removed: [3],
  };
  expect(stepOf(change, () => cells).undo).toEqual({
    changed: [{ position: 2, cells: { amount: '1.00', bic: '' } }],
    added: [{ position: 3, cells }],
    removed: [],
  });
});

test('added rows are undone once they have a position, and restored there', () => {
  const step = stepOf({ ...noChange, added: [{ cells }, { cells }] }, () => undefined);
  // A long change is sent in parts.
  place(step, [7]);
  place(step, [9]);
  expect(step.undo.removed).toEqual([7, 9]);
  expect(step.redo.added).toEqual([
    { position: 7, cells },
    { position: 9, cells },
  ]);
});

test('goes back and forth; a new step discards undone ones', () => {
  const history = createHistory();
  const [one, two, three] = [1, 2, 3].map((position) =>
    stepOf({ ...noChange, removed: [position] }, () => cells),
  );
  if (!one || !two || !three) throw new Error('three steps');
  history.add(one);
  history.add(two);
  expect(history.back()).toBe(two);
  expect(history.can()).toEqual({ undo: true, redo: true });
  expect(history.forth()).toBe(two);
  expect(history.back()).toBe(two);
  history.add(three);
  expect(history.forth()).toBeUndefined();
  expect([history.back(), history.back(), history.back()]).toEqual([three, one, undefined]);
});
