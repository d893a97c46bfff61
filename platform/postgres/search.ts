/**
 * Search conditions for typed text: case, accents and alphabet do not matter (`platform.search_text`, migration 0087), nor does the
 * digit grouping of amounts.
 */
import { amountsMeant, currencies } from '@calmly/domain';
import { type RawBuilder, sql } from 'kysely';

type Condition = RawBuilder<unknown>;

const or = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`;

/** A LIKE pattern with LIKE's special characters escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Whether `folded`, written by `platform.search_text`, contains the text. */
export function matchesText(folded: Condition, text: string): Condition {
  // Compatibility forms first, because a full-width percent sign becomes a LIKE character only when folded.
  const pattern = containing(text.normalize('NFKC'));
  if (/^[\x20-\x7e]*$/.test(pattern)) return sql`${folded} like ${pattern.toLowerCase()}`;
  return or(
    [0, 1].map((spelling) => sql`${folded} like (platform.spellings(${pattern}))[${sql.lit(spelling + 1)}]`),
  );
}

/** Characters that end words of a stored text; typed text is also split at all other signs. */
const separators = '\n\t\u00a0-.,/:;()"\'«»&+_@#•–—';
const mostWords = 8;

/** The typed words, without LIKE's special characters. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[\s!-/:-@[-`{-~«»“”„‘’–—…•]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords);

/**
 * Each typed word must begin a word of `folded`, written by `platform.search_text`; false if no word was typed. A trigram index of `folded` serves
 * words of three letters or more (`hasLongWord`).
 */
export function beginsWords(folded: Condition, text: string): Condition {
  const words = wordsOf(text);
  if (words.length === 0) return sql`false`;
  const isAscii = words.every((word) => /^[\x20-\x7e]*$/.test(word));
  const spellings = isAscii ? [words.map((word) => sql`${word.toLowerCase()}::text`)] : spellingsOf(words);
  // The plain comparison is cheap and leaves few rows for the exact one.
  const spaced = sql`' ' || translate(${folded}, ${separators}, ${' '.repeat(separators.length)})`;
  return or(
    spellings.map(
      (spelt) =>
        sql`(${sql.join(
          [
            ...spelt.map((word) => sql`${folded} like '%' || ${word} || '%'`),
            sql`${spaced} like all(array[${sql.join(spelt.map((word) => sql`'% ' || ${word} || '%'`))}])`,
          ],
          sql` and `,
        )})`,
    ),
  );
}

const spellingsOf = (words: readonly string[]): Condition[][] =>
  [1, 2].map((spelling) => words.map((word) => sql`(platform.spellings(${word}))[${sql.lit(spelling)}]`));

/** Whether a trigram index can find the texts that contain the words. */
export const hasLongWord = (text: string): boolean => wordsOf(text).some((word) => word.length >= 3);

const shortestAccount = 4;

/** A typed account or end of one: capital letters and digits without spaces; undefined if it cannot be one. */
export function accountMeant(text: string): string | undefined {
  const account = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const canBe = account.length >= shortestAccount && /^[A-Z0-9]+$/.test(account) && /\d/.test(account);
  return canBe ? account : undefined;
}

/** Whether the account in `column` begins or ends with the typed text. */
export const beginsOrEnds = (column: Condition, account: string): Condition =>
  sql`(${column} like ${`${account}%`} or ${column} like ${`%${account}`})`;

/** Whether the amount equals the typed one; undefined if no amount was typed. Expects the columns `currency` and `amount_minor`. */
export function matchesAmount(text: string): Condition | undefined {
  const conditions = amountsMeant(text).map(isAmount);
  return conditions.length > 0 ? or(conditions) : undefined;
}

const isAmount = (decimal: string): Condition =>
  sql`(${compareAmount(sql`>=`, decimal, 1n)} and ${compareAmount(sql`<=`, decimal, 0n)})`;

/**
 * Compares the amount in every currency's minor unit. If the typed amount falls between two of them, `roundUp` takes the next one for a minimum and
 * the previous one for a maximum.
 */
export function compareAmount(comparison: Condition, text: string, roundUp: 0n | 1n): Condition {
  const [whole = '0', fraction = ''] = text.split('.');
  const byExponent = Map.groupBy(Object.values(currencies), ({ exponent }) => exponent);
  return or(
    [...byExponent].map(([exponent, group]) => {
      const kept = BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
      const cut = /[1-9]/.test(fraction.slice(exponent));
      const minor = cut ? kept + roundUp : kept;
      const codes = group.map(({ code }) => code);
      return sql`(currency = any(${codes}::text[]) and amount_minor ${comparison} ${minor.toString()}::numeric)`;
    }),
  );
}
