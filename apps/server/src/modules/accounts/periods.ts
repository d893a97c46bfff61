/** The days and months of the dashboard's charts, in UTC. Pure. An instant bounds what is booked before it. */

const dayMs = 86_400_000;
/** More points than this say nothing more on a chart. */
const mostPoints = 90;

/** A point of the balance line: the day and the instant at which it ends. */
export interface DayEnd {
  readonly date: string;
  readonly endsAt: Date;
}

/** The last `days` days up to today, evenly thinned out to at most 90; today is always the last. */
export function lineDays(now: Date, days: number): DayEnd[] {
  const step = Math.ceil(days / mostPoints);
  const today = startOfDay(now);
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
    const start = today - index * step * dayMs;
    return { date: dateOf(new Date(start)), endsAt: new Date(start + dayMs) };
  }).reverse();
}

/** The starts of the last `months` months, this one included, and of the next one. */
export function monthStarts(now: Date, months: number): Date[] {
  return Array.from(
    { length: months + 1 },
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1 + index, 1)),
  );
}

/** `YYYY-MM-DD`. */
export const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** `YYYY-MM`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

const startOfDay = (at: Date): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
