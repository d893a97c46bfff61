/**
 * Quiet hours: which messages wait, and until when. Every intrusive channel (SMS, push) checks here before sending; email only if the person wants
 * it. Security messages never check. Pure.
 */
import { momentsAt } from '@calmly/platform/time/wall-clock.ts';
import { addDays, daysIn } from '@calmly/platform/time/zoned-days.ts';

export interface StoredQuietHours {
  /** Minutes after midnight; `toMinute` may be on the next day. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly holdsEmail: boolean;
}

/** When the current quiet hours end; undefined outside them. */
export function quietUntil(hours: StoredQuietHours | undefined, now: Date): Date | undefined {
  if (!hours) return undefined;
  const { fromMinute, toMinute, timeZone } = hours;
  const zone = daysIn(timeZone);
  const wallClock = zone.wallClockOf(now);
  const minute = wallClock.getUTCHours() * 60 + wallClock.getUTCMinutes();
  const crossesMidnight = toMinute < fromMinute;
  const isQuiet = crossesMidnight
    ? minute >= fromMinute || minute < toMinute
    : minute >= fromMinute && minute < toMinute;
  if (!isQuiet) return undefined;
  const today = zone.dayOf(now);
  const endDay = minute < toMinute ? today : addDays(today, 1);
  return momentsAt(zone, endDay, toMinute).find((end) => end > now);
}
