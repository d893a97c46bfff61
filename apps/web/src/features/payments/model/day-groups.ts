/**
 * The payments list by day. Days are those of the person's own clock, since that is what "today" means to them.
 * In: payments, newest first. Out: days in the same order with their payments; pages may be appended.
 */
import type { Payment } from '@calmly/contract';

export interface PaymentDay {
  /** `YYYY-MM-DD` on the person's clock. */
  readonly day: string;
  readonly payments: readonly Payment[];
}

export type DayName = 'today' | 'yesterday' | 'weekday' | 'date';

const two = (value: number) => String(value).padStart(2, '0');

/** The calendar day of a moment on the person's clock, as `YYYY-MM-DD`. */
export const localDay = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** A `YYYY-MM-DD` as a moment of that day (noon, so that no time zone rule moves it). */
export function dayAsDate(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

/** A day so many days away. */
export function addDays(day: string, days: number): string {
  const at = dayAsDate(day);
  at.setDate(at.getDate() + days);
  return localDay(at);
}

/** Puts payments that follow each other and fall on one day together. */
export function groupByDay(payments: readonly Payment[]): readonly PaymentDay[] {
  const days: { day: string; payments: Payment[] }[] = [];
  for (const payment of payments) {
    const day = localDay(new Date(payment.createdAt));
    const open = days.at(-1);
    if (open?.day === day) open.payments.push(payment);
    else days.push({ day, payments: [payment] });
  }
  return days;
}

/** How a day is called: today, yesterday, by its weekday within a week, by its date before. */
export function dayName(day: string, now: Date): DayName {
  const today = localDay(now);
  if (day === today) return 'today';
  if (day === addDays(today, -1)) return 'yesterday';
  return day < today && day > addDays(today, -7) ? 'weekday' : 'date';
}
