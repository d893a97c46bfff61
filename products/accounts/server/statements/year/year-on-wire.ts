/** The year overview as the portal reads it. */
import type { YearOverview } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import type { KindFlow } from './kinds.ts';
import { type MonthSums, sumsOnWire, type Year } from './year.ts';

/** Amounts as decimals of their currency. `realised` is null if no account has a profit to state. */
export function yearOnWire({
  year,
  from,
  to,
  isRunning,
  firstYear,
  accounts,
  totals,
  realised,
}: Year): YearOverview {
  return {
    year,
    from,
    to,
    isRunning,
    firstYear,
    accounts: accounts.map(({ account, months, kinds, profit, ...sums }) => ({
      id: account.id,
      kind: account.kind,
      currency: account.currency,
      name: account.name,
      number: account.shownAs,
      isClosed: account.isClosed,
      ...sumsOnWire(sums, account.currency),
      profit: profit ?? null,
      months: monthsOnWire(months, account.currency),
      kinds: kindsOnWire(kinds, account.currency),
    })),
    totals: totals.map(({ currency, accounts: count, months, kinds, ...sums }) => ({
      currency,
      accounts: count,
      ...sumsOnWire(sums, currency),
      months: monthsOnWire(months, currency),
      kinds: kindsOnWire(kinds, currency),
    })),
    realised: realised
      ? { currency: realised.currency, amount: formatDecimal(realised.minor, realised.currency) }
      : null,
  };
}

const monthsOnWire = (months: readonly MonthSums[], currency: CurrencyCode) =>
  months.map((month) => ({ from: month.from, to: month.to, ...sumsOnWire(month, currency) }));

const kindsOnWire = (kinds: readonly KindFlow[], currency: CurrencyCode) =>
  kinds.map(({ kind, inMinor, outMinor }) => ({
    kind,
    moneyIn: formatDecimal(inMinor, currency),
    moneyOut: formatDecimal(outMinor, currency),
  }));
