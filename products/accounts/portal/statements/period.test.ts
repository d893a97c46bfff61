import { expect, test } from 'vitest';
import { namedPeriod } from './period.ts';

const inMarch = new Date(2026, 2, 15, 12);
const inJanuary = new Date(2026, 0, 1, 0, 30);

test('a named period ends today or with the last day of a month or year', () => {
  expect(namedPeriod('thisMonth', inMarch)).toEqual({ from: '2026-03-01', to: '2026-03-15' });
  expect(namedPeriod('lastMonth', inMarch)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(namedPeriod('thisYear', inMarch)).toEqual({ from: '2026-01-01', to: '2026-03-15' });
  expect(namedPeriod('lastYear', inMarch)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
});

test('on the first day of a year the last month is in the year before', () => {
  expect(namedPeriod('lastMonth', inJanuary)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(namedPeriod('thisYear', inJanuary)).toEqual({ from: '2026-01-01', to: '2026-01-01' });
});
