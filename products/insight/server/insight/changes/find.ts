/** Finds unusual changes of spending and of regular payments, the most notable first. Pure; amounts in minor units. */
import type { BookkeepingCategory, changeKinds } from '@calmly/contract';
import type { CurrencyCode, Frequency } from '@calmly/domain';
import { confidentialKey, keyOf } from '../counterparty.ts';
import { median } from '../median.ts';
import { seenAtLeast } from '../regular/detect.ts';
import type { FoundRegular } from '../regular/regulars.ts';
import type { Line } from '../spending/sum.ts';
import type { Worth } from '../worth.ts';

export interface Change {
  readonly kind: (typeof changeKinds)[number];
  /** The same for the same change, whenever it is found. */
  readonly identity: string;
  readonly name: string;
  readonly beneficiaryId: string | null;
  readonly category: BookkeepingCategory | null;
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly usualMinor: bigint | null;
  readonly percent: number | null;
  readonly frequency: Frequency | null;
  readonly on: string;
  /** The amount concerned, in the reader's currency, by which changes are ranked. */
  readonly weightMinor: bigint;
}

/** Earlier months for the median of the usual amount; months without a payment do not count. */
const earlierMonths = 6;
const earlierAtLeast = 3;
/** Minimum excess of this month over the usual, in percent. */
const abovePercent = 25n;
/** A regular payment can only be missed after this many occurrences. */
const missedAfter = 4;

interface Spending {
  readonly months: readonly string[];
  readonly payees: readonly Line[];
  readonly categories: readonly Line[];
  readonly worth: Worth;
}

/** All changes; `leastMinor` is the minimum excess over the usual, in the reader's currency. */
export function findChanges(
  spending: Spending,
  regulars: readonly FoundRegular[],
  leastMinor: bigint,
): Change[] {
  const payees = above(spending, spending.payees, leastMinor);
  const categories = above(spending, spending.categories, leastMinor).filter(
    // A category whose change is due to one payee adds nothing to the payee's change.
    ({ category, weightMinor }) =>
      category !== null &&
      !payees.some((payee) => payee.category === category && payee.weightMinor * 5n >= weightMinor * 4n),
  );
  return [
    ...payees.map((change) => ({ ...change, category: null })),
    ...categories,
    ...regulars.flatMap((found) => regularChange(found, spending.worth) ?? []),
  ].toSorted((a, b) => (a.weightMinor < b.weightMinor ? 1 : a.weightMinor > b.weightMinor ? -1 : 0));
}

function above({ months, worth }: Spending, lines: readonly Line[], leastMinor: bigint): Change[] {
  const month = months.at(-1) ?? '';
  return lines.flatMap((line): Change[] => {
    if (line.kind !== 'PAYMENTS') return [];
    const amountMinor = line.amounts.at(-1) ?? 0n;
    const earlier = line.amounts.slice(-1 - earlierMonths, -1).filter((minor) => minor > 0n);
    const usualMinor = median(earlier);
    if (usualMinor === undefined || earlier.length < earlierAtLeast) return [];
    const excess = amountMinor - usualMinor;
    if (excess < leastMinor || excess * 100n < usualMinor * abovePercent) return [];
    return [
      {
        kind: 'ABOVE',
        identity: `ABOVE ${line.key} ${month}`,
        name: line.name,
        beneficiaryId: line.beneficiaryId,
        category: line.category,
        direction: 'DEBIT',
        currency: worth.currency,
        amountMinor,
        usualMinor,
        percent: Number((excess * 100n) / usualMinor),
        frequency: null,
        on: month,
        weightMinor: excess,
      },
    ];
  });
}

function regularChange({ series, regular, seenAlways }: FoundRegular, worth: Worth): Change | undefined {
  const { direction, currency, name, beneficiaryId } = series;
  const key = keyOf(series);
  if (key === confidentialKey) return undefined;
  const isNew =
    direction === 'DEBIT' && regular.state === 'DUE' && regular.seen === seenAtLeast && seenAlways;
  const isMissed = regular.state === 'MISSED' && regular.seen >= missedAfter;
  if (!isNew && !isMissed) return undefined;
  const kind = isNew ? 'NEW_REGULAR' : 'MISSED';
  return {
    kind,
    identity: `${kind} ${direction} ${currency} ${key} ${isNew ? regular.firstOn : regular.nextOn}`,
    name,
    beneficiaryId: direction === 'DEBIT' ? beneficiaryId : null,
    category: null,
    direction,
    currency,
    amountMinor: regular.amountMinor,
    usualMinor: null,
    percent: null,
    frequency: regular.frequency,
    on: regular.nextOn,
    weightMinor: worth.of(regular.amountMinor, currency),
  };
}
