/** The year overview as the portal reads it. */
import type { YearOverview } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { type MonthSums, sumsOnWire, type Year } from './year.ts';

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
    accounts: accounts.map(({ account, months, profit, ...sums }) => ({
      id: account.id,
      kind: account.kind,
      currency: account.currency,
      name: account.name,
      number: account.shownAs,
      isClosed: account.isClosed,
      ...sumsOnWire(sums, account.currency),
      profit: profit ?? null,
      months: monthsOnWire(months, account.currency),
    })),
    totals: totals.map(({ currency, accounts: count, months, ...sums }) => ({
      currency,
      accounts: count,
      ...sumsOnWire(sums, currency),
      months: monthsOnWire(months, currency),
    })),
    realised: realised
      ? { currency: realised.currency, amount: formatDecimal(realised.minor, realised.currency) }
      : null,
  };
}

const monthsOnWire = (months: readonly MonthSums[], currency: CurrencyCode) =>
  months.map((month) => ({ from: month.from, to: month.to, ...sumsOnWire(month, currency) }));
