import { describe, expect, it } from 'vitest';
import { addDays, dayAsDate, dayName, localDay, momentsOf } from './days.ts';

describe('days in the person’s own time zone', () => {
  it('begin and end at midnight', () => {
    expect(localDay(new Date(2026, 10, 18, 0, 5))).toBe('2026-11-18');
    expect(localDay(new Date(2026, 10, 17, 23, 55))).toBe('2026-11-17');
    expect(localDay(dayAsDate('2026-03-29'))).toBe('2026-03-29');
  });

  it('are named by how near they are', () => {
    const now = new Date(2026, 10, 18, 0, 1);
    expect(dayName('2026-11-18', now)).toBe('today');
    expect(dayName('2026-11-17', now)).toBe('yesterday');
    expect(dayName('2026-11-12', now)).toBe('weekday');
    expect(dayName('2026-11-11', now)).toBe('date');
    expect(dayName('2026-11-19', now)).toBe('date');
  });

  it('are queried by the moments at which they begin', () => {
    const day = '2026-11-18';
    const moments = { from: new Date(2026, 10, 18).toISOString(), to: new Date(2026, 10, 19).toISOString() };
    expect(momentsOf({ from: day, to: day })).toEqual(moments);
    expect(momentsOf({ to: '2026-12-31' })).toEqual({ to: new Date(2027, 0, 1).toISOString() });
    expect(momentsOf({})).toEqual({});
  });

  it('follow each other across a daylight saving change', () => {
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });
});
