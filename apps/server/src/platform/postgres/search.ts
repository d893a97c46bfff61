/**
 * Search conditions for typed text: case, accents and alphabet do not matter (`platform.search_text`, migration 0087), nor does the
 * digit grouping of amounts.
 */
import { amountsMeant, currencies } from '@calmly/domain';
import { type RawBuilder, sql } from 'kysely';

type Condition = RawBuilder<unknown>;

const or = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`;

/** A LIKE pattern; the signs that LIKE knows stand for themselves. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** `folded`, which `platform.search_text` wrote, contains the text. */
export function matchesText(folded: Condition, text: string): Condition {
  // Compatibility forms first: a full-width percent sign is no sign of LIKE until it is folded.
  const pattern = containing(text.normalize('NFKC'));
  if (/^[\x20-\x7e]*$/.test(pattern)) return sql`${folded} like ${pattern.toLowerCase()}`;
  return or(
    [0, 1].map((spelling) => sql`${folded} like (platform.spellings(${pattern}))[${sql.lit(spelling + 1)}]`),
  );
}

/** The amount is what was typed; undefined where no amount was typed. Expects the columns `currency` and `amount_minor`. */
export function matchesAmount(text: string): Condition | undefined {
  const conditions = amountsMeant(text).map(isAmount);
  return conditions.length > 0 ? or(conditions) : undefined;
}

const isAmount = (decimal: string): Condition =>
  sql`(${compareAmount(sql`>=`, decimal, 1n)} and ${compareAmount(sql`<=`, decimal, 0n)})`;

/**
 * Compares the amount in every currency's minor unit. Where the asked amount falls between two of them, `roundUp` says
 * which is meant: the next one for a minimum, the one before for a maximum.
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
