/** Spending by payee and by category from grouped payments. Pure; amounts in minor units of one currency. */
import { type BookkeepingCategory, categoryNames, type spendingKinds } from '@calmly/contract';
import type { Spent } from '../../../../accounts/server/transactions/index.ts';
import { keyOf } from '../counterparty.ts';
import type { Worth } from '../worth.ts';

export interface Line {
  /** Identifies the payee or category. */
  readonly key: string;
  readonly kind: (typeof spendingKinds)[number];
  readonly category: BookkeepingCategory | null;
  readonly name: string;
  readonly beneficiaryId: string | null;
  /** One for each month. */
  readonly amounts: readonly bigint[];
  readonly totalMinor: bigint;
}

interface Counted {
  readonly kind: Line['kind'];
  readonly key: string;
  readonly name: string;
  readonly beneficiaryId: string | null;
  readonly category: BookkeepingCategory | null;
  readonly period: number;
  readonly minor: bigint;
}

/** Payees and categories, largest first. `suggested`: the category of payments without a chosen one, by payee key. */
export function sumUp(
  spent: readonly Spent[],
  months: number,
  worth: Worth,
  suggested: ReadonlyMap<string, BookkeepingCategory>,
): { readonly payees: readonly Line[]; readonly categories: readonly Line[] } {
  const counted = spent.flatMap((part) => countedOf(part, worth, suggested));
  const lines = (keyOfLine: (part: Counted) => string) =>
    [...Map.groupBy(counted, keyOfLine)]
      .flatMap(([key, parts]) => lineOf(key, parts, months) ?? [])
      .toSorted((a, b) => (a.totalMinor === b.totalMinor ? 0 : a.totalMinor < b.totalMinor ? 1 : -1));
  return {
    payees: lines(({ key }) => key),
    categories: lines(({ kind, category }) => (kind === 'PAYMENTS' ? (category ?? 'NONE') : kind)).map(
      (line) => ({ ...line, name: '', beneficiaryId: null }),
    ),
  };
}

function countedOf(
  part: Spent,
  worth: Worth,
  suggested: ReadonlyMap<string, BookkeepingCategory>,
): Counted[] {
  const { period, currency, isConfidential } = part;
  const key = keyOf(part);
  const fee: Counted = {
    kind: 'FEES',
    key: 'FEES',
    name: '',
    beneficiaryId: null,
    category: null,
    period,
    minor: worth.of(part.feeMinor, currency),
  };
  const category = isConfidential ? null : (knownCategory(part.category) ?? suggested.get(key) ?? null);
  const paid: Counted = {
    kind: isConfidential ? 'CONFIDENTIAL' : 'PAYMENTS',
    key,
    name: part.name,
    beneficiaryId: part.beneficiaryId,
    category,
    period,
    minor: worth.of(part.amountMinor, currency),
  };
  return [paid, fee].filter(({ minor }) => minor !== 0n);
}

/** A category that was dropped from the list counts as none. */
export const knownCategory = (category: string | null): BookkeepingCategory | undefined =>
  category !== null && Object.hasOwn(categoryNames, category) ? (category as BookkeepingCategory) : undefined;

function lineOf(key: string, parts: readonly Counted[], months: number): Line | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const amounts = Array.from({ length: months }, () => 0n);
  const byCategory = new Map<BookkeepingCategory | null, bigint>();
  for (const { period, minor, category } of parts) {
    amounts[period] = (amounts[period] ?? 0n) + minor;
    byCategory.set(category, (byCategory.get(category) ?? 0n) + minor);
  }
  const [main] = [...byCategory].toSorted(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
  return {
    key,
    kind: first.kind,
    name: first.name,
    beneficiaryId: first.beneficiaryId,
    category: main?.[0] ?? null,
    amounts,
    totalMinor: amounts.reduce((sum, minor) => sum + minor, 0n),
  };
}
