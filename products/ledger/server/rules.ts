/** Pure decisions of the ledger outside the database. */

/**
 * Splits a list into consecutive runs in which no id occurs twice, so that an item that repeats an earlier one is judged after it, as it would be
 * alone. A list without repeats is one run; an empty list is none. An item that repeats an id within itself is a separate run, left to the database
 * to refuse.
 */
export function splitAtRepeats<Item>(
  items: readonly Item[],
  idsOf: (item: Item) => readonly string[],
): Item[][] {
  const runs: Item[][] = [];
  let run: Item[] = [];
  let seen = new Set<string>();
  for (const item of items) {
    const ids = idsOf(item).map((id) => id.toLowerCase());
    if (ids.some((id) => seen.has(id))) {
      runs.push(run);
      run = [];
      seen = new Set();
    }
    run.push(item);
    for (const id of ids) seen.add(id);
  }
  if (run.length > 0) runs.push(run);
  return runs;
}
