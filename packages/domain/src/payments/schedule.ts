/**
 * The dates of scheduled payments and standing orders.
 *
 * Occurrences are counted from 0. Each has a nominal date, computed from the first one and never from the previous one, so that 31
 * January is followed by 28 (or 29) February and then by 31 March. A date without TARGET settlement is paid on the settlement day BEFORE
 * or AFTER it. Two occurrences are at least seven days apart and TARGET never closes for that long, so no day is due twice. Dates are
 * `YYYY-MM-DD`. Pure. Source: server page section 8; ECB, TARGET calendar (`scheme.ts`).
 */
import { isTargetDay } from './scheme.ts';

export const frequencies = ['ONCE', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

export const restDayRules = ['BEFORE', 'AFTER'] as const;
export type RestDayRule = (typeof restDayRules)[number];

export interface Schedule {
  readonly frequency: Frequency;
  /** The nominal date of occurrence 0. */
  readonly startOn: string;
  /** The last possible nominal date; null: no end date. */
  readonly endOn: string | null;
  /** Maximum number of occurrences; null: no limit. */
  readonly times: number | null;
  readonly restDays: RestDayRule;
}

export interface Occurrence {
  readonly position: number;
  readonly dueOn: string;
}

const dayMs = 86_400_000;
/** Dates are compared as texts, which requires four-digit years, including the year of the following settlement day. */
const lastTime = Date.UTC(9999, 10, 30);
const daysApart: Readonly<Partial<Record<Frequency, number>>> = { WEEKLY: 7, BIWEEKLY: 14 };
const monthsApart: Readonly<Partial<Record<Frequency, number>>> = { MONTHLY: 1, QUARTERLY: 3, YEARLY: 12 };

/** A first day more than this many years ahead is taken for a typing error. */
export const scheduleAheadYears = 10;

/** The latest first day of a schedule created today. */
export const latestStartOn = (today: string): string => yearsAfter(today, scheduleAheadYears);

/** Rows of a payout are paid at most this many years ahead, because their money is held until then. */
export const payoutAheadYears = 1;

/** The latest day of a payout, or of a row, confirmed today. */
export const latestPayOn = (today: string): string => yearsAfter(today, payoutAheadYears);

/** The same day in another year; 28 February where that year has no 29th. */
function yearsAfter(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) + years;
  const same = `${year}${day.slice(4)}`;
  return dateOf(Date.parse(same)) === same ? same : `${year}-02-28`;
}

/** The occurrence at that position; undefined after the last one. */
export function occurrenceAt(schedule: Schedule, position: number): Occurrence | undefined {
  const { frequency, endOn, times, restDays } = schedule;
  if (frequency === 'ONCE' ? position > 0 : times !== null && position >= times) return undefined;
  const time = nominalTime(schedule, position);
  if (time > lastTime) return undefined;
  const nominal = dateOf(time);
  if (frequency !== 'ONCE' && endOn !== null && nominal > endOn) return undefined;
  return { position, dueOn: settlementDay(nominal, restDays) };
}

/** The first occurrence, from that position on, that is due on or after this day. */
export function occurrenceFrom(schedule: Schedule, from: string, position = 0): Occurrence | undefined {
  let next = occurrenceAt(schedule, position);
  while (next && next.dueOn < from) next = occurrenceAt(schedule, next.position + 1);
  return next;
}

/** Up to `count` occurrences, starting at that position. */
export function occurrencesOf(schedule: Schedule, position: number, count: number): Occurrence[] {
  const found: Occurrence[] = [];
  for (let next = occurrenceAt(schedule, position); next && found.length < count; ) {
    found.push(next);
    next = occurrenceAt(schedule, next.position + 1);
  }
  return found;
}

/** This day, or the settlement day used instead. */
export function settlementDay(date: string, rule: RestDayRule): string {
  const step = rule === 'BEFORE' ? -dayMs : dayMs;
  let day = date;
  while (!isTargetDay(day)) day = dateOf(Date.parse(day) + step);
  return day;
}

function nominalTime({ frequency, startOn }: Schedule, position: number): number {
  const days = daysApart[frequency];
  if (days !== undefined) return Date.parse(startOn) + position * days * dayMs;
  const start = new Date(startOn);
  const month = start.getUTCMonth() + position * (monthsApart[frequency] ?? 0);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay));
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
