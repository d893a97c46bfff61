/**
 * The period of a statement: whole days of the reader's time zone. Errors: `invalid_request` by field for a period that ends before it begins, ends
 * after today or begins more than fifty years ago. Pure, with the time passed in.
 */
import type { FieldRejection } from '@calmly/platform/problem.ts';
import { badFields } from '@calmly/platform/problem.ts';
import { addDays, daysIn, firstOfMonth, type ZonedDays } from '@calmly/platform/time/zoned-days.ts';

/** The requested period: `YYYY-MM-DD`, both days included. */
export interface PeriodInput {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export interface Period extends PeriodInput {
  readonly zone: ZonedDays;
  /** The first moment of the period, and the first one after it. */
  readonly begins: Date;
  readonly ends: Date;
}

export const yearsMax = 50;

/** `ends` is the start of the day after the last, so a period up to today ends in the future. */
export function periodOf({ from, to, timeZone }: PeriodInput, now: Date): Period {
  const zone = daysIn(timeZone);
  const today = zone.dayOf(now);
  const faults: FieldRejection[] = [];
  if (to > today) faults.push({ field: 'to', code: 'period_future' });
  if (from > to) faults.push({ field: 'from', code: 'period_reversed' });
  if (from < firstOfMonth(today, -12 * yearsMax)) faults.push({ field: 'from', code: 'period_too_early' });
  if (faults.length > 0) throw badFields(...faults);
  return { from, to, timeZone, zone, begins: zone.startOf(from), ends: zone.startOf(addDays(to, 1)) };
}

/** The first days of the months from the account's first to the current one, oldest first. */
export function monthsSince(opened: Date, now: Date, zone: ZonedDays): string[] {
  const last = firstOfMonth(zone.dayOf(now), 0);
  const months: string[] = [];
  for (let month = firstOfMonth(zone.dayOf(opened), 0); month <= last; month = firstOfMonth(month, 1))
    months.push(month);
  return months;
}
