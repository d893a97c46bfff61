import { describe, expect, it } from 'vitest';
import { ageAt, birthDraft, birthSeconds } from './birth-date.ts';

const now = new Date('2026-11-21T12:00:00Z');
const typed = (day: string, month: string, year: string) => birthSeconds({ day, month, year }, now);

describe('a date of birth', () => {
  it('becomes Unix seconds at midnight UTC, before 1970 as well, and back', () => {
    expect(typed('2', '1', '1970')).toBe(86_400);
    expect(typed('31', '12', '1969')).toBe(-86_400);
    expect(typed('29', '2', '2000')).toBe(951_782_400);
    expect(birthDraft(951_782_400)).toEqual({ day: '29', month: '2', year: '2000' });
  });

  it.each([
    ['31', '4', '1990'],
    ['29', '2', '1999'],
    ['0', '1', '1990'],
    ['1', '13', '1990'],
    ['1', '1', '90'],
    ['1', '', '1990'],
    ['one', '1', '1990'],
    ['1', '1', '2027'],
    ['1', '1', '1899'],
  ])('does not exist as %s.%s.%s', (day, month, year) => {
    expect(typed(day, month, year)).toBeUndefined();
  });

  it('makes a person 18 on the birthday and not a day before', () => {
    const born = Date.UTC(2008, 10, 21) / 1000;
    expect(ageAt(born, new Date('2026-11-20T23:59:59Z'))).toBe(17);
    expect(ageAt(born, new Date('2026-11-21T00:00:00Z'))).toBe(18);
  });
});
