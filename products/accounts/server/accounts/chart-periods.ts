/** The days and months of the dashboard's charts, in the reader's time zone. Pure. An instant includes everything booked before it. */
import { addDays, firstOfMonth, type ZonedDays } from '@calmly/platform/time/zoned-days.ts';

/** More points would not be visible on a chart. */
const mostPoints = 90;

/** A point of the balance line: the day and the instant at which it ends. */
export interface DayEnd {
  readonly date: string;
  readonly endsAt: Date;
}

/** The first day of a month and the instant at which it begins. */
export interface MonthStart {
  readonly date: string;
  readonly startsAt: Date;
}

/** The last `days` days up to today, evenly thinned out to at most 90; today is always the last. */
export function lineDays(zone: ZonedDays, now: Date, days: number): DayEnd[] {
  const step = Math.ceil(days / mostPoints);
  const today = zone.dayOf(now);
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
    const date = addDays(today, -index * step);
    return { date, endsAt: zone.startOf(addDays(date, 1)) };
  }).reverse();
}

/** The starts of the last `months` months, this one included, and of the next one. */
export function monthStarts(zone: ZonedDays, now: Date, months: number): MonthStart[] {
  const today = zone.dayOf(now);
  return Array.from({ length: months + 1 }, (_, index) => {
    const date = firstOfMonth(today, index + 1 - months);
    return { date, startsAt: zone.startOf(date) };
  });
}

/** `YYYY-MM` of a `YYYY-MM-DD`. */
export const monthOf = (date: string): string => date.slice(0, 7);
