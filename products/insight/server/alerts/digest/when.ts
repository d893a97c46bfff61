/** When digests are due, by the person's wall clock. Pure. */
import type { Digest } from '@calmly/contract';
import { momentsAt } from '@calmly/platform/time/wall-clock.ts';
import { addDays, daysIn } from '@calmly/platform/time/zoned-days.ts';

export type Schedule = Digest & { readonly frequency: 'DAILY' | 'WEEKLY' };

/** The first time after a moment. A skipped hour means the moment after the jump; a repeated one counts once. */
export function nextDigest({ frequency, weekday, hour, timeZone }: Schedule, after: Date): Date {
  const zone = daysIn(timeZone);
  let day = zone.dayOf(after);
  for (;;) {
    const [at] = momentsAt(zone, day, hour * 60);
    if (at > after && (frequency === 'DAILY' || weekdayOf(day) === weekday)) return at;
    day = addDays(day, 1);
  }
}

/** ISO 8601: Monday is 1. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;
