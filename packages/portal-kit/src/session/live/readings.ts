/** Concurrent reads of one thing: the one that began later counts, whichever returns last. */

/** Reads as `read` does; undefined when a later reading is back already, which knows more. One that fails does not count. */
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
