/**
 * The watch list in memory, so that a payment needs no database query. A name matches when every significant word of a listed one occurs
 * in it, in any order and alphabet, long words with at most one typo (`namesMatch`).
 *
 * Each listed name is indexed under its longest word, and under each spelling with one letter left out: two words that differ by one
 * typo share such a spelling. A name is therefore compared with only a few entries, however long the list is.
 */
import { namesMatch, nameWords, tellingWords } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { listNames, versionOfList, type WatchedName } from './watch-list-store.ts';

/** So long a list is taken for new. */
const freshMs = 2_000;

interface Listed {
  readonly words: readonly string[];
  readonly entry: WatchedName;
}
type Index = ReadonlyMap<string, readonly Listed[]>;

/** The word, and it with each letter left out once. */
const spellings = (word: string): string[] => [
  word,
  ...Array.from(word, (_, place) => word.slice(0, place) + word.slice(place + 1)),
];

/** Names of payees recur, so this many are cached with their results. */
const rememberedNames = 20_000;

/** Lists names for the question which of them a text resembles. */
export function indexNames(entries: readonly WatchedName[]): (name: string) => WatchedName | undefined {
  const index = new Map<string, Listed[]>();
  for (const entry of entries) {
    const words = tellingWords(entry.name);
    const longest = words.reduce((before, word) => (word.length > before.length ? word : before), '');
    if (longest === '') continue;
    for (const spelling of new Set(spellings(longest))) {
      const standing = index.get(spelling);
      if (standing) standing.push({ words, entry });
      else index.set(spelling, [{ words, entry }]);
    }
  }
  const remembered = new Map<string, WatchedName | undefined>();
  return (name) => {
    if (remembered.has(name)) return remembered.get(name);
    if (remembered.size >= rememberedNames) remembered.clear();
    const found = findIn(index, nameWords(name));
    remembered.set(name, found);
    return found;
  };
}

function findIn(index: Index, words: readonly string[]): WatchedName | undefined {
  for (const word of words)
    for (const spelling of spellings(word))
      for (const { words: listed, entry } of index.get(spelling) ?? [])
        if (namesMatch(words, listed)) return entry;
  return undefined;
}

/** Answers how to look a name up in the list in force, read by the caller's own connection or transaction where it must be. */
export type WatchList = (sql: Sql) => Promise<(name: string) => WatchedName | undefined>;

/**
 * The list in force: reloaded at most two seconds after a change. Callers do not wait for each other's reading: one that came
 * from a transaction could wait for a connection that the waiting callers hold.
 */
export function createWatchList(): WatchList {
  let version: string | undefined;
  let find = indexNames([]);
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function read(sql: Sql): Promise<void> {
    const now = await versionOfList(sql);
    if (now !== version) {
      find = indexNames(await listNames(sql));
      version = now;
    }
    checkedAt = performance.now();
  }

  return async (sql) => {
    if (performance.now() - checkedAt > freshMs) await read(sql);
    return find;
  };
}
