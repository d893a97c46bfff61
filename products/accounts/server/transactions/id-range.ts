/** Ids begin with their milliseconds (UUIDv7), so a range of times is a range of ids. */

const dayMs = 86_400_000;

/** The smallest id of a moment; nothing is older than 1970. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(time.getTime(), 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The first id of a period that begins with a day (UTC) or at a moment. */
export const firstIdFrom = (from: string): string => firstIdAt(new Date(from));

/** The first id after a period: of a day (UTC) the last moment still counts, a moment does not. */
export const firstIdAfter = (to: string): string =>
  firstIdAt(new Date(Date.parse(to) + (isDay(to) ? dayMs : 0)));

const isDay = (bound: string) => !bound.includes('T');

/** The moment of an id. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
