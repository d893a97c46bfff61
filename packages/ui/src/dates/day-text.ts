/** Parses typed days. Both languages of the portal put the day before the month. */

const two = (part: string) => part.padStart(2, '0');

/** `5.12.26`, `05/12/2026`, `05122026` or `2026-12-05` as `YYYY-MM-DD`; undefined if the calendar has no such day. */
export function readDay(text: string): string | undefined {
  const parts = /^\d{8}$/.test(text.trim())
    ? [text.trim().slice(0, 2), text.trim().slice(2, 4), text.trim().slice(4)]
    : text
        .trim()
        .split(/[./\s-]/)
        .filter(Boolean);
  const [first = '', month = '', last = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined;
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  const written = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;
  const at = new Date(`${written}T12:00Z`);
  // JavaScript reads the 30th of February as a day of March.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? undefined : written;
}

/** Converts a day to the browser's calendar and back. */
export const dateOf = (day: string): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
};
/** `YYYY-MM-DD` in the browser's time zone. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(String(date.getMonth() + 1))}-${two(String(date.getDate()))}`;
