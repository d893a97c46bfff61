/** The smallest id of a moment: ids begin with their milliseconds (UUIDv7), so a range of times is a range of ids. */
export function firstIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
