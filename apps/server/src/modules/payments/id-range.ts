/** Ids begin with their milliseconds (UUIDv7), so a range of times is a range of ids. */

/** The smallest id of a moment. */
export function firstIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The moment of an id. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
