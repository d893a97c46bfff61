/**
 * Comparing names. Both sides are converted to plain Latin words (Cyrillic transliterated, accents and case dropped), so that alphabet,
 * order and punctuation do not matter.
 *
 * - `namesMatch`: a listed name matches if every word of it is found, long words with at most one typo (watch lists).
 * - `compareNames`: how a payer's name compares with the account holder's in a payee check: a match, a close match (which reveals the
 *   right name), or no match. A close match needs at least two words in common and most of the letters, so that knowing an account and a
 *   first name does not reveal a surname. Source: EPC288-23 (recommendations for matching in the verification of payee).
 */
import { transliterate } from '../payments/remittance.ts';

/** A word of at least this length may differ by one inserted, missing or changed letter. */
const fuzzyLength = 5;

/** A name as plain lower-case words. */
export function nameWords(name: string): readonly string[] {
  return (
    transliterate(name)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}

/** The key that all spellings of a name share: its plain words. */
export const nameKey = (name: string): string => nameWords(name).join(' ');

/** Whether at most one edit turns one word into the other. */
function withinOneEdit(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const restOfShort = short.slice(short.length === long.length ? start + 1 : start);
  return restOfShort === long.slice(start + 1);
}

const alike = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) < fuzzyLength ? a === b : withinOneEdit(a, b);

/** Whether a name contains all words of a listed name. */
export function namesMatch(words: readonly string[], listed: readonly string[]): boolean {
  return listed.every((wanted) =>
    words.some((word) => (wanted.length < fuzzyLength ? word === wanted : withinOneEdit(word, wanted))),
  );
}

export type NameComparison = 'match' | 'close_match' | 'no_match';

/** Forms of address, which are not part of a name. */
const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'sir', 'herr', 'frau', 'mme', 'hr']);

/** Legal forms, each with its equivalent spellings; dots and spaces are already removed. */
const legalForms: ReadonlyMap<string, string> = new Map(
  [
    'ltd limited',
    'plc',
    'llc',
    'inc incorporated',
    'corp corporation',
    'gmbh',
    'ag',
    'kg',
    'ug',
    'sa',
    'sas',
    'sarl',
    'srl',
    'spa',
    'bv',
    'nv',
    'ou osauhing',
    'as',
    'uab',
    'sia',
    'oy',
    'oyj',
    'ab',
    'aps',
    'sro',
    'zoo',
    'ooo',
    'oao',
    'ao',
    'zao',
    'ip',
  ].flatMap((line) => {
    const spellings = line.split(' ');
    return spellings.map((spelling) => [spelling, spellings[0] ?? spelling] as const);
  }),
);

interface Parts {
  readonly words: readonly string[];
  /** The legal forms in the name, as one text. */
  readonly form: string;
}

function partsOf(name: string): Parts {
  // Joins single letters in a row: `S.A.` and `B. V.` are one word.
  const joined: string[] = [];
  let initials = '';
  const close = () => {
    if (legalForms.has(initials)) joined.push(initials);
    else joined.push(...initials);
    initials = '';
  };
  for (const word of nameWords(name)) {
    if (word.length === 1) initials += word;
    else {
      close();
      joined.push(word);
    }
  }
  close();
  const words = joined.filter((word) => !titles.has(word) && !legalForms.has(word));
  const forms = joined.flatMap((word) => legalForms.get(word) ?? []);
  return words.length === 0 ? { words: joined, form: '' } : { words, form: forms.sort().join(' ') };
}

/** The distinctive words of a name: without titles and legal forms, unless there are no others. */
export const tellingWords = (name: string): readonly string[] => partsOf(name).words;

/** Compares a typed name with the account holder's name. */
export function compareNames(typed: string, kept: string): NameComparison {
  const one = partsOf(typed);
  const other = partsOf(kept);
  if (one.words.length === 0 || other.words.length === 0) return 'no_match';
  if ([...one.words].sort().join(' ') === [...other.words].sort().join(' '))
    return one.form === other.form || one.form === '' || other.form === '' ? 'match' : 'close_match';
  return isNear(one.words, other.words) ? 'close_match' : 'no_match';
}

/** The minimum percentage of the longer name's letters that must be in shared words. */
const nearLetters = 60;

function isNear(typed: readonly string[], kept: readonly string[]): boolean {
  const left = [...kept];
  let common = 0;
  let letters = 0;
  for (const word of typed) {
    const at = left.findIndex((candidate) => alike(word, candidate) || isInitial(word, candidate));
    if (at === -1) continue;
    const [found = ''] = left.splice(at, 1);
    common += 1;
    letters += Math.min(word.length, found.length);
  }
  const longer = Math.max(typed.join('').length, kept.join('').length);
  const wanted = Math.min(2, Math.max(typed.length, kept.length));
  return common >= wanted && letters * 100 >= longer * nearLetters;
}

const isInitial = (a: string, b: string): boolean =>
  (a.length === 1 || b.length === 1) && a.charAt(0) === b.charAt(0);
