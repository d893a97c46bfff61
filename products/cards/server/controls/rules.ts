/** Controls of cards: whether a change allows more than before, and whether its limits are amounts. Pure. */
import type { CardControlsInput, CardLimits } from '@calmly/contract';
import { currencies, formatDecimal, parseDecimal } from '@calmly/domain';
import type { FieldRejection } from '@calmly/platform/problem.ts';
import type { Controls } from '../card.ts';
import { cardCurrency } from '../money/named-amounts.ts';

type Limits = Controls['limits'];
const limitNames = ['perPayment', 'perDay', 'perWeek', 'perMonth', 'inTotal'] as const;
const ways = ['online', 'contactless', 'cash', 'abroad'] as const;

/** The limits with all decimals of the currency, or their errors. Zero is a valid limit: nothing may be spent. */
export function readLimits(
  limits: CardLimits,
): { readonly limits: Limits } | { readonly faults: FieldRejection[] } {
  const faults: FieldRejection[] = [];
  const read = limitNames.map((name): [string, string | null] => {
    const text = limits[name];
    const minor = text === null ? null : parseDecimal(text, cardCurrency);
    if (minor === undefined)
      faults.push({
        field: `limits.${name}`,
        code: 'amount_precision',
        params: { currency: cardCurrency, digits: currencies[cardCurrency].exponent },
      });
    return [name, minor === null || minor === undefined ? null : formatDecimal(minor, cardCurrency)];
  });
  return faults.length > 0 ? { faults } : { limits: Object.fromEntries(read) as Limits };
}

/** The controls of an input with parsed limits; lists without duplicates, and empty if everything is allowed. */
export const controlsOf = (
  { online, contactless, cash, abroad, categories, countries }: CardControlsInput,
  limits: Limits,
): Controls => ({
  limits,
  online,
  contactless,
  cash,
  abroad,
  categories: plainList(categories),
  countries: plainList(countries),
});

const plainList = <Item extends string>({
  mode,
  items,
}: {
  mode: 'ALL' | 'ONLY' | 'EXCEPT';
  items: Item[];
}) => ({
  mode,
  items: mode === 'ALL' ? [] : [...new Set(items)].sort(),
});

/** Whether `next` could allow any payment that `before` declines. */
export const allowsMore = (before: Controls, next: Controls): boolean =>
  limitNames.some((name) => isHigher(before.limits[name], next.limits[name])) ||
  ways.some((way) => next[way] && !before[way]) ||
  isWider(before.categories, next.categories) ||
  isWider(before.countries, next.countries);

function isHigher(before: string | null, next: string | null): boolean {
  if (before === null) return false;
  return next === null || minorOf(next) > minorOf(before);
}

function minorOf(amount: string): bigint {
  const minor = parseDecimal(amount, cardCurrency);
  if (minor === undefined) throw new Error(`a stored limit is not an amount: ${amount}`);
  return minor;
}

interface List {
  readonly mode: 'ALL' | 'ONLY' | 'EXCEPT';
  readonly items: readonly string[];
}

/** Whether `next` allows something that `before` forbids. If that is unclear (an open list after a closed one), it counts as wider. */
function isWider(before: List, next: List): boolean {
  if (before.mode === 'ALL') return false;
  if (next.mode === 'ALL') return before.mode === 'ONLY' || before.items.length > 0;
  const [had, has] = [new Set(before.items), new Set(next.items)];
  if (before.mode === 'ONLY') return next.mode === 'EXCEPT' || [...has].some((item) => !had.has(item));
  return next.mode === 'ONLY'
    ? [...has].some((item) => had.has(item))
    : [...had].some((item) => !has.has(item));
}
