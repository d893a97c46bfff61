import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import { expect, it } from 'vitest';
import { lineDays, monthOf, monthStarts } from './chart-periods.ts';

const now = new Date('2026-01-31T23:59:59.999Z');
const utc = daysIn('UTC');

it('ends the balance line today and draws at most 90 points', () => {
  for (const days of [7, 30, 90, 91, 180, 365, 366]) {
    const line = lineDays(utc, now, days);
    expect(line.length).toBeLessThanOrEqual(90);
    expect(line.at(-1)).toEqual({ date: '2026-01-31', endsAt: new Date('2026-02-01T00:00:00Z') });
    const gaps = line
      .slice(1)
      .map(({ endsAt }, index) => endsAt.getTime() - (line[index]?.endsAt.getTime() ?? 0));
    expect(new Set(gaps).size).toBe(1);
  }
  expect(lineDays(utc, now, 7).map(({ date }) => date)[0]).toBe('2026-01-25');
});

it('limits months by their first instants, across the year', () => {
  expect(monthStarts(utc, now, 3).map(({ date }) => date)).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ]);
  expect(monthOf('2026-01-31')).toBe('2026-01');
});

it('uses the days and months of the time zone: where it is already February, January is over', () => {
  const zone = daysIn('Pacific/Kiritimati');
  expect(lineDays(zone, now, 7).at(-1)).toEqual({
    date: '2026-02-01',
    endsAt: new Date('2026-02-01T10:00:00Z'),
  });
  expect(monthStarts(zone, now, 1)).toEqual([
    { date: '2026-02-01', startsAt: new Date('2026-01-31T10:00:00Z') },
    { date: '2026-03-01', startsAt: new Date('2026-02-28T10:00:00Z') },
  ]);
});
