/** The month of official statements: the same period for every account. Pure. */
import { addDays, daysIn, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import type { Period } from '../period.ts';

/** A month, stored by its first day. Its bounds stay as they were when its statements were made. */
export interface Month {
  /** `2026-10-01`. */
  readonly month: string;
  readonly begins: Date;
  readonly ends: Date;
  readonly timeZone: string;
}

/** Starts where the previous month ended, even if the bank has moved to another time zone. */
export function monthAfter(previous: Month | undefined, month: string, timeZone: string): Month {
  const zone = daysIn(timeZone);
  const isNext = previous !== undefined && firstOfMonth(previous.month, 1) === month;
  return {
    month,
    begins: isNext ? previous.ends : zone.startOf(month),
    ends: zone.startOf(firstOfMonth(month, 1)),
    timeZone,
  };
}

/** With the stored bounds and time zone, even if the bank has moved to another zone since. */
export const periodOfMonth = ({ month, begins, ends, timeZone }: Month): Period => ({
  from: month,
  to: addDays(firstOfMonth(month, 1), -1),
  timeZone,
  zone: daysIn(timeZone),
  begins,
  ends,
});

/** `month` is a first day, `YYYY-MM-DD`. */
export const yearOf = (month: string): number => Number(month.slice(0, 4));

/** `2026/10`. */
export const numberOf = ({ year, serial }: { readonly year: number; readonly serial: number }): string =>
  `${year}/${serial}`;

/** By then, transactions that began before the month's end have committed. */
const marginMs = 2 * 3_600_000;

/** The last month that has certainly ended, by its first day. */
export const lastEnded = (now: Date, timeZone: string): string =>
  firstOfMonth(daysIn(timeZone).dayOf(new Date(now.getTime() - marginMs)), -1);
