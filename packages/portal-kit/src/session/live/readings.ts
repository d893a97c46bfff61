/** Concurrent reads of one item: the one that began later counts, whichever returns last. */

/** Reads like `read`; undefined if a later read, which is newer, has already returned. Failed reads do not count. */
export function createReadings<Asked extends readonly unknown[], Value>(
  read: (...asked: Asked) => Promise<Value>,
): (...asked: Asked) => Promise<Value | undefined> {
  let begun = 0;
  let latestBack = 0;
  return async (...asked) => {
    begun += 1;
    const own = begun;
    const value = await read(...asked);
    if (own < latestBack) return undefined;
    latestBack = own;
    return value;
  };
}
