import { describe, expect, it } from 'vitest';
import { dateOf, dayOf, readDay } from './day-text.ts';

describe('a typed day', () => {
  it.each([
    ['05/12/2026', '2026-12-05'],
    ['5.12.26', '2026-12-05'],
    [' 5 12 2026 ', '2026-12-05'],
    ['05-12-2026', '2026-12-05'],
    ['05122026', '2026-12-05'],
    ['2026-12-05', '2026-12-05'],
    ['29.02.2028', '2028-02-29'],
  ])('reads %s', (text, day) => {
    expect(readDay(text)).toBe(day);
    expect(dayOf(dateOf(day))).toBe(day);
  });

  it.each([
    '',
    '5.12',
    '30.02.2026',
    '29.02.2026',
    '12/31/2026',
    '1.1.126',
    'tomorrow',
    '1.1.2026.1',
    '0.0.2026',
  ])('does not read %j', (text) => {
    expect(readDay(text)).toBeUndefined();
  });
});
