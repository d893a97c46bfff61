/** The months and quarters of exports, in the reader's time zone. Pure. */
import type { ExportPeriod } from '@calmly/contract';
import { firstOfMonth, type ZonedDays } from '@calmly/platform/time/zoned-days.ts';

export interface Period {
  readonly from: Date;
  /** The first moment after the period. */
  readonly to: Date;
  /** For file names: `2026-10`, `2026-Q3`. */
  readonly label: string;
}

/** The period of a kind at a moment. */
export function periodAt(zone: ZonedDays, now: Date, kind: ExportPeriod): Period {
  const today = zone.dayOf(now);
  if (kind === 'LAST_MONTH' || kind === 'THIS_MONTH')
    return monthPeriod(zone, firstOfMonth(today, kind === 'LAST_MONTH' ? -1 : 0).slice(0, 7));
  const quarter = Math.floor((Number(today.slice(5, 7)) - 1) / 3);
  const intoQuarter = Number(today.slice(5, 7)) - 1 - quarter * 3;
  const first = firstOfMonth(today, -intoQuarter - (kind === 'LAST_QUARTER' ? 3 : 0));
  return {
    from: zone.startOf(first),
    to: zone.startOf(firstOfMonth(first, 3)),
    label: `${first.slice(0, 4)}-Q${Math.floor((Number(first.slice(5, 7)) - 1) / 3) + 1}`,
  };
}

/** A month, `YYYY-MM`. */
export function monthPeriod(zone: ZonedDays, month: string): Period {
  const first = `${month}-01`;
  return { from: zone.startOf(first), to: zone.startOf(firstOfMonth(first, 1)), label: month };
}

/** In the morning of the first, so that the last day's bookings are complete. */
const mailHourMs = 6 * 3_600_000;

/** When the next mail is due: the first of the next month. */
export const nextMail = (zone: ZonedDays, now: Date): Date =>
  new Date(zone.startOf(firstOfMonth(zone.dayOf(now), 1)).getTime() + mailHourMs);

/** The previous month, `YYYY-MM`. */
export const monthBefore = (zone: ZonedDays, now: Date): string =>
  firstOfMonth(zone.dayOf(now), -1).slice(0, 7);
