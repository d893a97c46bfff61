import { expect, test } from 'vitest';
import { longDate, withoutYearSign } from './long-date.ts';

test('a date in words ends without the sign of the year, which would double the full stop of a sentence', () => {
  expect(longDate('2026-11-27', 'ru')).toBe('27 ноября 2026');
  expect(longDate('2026-11-27', 'en')).toBe('27 November 2026');
  expect(withoutYearSign('27 нояб. 2026 г.')).toBe('27 нояб. 2026');
});

test('a moment is a day of the time zone', () => {
  const late = new Date('2026-11-27T23:30:00Z');
  expect(longDate(late, 'en')).toBe('27 November 2026');
  expect(longDate(late, 'en', 'Europe/Tallinn')).toBe('28 November 2026');
});
