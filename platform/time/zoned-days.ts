/** The calendar days and wall-clock times of a reader's time zone (an IANA name). Pure. */

const dayMs = 86_400_000;

export interface ZonedDays {
  /** Its IANA name. */
  readonly timeZone: string;
  /** The day of a moment, `YYYY-MM-DD`. */
  dayOf(at: Date): string;
  /** The moment at which a day begins; after midnight if the clocks go forward at midnight. */
  startOf(day: string): Date;
  /** The wall-clock time of a moment, as if it were UTC. */
  wallClockOf(at: Date): Date;
  /** A moment in ISO 8601 with its offset from UTC, to the second. */
  timeOf(at: Date): string;
}

const rememberedDays = 4;

interface RememberedDay {
  readonly startMs: number;
  readonly endMs: number;
  readonly day: string;
}

/** Creating a format takes longer than most uses of it. Callers name the zones, so the cache is limited. */
const keptFormats = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws a RangeError for an unknown zone. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const kept = formats.get(timeZone);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formats.size >= keptFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/** Throws a RangeError for an unknown zone. It caches the days of the moments it has seen, so create it once per request, not per row. */
export function daysIn(timeZone: string): ZonedDays {
  const format = formatIn(timeZone);

  function wallClockOf(at: Date): Date {
    const part = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0;
    return new Date(
      Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) +
        at.getUTCMilliseconds(),
    );
  }
  const offsetMs = (atMs: number) => wallClockOf(new Date(atMs)).getTime() - atMs;

  function startOf(day: string): Date {
    const midnightMs = Date.parse(day);
    const [before, after] = [offsetMs(midnightMs - dayMs), offsetMs(midnightMs + dayMs)];
    // If the clocks go back to midnight, there are two such moments; if they skip midnight there are none, and the day begins with the change.
    const starts = [midnightMs - before, midnightMs - after].filter(
      (startMs) => startMs + offsetMs(startMs) === midnightMs,
    );
    return new Date(starts.length > 0 ? Math.min(...starts) : midnightMs - before);
  }

  // Consecutive moments are mostly on the same day, and formatting takes microseconds. Days with a clock change are not cached.
  const remembered: RememberedDay[] = [];
  function rememberedDayOf(at: Date): string {
    const atMs = at.getTime();
    for (const { startMs, endMs, day } of remembered) if (atMs >= startMs && atMs < endMs) return day;
    const day = dayOf(wallClockOf(at));
    const [startMs, endMs] = [startOf(day).getTime(), startOf(addDays(day, 1)).getTime()];
    if (endMs - startMs === dayMs && offsetMs(startMs) === offsetMs(endMs - 1)) {
      remembered.unshift({ startMs, endMs, day });
      remembered.length = Math.min(remembered.length, rememberedDays);
    }
    return day;
  }

  return {
    timeZone,
    wallClockOf,
    dayOf: rememberedDayOf,
    startOf,
    timeOf(at) {
      const wallClock = wallClockOf(at);
      const minutes = Math.round((wallClock.getTime() - at.getTime()) / 60_000);
      const size = Math.abs(minutes);
      const offset =
        size === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
      return `${wallClock.toISOString().slice(0, 19)}${offset}`;
    },
  };
}

/** The day this many days later. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMs));
}

/** The same day `months` earlier, or the last day of that month. */
export function monthsBefore(day: string, months: number): string {
  const first = firstOfMonth(day, -months);
  const last = addDays(firstOfMonth(first, 1), -1);
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** The first day of the month that is `months` after the day's. */
export function firstOfMonth(day: string, months: number): string {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  return dayOf(new Date(Date.UTC(year, month - 1 + months, 1)));
}

const dayOf = (wallClock: Date): string => wallClock.toISOString().slice(0, 10);
const two = (value: number): string => String(value).padStart(2, '0');
