import { expect, it } from 'vitest';
import { searchPatterns, searchText } from './search-text.ts';

/** LIKE with `\` as escape, as PostgreSQL reads it. */
function finds(query: string, ...facts: string[]): boolean {
  const text = searchText(facts);
  return searchPatterns(query).some((pattern) =>
    text.includes(pattern.slice(1, -1).replace(/\\([\\%_])/g, '$1')),
  );
}

it.each([
  ['müller', 'Müller & Söhne'],
  ['MULLER', 'Müller & Söhne'],
  ['иванов', 'Иванов Пётр'],
  ['ПЁТР', 'Иванов Пётр'],
  ['ivanov', 'Иванов Пётр'],
  ['łódź', 'Bank w Łodzi, Łódź'],
  ['de33 2005', 'DE33200505501289447016'],
  ["O'Brien", "Sean O'Brien"],
  ['100%', '100% Wool'],
  ['a_b', 'a_b'],
  ['c:\\', 'c:\\d'],
  ['Ελλάδα', 'Τράπεζα Ελλάδα'],
])('%j finds %j', (query, fact) => {
  expect(finds(query, fact)).toBe(true);
});

it.each([
  ['%', 'Müller'],
  ['_', 'Müller'],
  ['\\', 'Müller'],
  ['hansade', 'Hansa'],
])('%j does not find %j', (query, fact) => {
  expect(finds(query, fact, 'DE33')).toBe(false);
});

it('escapes the signs of LIKE and drops control characters', () => {
  expect(searchPatterns('50%_\\')).toEqual(['%50\\%\\_\\\\%']);
  expect(searchPatterns('\u0000\u0007')).toEqual([]);
  expect(searchPatterns('a\u0000b')).toEqual(['%a b%']);
  expect(searchPatterns('DE33 2005')).toEqual(['%de33 2005%', '%de332005%']);
});
