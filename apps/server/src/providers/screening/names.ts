/**
 * Fuzzy comparison of names. Both sides are brought to plain Latin words (Cyrillic by sound, accents and case dropped);
 * a name hits when every word of the listed one is found in it, in any order, long words with at most one typing slip.
 */
import { transliterate } from '@calmly/domain';

/** From this length on a word may differ by one inserted, missing or changed letter. */
const fuzzyLength = 5;

/** A name as plain lower-case words. */
export function nameWords(name: string): readonly string[] {
  return (
    transliterate(name)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}

/** Whether one edit at most turns one word into the other. */
export function withinOneEdit(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const restOfShort = short.slice(short.length === long.length ? start + 1 : start);
  return restOfShort === long.slice(start + 1);
}

/** Whether the words of a name hold all words of a listed name. */
export function namesMatch(words: readonly string[], listed: readonly string[]): boolean {
  return listed.every((wanted) =>
    words.some((word) => (wanted.length < fuzzyLength ? word === wanted : withinOneEdit(word, wanted))),
  );
}
