/**
 * Search as people type it: case, accents and alphabet do not matter. What can be found and what is asked for are folded
 * alike (compatibility forms, small letters, Cyrillic and Latin to plain Latin), so 'müller', 'Muller' and 'Мюллер' need not be told
 * apart by a database locale, and a plain index on letter triples serves every language.
 */
import { transliterate } from '@calmly/domain';

const foldable = /[\p{Script=Latin}\p{Script=Cyrillic}\p{M}]/u;

/** Folds a text; control characters become blanks. */
export const fold = (text: string): string =>
  [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\p{Cc}/gu, ' '),
  ]
    .map((character) => (foldable.test(character) ? transliterate(character).toLowerCase() : character))
    .join('');

/** The text in which a search looks, one line per fact so that no search matches across two of them. */
export const searchText = (facts: ReadonlyArray<string | null>): string =>
  facts
    .filter((fact) => fact !== null && fact !== '')
    .map((fact) => fold(fact ?? ''))
    .join('\n');

/**
 * LIKE patterns for what a person typed: as it is and, when it has digits, without the blanks of a copied IBAN. Signs
 * that LIKE knows stand for themselves.
 */
export function searchPatterns(query: string): readonly string[] {
  const folded = fold(query).trim();
  if (folded === '') return [];
  const compact = /\d/.test(folded) ? folded.replace(/[\s-]/g, '') : folded;
  return [...new Set([folded, compact])].map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
}
