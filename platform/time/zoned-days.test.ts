import { describe, expect, test } from 'vitest';
import { addDays, daysIn, firstOfMonth } from './zoned-days.ts';

/** Day, time zone and the moment at which the day begins there. */
const starts: ReadonlyArray<readonly [string, string, string]> = [
  ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z'],
  ['2026-11-22', 'Pacific/Kiritimati', '2026-11-21T10:00:00.000Z'],
  ['2026-11-22', 'Pacific/Pago_Pago', '2026-11-22T11:00:00.000Z'],
  ['2026-11-22', 'Asia/Kathmandu', '2026-11-21T18:15:00.000Z'],
  // Clocks change at night, so the day before and the day itself have different offsets.
  ['2026-03-29', 'Europe/Vilnius', '2026-03-28T22:00:00.000Z'],
  ['2026-03-30', 'Europe/Vilnius', '2026-03-29T21:00:00.000Z'],
  ['2026-10-25', 'Europe/Vilnius', '2026-10-24T21:00:00.000Z'],
  ['2026-10-26', 'Europe/Vilnius', '2026-10-25T22:00:00.000Z'],
  // No midnight: clocks jump from 00:00 to 01:00. Two midnights: they go from 01:00 back to 00:00.
  ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
];

describe('a day', () => {
  test.each(starts)('%s in %s begins at %s', (day, zone, start) => {
    const { startOf, dayOf } = daysIn(zone);
    expect(startOf(day).toISOString()).toBe(start);
    expect(dayOf(new Date(start))).toBe(day);
    expect(dayOf(new Date(Date.parse(start) - 1))).toBe(addDays(day, -1));
  });

  test('is right in every zone of the runtime, also when they take turns, and an unknown zone is refused each time', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const noon = new Date('2026-01-15T12:00:00Z');
    const shown = (timeZone: string) => noon.toLocaleDateString('sv', { timeZone });
    for (const pass of [1, 2])
      expect(
        zones.filter((zone) => daysIn(zone).dayOf(noon) !== shown(zone)),
        `pass ${pass}`,
      ).toEqual([]);
    for (const zone of ['Mars/Phobos', 'Mars/Phobos']) expect(() => daysIn(zone)).toThrow(RangeError);
  });

  test('moves by days and months of the calendar', () => {
    expect([addDays('2026-02-28', 1), addDays('2024-02-28', 1), addDays('2026-01-01', -1)]).toEqual([
      '2026-03-01',
      '2024-02-29',
      '2025-12-31',
    ]);
    expect([firstOfMonth('2026-01-31', -1), firstOfMonth('2026-12-31', 1)]).toEqual([
      '2025-12-01',
      '2027-01-01',
    ]);
  });
});

test('a time carries its offset from UTC, to the second in every zone', () => {
  const at = new Date('2026-07-01T22:30:05.125Z');
  expect(['UTC', 'Asia/Kathmandu', 'Pacific/Pago_Pago'].map((zone) => daysIn(zone).timeOf(at))).toEqual([
    '2026-07-01T22:30:05Z',
    '2026-07-02T04:15:05+05:45',
    '2026-07-01T11:30:05-11:00',
  ]);
});
