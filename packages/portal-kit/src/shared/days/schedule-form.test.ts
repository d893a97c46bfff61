import { expect, test } from 'vitest';
import { checkScheduleForm, fromSchedule, type ScheduleForm, toSchedule } from './schedule-form.ts';

const monthly: ScheduleForm = {
  frequency: 'MONTHLY',
  startOn: '2027-01-31',
  ends: 'NEVER',
  endOn: '',
  times: '',
  restDays: 'AFTER',
};

test.each<[string, Partial<ScheduleForm>, object]>([
  ['a series without an end', {}, {}],
  ['the last day that is taken', { startOn: '2036-11-21' }, {}],
  ['a day in another age', { startOn: '9990-01-01' }, { startOn: 'startOnFar' }],
  ['a day that is missing', { startOn: '' }, { startOn: 'startOn' }],
  ['an end that is missing', { ends: 'ON' }, { endOn: 'endOn' }],
  ['an end before the beginning', { ends: 'ON', endOn: '2027-01-30' }, { endOn: 'endOn' }],
  ['no number of payments', { ends: 'AFTER', times: 'ten' }, { times: 'times' }],
  ['more payments than can be', { ends: 'AFTER', times: '1001' }, { times: 'times' }],
  ['one payment, whatever its end says', { frequency: 'ONCE', ends: 'AFTER' }, {}],
])('%s', (_, change, problems) =>
  expect(checkScheduleForm({ ...monthly, ...change }, '2026-11-21')).toEqual(problems),
);

test('only the chosen end counts, and the form returns unchanged', () => {
  const typed: ScheduleForm = { ...monthly, ends: 'AFTER', endOn: '2027-12-31', times: '12' };
  expect(toSchedule(typed)).toMatchObject({ endOn: null, times: 12 });
  expect(fromSchedule(toSchedule(typed))).toEqual({ ...typed, endOn: '' });
  expect(toSchedule({ ...typed, frequency: 'ONCE' })).toMatchObject({ endOn: null, times: null });
});
