/**
 * `GET /insight/spending`. The sums are computed when they are read, from the payments of the asked months only (docs/adr/0062-insight.md).
 *
 * Errors: `invalid_request` (currency_unknown), `rates_unavailable`.
 */
import { type BookkeepingCategory, type Spending, spendingPayeesMax } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { monthOf, monthStarts } from '../../../../accounts/server/accounts/index.ts';
import { findTransactions, type Spent, sumSpent } from '../../../../accounts/server/transactions/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { chosenCategory, suggestCategories } from '../../bookkeeping/index.ts';
import { keyOf } from '../counterparty.ts';
import { type Worth, worthIn } from '../worth.ts';
import { knownCategory, type Line, sumUp } from './sum.ts';

export interface SpendingQuery {
  readonly currency: string;
  readonly timeZone: string;
  readonly months: number;
}

export interface SpendingLines {
  readonly worth: Worth;
  /** First days, oldest first. */
  readonly months: readonly string[];
  readonly payees: readonly Line[];
  readonly categories: readonly Line[];
  readonly countedFrom: Date | undefined;
}

/** The category is looked up for this many of the largest payees; smaller ones have none, unless their payments do. */
const suggestedAtMost = 2_000;

/** Spending of the acting client. */
export async function readSpendingLines(
  work: Work,
  prices: PriceProvider,
  query: SpendingQuery,
): Promise<SpendingLines> {
  const { clientId } = requireClientActor(work);
  const worth = await worthIn(prices, query.currency, work.now);
  const starts = monthStarts(daysIn(query.timeZone), work.now, query.months);
  const { spent, countedFrom } = await sumSpent(work.sql, clientId, {
    instants: starts.map(({ startsAt }) => startsAt),
    category: chosenCategory,
  });
  const suggested = await suggestByPayee(work.sql, spent);
  return {
    worth,
    months: starts.slice(0, -1).map(({ date }) => date),
    ...sumUp(spent, query.months, worth, suggested),
    countedFrom,
  };
}

/** The category of payees with uncategorised payments, by payee key. */
async function suggestByPayee(
  sql: Sql,
  spent: readonly Spent[],
): Promise<ReadonlyMap<string, BookkeepingCategory>> {
  const open = spent.filter(
    ({ isConfidential, category }) => !isConfidential && knownCategory(category) === undefined,
  );
  const latest = new Map<string, Spent>();
  for (const part of open) {
    const known = latest.get(keyOf(part));
    if (!known || part.latestId > known.latestId) latest.set(keyOf(part), part);
  }
  const asked = [...latest]
    .toSorted(([, a], [, b]) => (a.amountMinor < b.amountMinor ? 1 : -1))
    .slice(0, suggestedAtMost);
  const transactions = await findTransactions(
    sql,
    asked.map(([, { latestId }]) => latestId),
  );
  const suggested = await suggestCategories(sql, [...transactions.values()]);
  return new Map(
    asked.flatMap(([key, { latestId }]) => {
      const suggestion = suggested.get(latestId);
      return suggestion ? [[key, suggestion.category] as const] : [];
    }),
  );
}

/** Months are oldest first, the current one last. `otherPayees` sums those beyond `spendingPayeesMax`. */
export async function readSpending(
  work: Work,
  prices: PriceProvider,
  query: SpendingQuery,
): Promise<Spending> {
  const { worth, months, payees, categories, countedFrom } = await readSpendingLines(work, prices, query);
  const text = (minor: bigint) => formatDecimal(minor, worth.currency);
  const spentOf = ({ kind, amounts, totalMinor }: Line) => ({
    kind,
    amounts: amounts.map(text),
    total: text(totalMinor),
  });
  const others = payees.slice(spendingPayeesMax);
  return {
    currency: worth.currency,
    months: months.map(monthOf),
    totals: months.map((_, month) =>
      text(categories.reduce((sum, { amounts }) => sum + (amounts[month] ?? 0n), 0n)),
    ),
    categories: categories.map((line) => ({
      ...spentOf(line),
      category: line.kind === 'PAYMENTS' ? line.category : null,
    })),
    payees: payees.slice(0, spendingPayeesMax).map((line) => ({
      ...spentOf(line),
      name: line.name,
      beneficiaryId: line.beneficiaryId,
      category: line.category,
    })),
    otherPayees: {
      count: others.length,
      total: text(others.reduce((sum, { totalMinor }) => sum + totalMinor, 0n)),
    },
    countedFrom: countedFrom?.toISOString() ?? null,
  };
}
