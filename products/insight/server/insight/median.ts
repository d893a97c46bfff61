/** The median of amounts; for an even number the lower middle one, which was actually paid. Undefined without amounts. */
export function median(amounts: readonly bigint[]): bigint | undefined {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
