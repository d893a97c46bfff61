/**
 * A date of birth as typed (day, month, year) and on the wire (Unix seconds at 00:00 UTC, negative before 1970). Pure. Source:
 * specification section 3.
 */

/** The typed text, valid or not. The month is '1' to '12'. */
export interface DayDraft {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** Clients are of age (specification of registration: no one under 18 opens an account alone). */
export const leastAge = 18;
const mostAge = 120;

/** Unix seconds of the day, or undefined if there is no such day within a lifetime. */
export function birthSeconds({ day, month, year }: DayDraft, now: Date): number | undefined {
  if (![day, month, year].every((part) => /^\d{1,4}$/.test(part)) || year.length !== 4) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // JavaScript reads 31 April as 1 May, so compare the day.
  const exists = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1;
  const seconds = date.getTime() / 1000;
  const age = ageAt(seconds, now);
  return exists && age >= 0 && age <= mostAge ? seconds : undefined;
}

/** Whole years on the day `now` falls on. */
export function ageAt(seconds: number, now: Date): number {
  const born = new Date(seconds * 1000);
  const hadBirthday =
    now.getUTCMonth() > born.getUTCMonth() ||
    (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() >= born.getUTCDate());
  return now.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
}

/** The parts of a stored date, for the form. */
export function birthDraft(seconds: number): DayDraft {
  const date = new Date(seconds * 1000);
  return {
    day: String(date.getUTCDate()),
    month: String(date.getUTCMonth() + 1),
    year: String(date.getUTCFullYear()),
  };
}
