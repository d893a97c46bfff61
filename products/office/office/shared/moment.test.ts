import { expect, test } from 'vitest';
import { ageOf } from './moment.ts';

const now = Date.parse('2026-11-30T12:00:00Z');

test.each([
  ['2026-11-30T12:00:00Z', { unit: 'minutes', count: 0 }],
  ['2026-11-30T11:00:01Z', { unit: 'minutes', count: 59 }],
  ['2026-11-30T11:00:00Z', { unit: 'hours', count: 1 }],
  ['2026-11-29T12:00:01Z', { unit: 'hours', count: 23 }],
  ['2026-11-29T12:00:00Z', { unit: 'days', count: 1 }],
  ['2026-10-01T12:00:00Z', { unit: 'days', count: 60 }],
  // By the bank's clock, which is ahead of this one.
  ['2026-11-30T12:00:30Z', { unit: 'minutes', count: 0 }],
])('since %s', (since, age) => {
  expect(ageOf(since, now)).toEqual(age);
});
