import { expect, test } from 'vitest';
import { cappedText, totalsOf } from './totals.ts';

const queue = (count: number | null, mine = 0) => ({
  queue: 'payment',
  access: 'decide' as const,
  state: count === null ? ('failed' as const) : ('ok' as const),
  count,
  oldest: null,
  mine,
});

test('a queue that could not be read is not counted as empty', () => {
  expect(totalsOf([queue(3, 1), queue(null, 7), queue(0)])).toEqual({
    waiting: 3,
    isAtLeast: false,
    mine: 1,
    unread: 1,
  });
});

test('a queue that is not counted to its end makes the sum a least one', () => {
  expect(totalsOf([queue(1_000), queue(2)])).toMatchObject({ waiting: 1_002, isAtLeast: true });
});

test.each([
  [999, '999'],
  [1_000, '1000+'],
])('the count %i is shown as %s', (count, text) => {
  expect(cappedText(count)).toBe(text);
});
