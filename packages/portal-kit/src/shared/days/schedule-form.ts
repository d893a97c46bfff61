/**
 * A schedule as typed, its errors, and the resulting schedule. The bank checks that the first day is in the future, because its calendar
 * counts.
 */
import type { ScheduleEnd } from '@calmly/contract';
import { type Frequency, latestStartOn, type RestDayRule, type Schedule } from '@calmly/domain';
import { localDay } from './days.ts';

export interface ScheduleForm {
  readonly frequency: Frequency;
  readonly startOn: string;
  readonly ends: ScheduleEnd;
  /** Applies only if the series ends ON a day. */
  readonly endOn: string;
  /** Applies only if it ends AFTER this many payments. */
  readonly times: string;
  readonly restDays: RestDayRule;
}

export interface ScheduleProblems {
  readonly startOn?: 'startOn' | 'startOnFar';
  readonly endOn?: 'endOn';
  readonly times?: 'times';
}

const mostTimes = 1000;

/** Every field with a fault. */
export function checkScheduleForm(
  { frequency, startOn, ends, endOn, times }: ScheduleForm,
  today = localDay(new Date()),
): ScheduleProblems {
  const repeats = frequency !== 'ONCE';
  return {
    ...(startOn === '' && { startOn: 'startOn' }),
    ...(startOn > latestStartOn(today) && { startOn: 'startOnFar' }),
    ...(repeats && ends === 'ON' && (endOn === '' || endOn < startOn) && { endOn: 'endOn' }),
    ...(repeats && ends === 'AFTER' && readTimes(times) === undefined && { times: 'times' }),
  };
}

/** The schedule of a form without problems. */
export function toSchedule({ frequency, startOn, ends, endOn, times, restDays }: ScheduleForm): Schedule {
  const repeats = frequency !== 'ONCE';
  return {
    frequency,
    startOn,
    restDays,
    endOn: repeats && ends === 'ON' ? endOn || null : null,
    times: repeats && ends === 'AFTER' ? (readTimes(times) ?? null) : null,
  };
}

/** The form that shows a schedule. */
export const fromSchedule = ({ frequency, startOn, endOn, times, restDays }: Schedule): ScheduleForm => ({
  frequency,
  startOn,
  ends: times !== null ? 'AFTER' : endOn !== null ? 'ON' : 'NEVER',
  endOn: endOn ?? '',
  times: times?.toString() ?? '',
  restDays,
});

function readTimes(text: string): number | undefined {
  const times = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return times >= 1 && times <= mostTimes ? times : undefined;
}
