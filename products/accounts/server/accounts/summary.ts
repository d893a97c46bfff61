/**
 * A client's total over all accounts, its course over time, and money in and out by month, in one currency. The whole line uses today's
 * reference rates, so that it shows movements of money and not of rates. What cards spend is money out too.
 *
 * Figures are booked balances. They come from the running totals in ledger entries: two statements, whose cost depends on the number of
 * accounts and points, not of entries. Source: server page sections 5 and 12.
 *
 * Errors: `invalid_request` (currency_unknown) for an unknown currency; `rates_unavailable`
 * if an amount has no rate.
 */
import type { AccountBalances, AccountsSummary } from '@calmly/contract';
import { type CurrencyCode, convertAtReference, currencies, formatDecimal, isCurrency } from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { balancesAt, cardAccountsOf, flowsBetween } from '../../../ledger/server/index.ts';
import { lineDays, monthOf, monthStarts } from './chart-periods.ts';
import { requireAccount } from './service.ts';
import { listOfClient } from './store.ts';

export interface SummaryQuery {
  readonly clientId: string;
  readonly currency: string;
  readonly days: number;
  readonly months: number;
  /** The time zone that defines days and months. */
  readonly timeZone: string;
}

type Spending = { readonly id: string; readonly currency: CurrencyCode };

/**
 * The line covers `days` days up to today, with 90 points at most; the flows cover `months` months, this one
 * included. Both are oldest first and in the reader's zone. `ratesAsOf` is null if nothing was converted.
 */
export async function summariseAccounts(
  sql: Sql,
  prices: PriceProvider,
  now: Date,
  query: SummaryQuery,
): Promise<AccountsSummary> {
  const { currency } = query;
  if (!isCurrency(currency) || currencies[currency].kind !== 'fiat')
    throw badFields({ field: 'currency', code: 'currency_unknown' });

  const [accounts, cardAccounts, reference] = await Promise.all([
    listOfClient(sql, query.clientId),
    cardAccountsOf(sql, query.clientId),
    prices.referenceRates(now),
  ]);
  const ids = accounts.map(({ id }) => id);
  const spending = [...accounts, ...cardAccounts];
  const zone = daysIn(query.timeZone);
  const line = lineDays(zone, now, query.days);
  const months = monthStarts(zone, now, query.months);
  const [thisMonth] = monthStarts(zone, now, 1);
  if (!thisMonth) throw new Error('a month has a start');
  const [balances, flows] = await Promise.all([
    balancesAt(sql, ids, [thisMonth.startsAt, ...line.map(({ endsAt }) => endsAt)]),
    flowsBetween(
      sql,
      spending.map(({ id }) => id),
      months.map(({ startsAt }) => startsAt),
    ),
  ]);

  let isConverted = false;
  /** The accounts' total value; each currency is converted once. */
  const worth = (of: readonly Spending[], amountOf: (account: Spending) => bigint | undefined): bigint => {
    const sums = new Map<CurrencyCode, bigint>();
    for (const account of of)
      sums.set(account.currency, (sums.get(account.currency) ?? 0n) + (amountOf(account) ?? 0n));
    return [...sums].reduce((total, [from, minor]) => {
      if (minor === 0n || from === currency) return total + minor;
      isConverted = true;
      const converted = convertAtReference(minor, from, currency, reference.rates);
      if (converted === undefined) throw new Problem('rates_unavailable');
      return total + converted;
    }, 0n);
  };
  const worthAt = (point: number) => worth(accounts, ({ id }) => balances.get(id)?.[point]);
  const amount = (minor: bigint) => formatDecimal(minor, currency);

  const total = worthAt(line.length);
  const figures = {
    currency,
    total: amount(total),
    change: amount(total - worthAt(0)),
    changeSince: thisMonth.date,
    balances: line.map(({ date }, index) => ({ date, balance: amount(worthAt(index + 1)) })),
    flows: months.slice(0, -1).map(({ date }, index) => ({
      month: monthOf(date),
      moneyIn: amount(worth(spending, ({ id }) => flows.get(id)?.[index]?.inMinor)),
      moneyOut: amount(worth(spending, ({ id }) => flows.get(id)?.[index]?.outMinor)),
    })),
  };
  return { ...figures, ratesAsOf: isConverted ? reference.asOf.toISOString().slice(0, 10) : null };
}

/** The balance line of one account of the acting client, in its own currency. Two statements, however long its history. */
export async function readBalanceLine(
  work: Work,
  { id, days, timeZone }: { readonly id: string; readonly days: number; readonly timeZone: string },
): Promise<AccountBalances> {
  const { clientId } = requireClientActor(work);
  const { currency } = await requireAccount(work.sql, { clientId, id });
  const line = lineDays(daysIn(timeZone), work.now, days);
  const ends = line.map(({ endsAt }) => endsAt);
  const balances = (await balancesAt(work.sql, [id], ends)).get(id) ?? [];
  return {
    currency,
    balances: line.map(({ date }, point) => ({
      date,
      balance: formatDecimal(balances[point] ?? 0n, currency),
    })),
  };
}

/** Whether these accounts have ever received money from outside the client's own accounts. */
export async function hasReceivedMoney(sql: Sql, accountIds: readonly string[], now: Date): Promise<boolean> {
  const flows = await flowsBetween(sql, accountIds, [new Date(0), now]);
  return [...flows.values()].flat().some(({ inMinor }) => inMinor > 0n);
}
