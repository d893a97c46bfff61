/** Amounts as people type them into a search: digits grouped by spaces, commas, dots or apostrophes, with a comma or a dot before the decimals. */

const grouping = /[\s\u2019'_]/g;
const plainAmount = /^\d{1,30}(?:\.\d{1,18})?$/;

/**
 * The amounts that a text may mean, as decimals; empty if it is not an amount. Signs, currency symbols and currency codes are ignored. `1,234` may be
 * more than a thousand, or one and a three-digit fraction.
 */
export function amountsMeant(text: string): readonly string[] {
  const bare = text
    .trim()
    .replace(/^[-+\u2212]/, '')
    .replace(/^(?:\p{Sc}|[A-Z]{3}\b)/iu, '')
    .replace(/(?:\p{Sc}|\b[A-Z]{3})$/iu, '')
    .replace(grouping, '');
  const marks = [...bare.matchAll(/[.,]/g)];
  const last = marks.at(-1);
  if (!last) return plainAmount.test(bare) ? [bare] : [];
  const readings: string[] = [];
  const isOnly = marks.filter(([mark]) => mark === last[0]).length === 1;
  // The last mark is the decimal separator; the digits before it are grouped by thousands.
  const whole = ungrouped(bare.slice(0, last.index), last[0] === ',' ? '.' : ',');
  if (isOnly && whole !== undefined) readings.push(`${whole}.${bare.slice(last.index + 1)}`);
  // Alternatively, all marks are thousands separators.
  const all = marks.every(([mark]) => mark === last[0]) ? ungrouped(bare, last[0]) : undefined;
  if (all !== undefined) readings.push(all);
  return readings.filter((reading) => plainAmount.test(reading));
}

/** Digits without the separators between groups of three; undefined if they are not grouped that way. */
function ungrouped(text: string, mark: string): string | undefined {
  const [first = '', ...groups] = text.split(mark);
  if (groups.length === 0) return text;
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? first + groups.join('') : undefined;
}
