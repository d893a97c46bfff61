import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  frequencies,
  latestPayOn,
  latestStartOn,
  occurrenceAt,
  occurrenceFrom,
  occurrencesOf,
  restDayRules,
  type Schedule,
} from './schedule.ts';
import { isTargetDay } from './scheme.ts';

const monthly: Schedule = {
  frequency: 'MONTHLY',
  startOn: '2027-01-31',
  endOn: null,
  times: null,
  restDays: 'AFTER',
};
const datesOf = (change: Partial<Schedule>, count = 5) =>
  occurrencesOf({ ...monthly, ...change }, 0, count).map(({ dueOn }) => dueOn);

test.each<[string, Partial<Schedule>, string[]]>([
  [
    'the end of each month, though February is shorter',
    { startOn: '2028-01-31', restDays: 'BEFORE' },
    ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-28', '2028-05-31'],
  ],
  ['before Easter', { frequency: 'ONCE', startOn: '2027-03-28', restDays: 'BEFORE' }, ['2027-03-25']],
  ['after Easter', { frequency: 'ONCE', startOn: '2027-03-26' }, ['2027-03-30']],
  [
    'leap day',
    { frequency: 'YEARLY', startOn: '2028-02-29' },
    ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-03-01'],
  ],
  // A later date would have a five-digit year and sort before all others.
  [
    'until the calendar’s last year but no further',
    { frequency: 'YEARLY', startOn: '9997-12-31' },
    ['9997-12-31', '9998-12-31'],
  ],
  ['one payment, whose end means nothing', { frequency: 'ONCE', endOn: '2027-01-01' }, ['2027-02-01']],
  [
    'the last day that has a settlement day after it',
    { frequency: 'ONCE', startOn: '9999-11-30' },
    ['9999-11-30'],
  ],
  ['nothing beyond', { frequency: 'ONCE', startOn: '9999-12-01' }, []],
  ['nothing at the end of time', { startOn: '9999-12-25' }, []],
  ['so many times', { startOn: '2027-06-01', times: 2 }, ['2027-06-01', '2027-07-01']],
  [
    'up to a day',
    { frequency: 'WEEKLY', startOn: '2027-06-01', endOn: '2027-06-15' },
    ['2027-06-01', '2027-06-08', '2027-06-15'],
  ],
  [
    'each quarter',
    { frequency: 'QUARTERLY', startOn: '2026-11-30', times: 3 },
    ['2026-11-30', '2027-03-01', '2027-05-31'],
  ],
  ['nothing, when the end lies before the start', { endOn: '2027-01-30' }, []],
])('%s', (_, change, dates) => expect(datesOf(change)).toEqual(dates));

test('a day is due once, on a settlement day, close to its nominal date and in order', () => {
  const days = fc.integer({ min: 0, max: 40_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...frequencies),
      fc.constantFrom(...restDayRules),
      days,
      (frequency, restDays, day) => {
        const startOn = new Date(Date.UTC(1999, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
        const dates = datesOf({ frequency, restDays, startOn }, 30);
        expect(dates).toHaveLength(frequency === 'ONCE' ? 1 : 30);
        expect(dates.every(isTargetDay)).toBe(true);
        expect(new Set(dates).size).toBe(dates.length);
        expect([...dates].sort()).toEqual(dates);
        expect(Math.abs(Date.parse(dates[0] ?? '') - Date.parse(startOn))).toBeLessThanOrEqual(
          5 * 86_400_000,
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('dates before a given day are skipped', () => {
  expect(occurrenceFrom({ ...monthly, startOn: '2027-01-15' }, '2027-03-15')).toEqual({
    position: 2,
    dueOn: '2027-03-15',
  });
  expect(occurrenceFrom({ ...monthly, startOn: '2027-01-15' }, '2027-03-16')).toEqual({
    position: 3,
    dueOn: '2027-04-15',
  });
  expect(occurrenceFrom({ ...monthly, times: 1 }, '2027-03-16')).toBeUndefined();
  expect(occurrenceAt({ ...monthly, frequency: 'ONCE' }, 1)).toBeUndefined();
});

test('the latest days: the same in a later year, and one that exists', () => {
  expect(latestPayOn('2026-11-27')).toBe('2027-11-27');
  expect(latestStartOn('2026-11-27')).toBe('2036-11-27');
  expect(latestPayOn('2028-02-29')).toBe('2029-02-28');
});
