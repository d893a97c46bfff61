import type { Payment } from '@calmly/contract';
import { describe, expect, it } from 'vitest';
import { addDays, dayName, groupByDay } from './day-groups.ts';

const at = (...when: [number, number, number, number, number]) =>
  ({ createdAt: new Date(...when).toISOString() }) as Payment;

describe('payments by day', () => {
  it('fall on the day of the person’s clock, in the order they came', () => {
    const days = groupByDay([at(2026, 10, 18, 0, 5), at(2026, 10, 17, 23, 55), at(2026, 10, 17, 8, 0)]);
    expect(days.map(({ day, payments }) => [day, payments.length])).toEqual([
      ['2026-11-18', 1],
      ['2026-11-17', 2],
    ]);
  });

  it('days are named by how near they are', () => {
    const now = new Date(2026, 10, 18, 0, 1);
    expect(dayName('2026-11-18', now)).toBe('today');
    expect(dayName('2026-11-17', now)).toBe('yesterday');
    expect(dayName('2026-11-12', now)).toBe('weekday');
    expect(dayName('2026-11-11', now)).toBe('date');
    expect(dayName('2026-11-19', now)).toBe('date');
  });

  it('a step over the change to winter time is one day', () => {
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });
});
