/** Calendar days as `YYYY-MM-DD`, in the person's own time zone, because that is what "today" means to them. */
export type DayName = 'today' | 'yesterday' | 'weekday' | 'date';

const two = (value: number) => String(value).padStart(2, '0');

/** The calendar day of a moment on the person's clock, as `YYYY-MM-DD`. */
export const localDay = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** A `YYYY-MM-DD` as a moment of that day (noon, so that no time zone rule moves it). */
export function dayAsDate(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

/** The moment at which a day begins, which a clock change may move after midnight; with `days`, that of a later day. */
function startOfDay(day: string, days = 0): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}

interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** First and last day as a period for the bank: from the start of the first to the end of the last. */
export const momentsOf = ({ from, to }: Period) => ({
  ...(from && { from: startOfDay(from) }),
  ...(to && { to: startOfDay(to, 1) }),
});

/** A day this many days away. */
export function addDays(day: string, days: number): string {
  const at = dayAsDate(day);
  at.setDate(at.getDate() + days);
  return localDay(at);
}

/** The name of a day: today, yesterday, its weekday within a week, otherwise its date. */
export function dayName(day: string, now: Date): DayName {
  const today = localDay(now);
  if (day === today) return 'today';
  if (day === addDays(today, -1)) return 'yesterday';
  return day < today && day > addDays(today, -7) ? 'weekday' : 'date';
}

/** The time zone of the person's own clock. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
