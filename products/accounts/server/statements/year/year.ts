/**
 * The year overview: the months of a calendar year in the reader's time zone, for each account and by currency. Balances, money in and money out are
 * index look-ups of running totals, so older history costs nothing; fees and kinds are summed over the year's entries. Errors: `invalid_request` for a year
 * that has not begun or began more than fifty years ago.
 */
import type { ProfitOfPeriod } from '@calmly/contract';
import { type CurrencyCode, formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';
import { badFields } from '@calmly/platform/problem.ts';
import { addDays, daysIn, firstOfMonth, type ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import {
  type EntryRange,
  entryRangesByAccount,
  type Flow,
  feeCodes,
  flowsByCode,
} from '../../../../ledger/server/index.ts';
import { viewerOf } from '../../transactions/index.ts';
import type { StatedAccount } from '../accounts.ts';
import { addFlow, hiddenIn } from '../hidden.ts';
import { yearsMax } from '../period.ts';
import { type KindFlow, kindsOf, sumKinds } from './kinds.ts';

export interface YearInput {
  readonly year: number;
  readonly timeZone: string;
}

/** Amounts are minor units; money out and fees are magnitudes. */
export interface Sums {
  readonly openingMinor: bigint;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly feesMinor: bigint;
  readonly closingMinor: bigint;
}

export interface MonthSums extends Sums {
  readonly from: string;
  readonly to: string;
}

export interface AccountYear extends Sums {
  readonly account: StatedAccount;
  readonly months: readonly MonthSums[];
  readonly kinds: readonly KindFlow[];
  readonly profit: ProfitOfPeriod | undefined;
}

export interface CurrencyYear extends Sums {
  readonly currency: CurrencyCode;
  readonly accounts: number;
  readonly months: readonly MonthSums[];
  readonly kinds: readonly KindFlow[];
}

export interface Year {
  readonly year: number;
  readonly from: string;
  readonly to: string;
  readonly isRunning: boolean;
  readonly firstYear: number;
  readonly zone: ZonedDays;
  readonly accounts: readonly AccountYear[];
  readonly totals: readonly CurrencyYear[];
  readonly realised: { readonly currency: CurrencyCode; readonly minor: bigint } | undefined;
}

type Reading = Pick<Work, 'sql' | 'actor' | 'now'>;

/** For these accounts, as in the acting person's own statements. */
export async function readYear(
  work: Reading,
  accounts: readonly StatedAccount[],
  { year, timeZone }: YearInput,
): Promise<Year> {
  const zone = daysIn(timeZone);
  const today = zone.dayOf(work.now);
  const running = yearOf(today);
  if (year > running) throw badFields({ field: 'year', code: 'period_future' });
  if (year < running - yearsMax) throw badFields({ field: 'year', code: 'period_too_early' });
  const months = monthsOf(year, today);
  const [from, to] = [months[0]?.from ?? today, months.at(-1)?.to ?? today];
  const period = { begins: zone.startOf(from), ends: zone.startOf(addDays(to, 1)) };
  const opened = accounts.filter(({ createdAt }) => createdAt < period.ends);
  const stated = (await sumMonths(work, opened, { months, zone })).filter(isShown);
  const withProfit: AccountYear[] = [];
  for (const each of stated)
    withProfit.push({ ...each, profit: await each.account.profit?.(work.sql, period) });
  return {
    year,
    from,
    to,
    zone,
    isRunning: year === running,
    firstYear: Math.min(running, ...accounts.map(({ createdAt }) => yearOf(zone.dayOf(createdAt)))),
    accounts: withProfit,
    totals: totalsOf(withProfit),
    realised: realisedOf(withProfit),
  };
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

interface Month {
  readonly from: string;
  readonly to: string;
}

/** January to December, or to the current month, which ends today. */
function monthsOf(year: number, today: string): Month[] {
  const first = `${String(year).padStart(4, '0')}-01-01`;
  return Array.from({ length: 12 }, (_, at) => firstOfMonth(first, at))
    .filter((from) => from <= today)
    .map((from) => {
      const last = addDays(firstOfMonth(from, 1), -1);
      return { from, to: last < today ? last : today };
    });
}

/** Hides an account closed before the year, which had neither movements nor money in it. */
const isShown = ({ account, openingMinor, inMinor, outMinor }: Omit<AccountYear, 'profit'>): boolean =>
  !account.isClosed || openingMinor !== 0n || inMinor !== 0n || outMinor !== 0n;

async function sumMonths(
  work: Reading,
  accounts: readonly StatedAccount[],
  { months, zone }: { readonly months: readonly Month[]; readonly zone: ZonedDays },
): Promise<Array<Omit<AccountYear, 'profit'>>> {
  const { sql } = work;
  const viewer = viewerOf(requireClientActor(work));
  const bounds = [...months.map(({ from }) => from), addDays(months.at(-1)?.to ?? '', 1)].map(zone.startOf);
  const ranges = await entryRangesByAccount(
    sql,
    accounts.map(({ id }) => id),
    bounds,
  );
  const flows = await flowsOf(sql, ranges, months.length);
  const years: Array<Omit<AccountYear, 'profit'>> = [];
  for (const account of accounts) {
    const own = ranges.get(account.id) ?? [];
    const hidden = await hiddenIn({ sql, viewer, account }, own, zone);
    const all = own.map((range, at) => {
      const { from, to } = months[at] ?? { from: '', to: '' };
      const less = hidden[at];
      const byCode = without(flows.get(account.id)?.[at], less?.byCode);
      const fees = feeCodes.flatMap((code) => byCode.get(code) ?? []);
      return {
        from,
        to,
        openingMinor: range.openingMinor,
        inMinor: range.inMinor - (less?.inMinor ?? 0n),
        outMinor: range.outMinor - (less?.outMinor ?? 0n),
        feesMinor: fees.reduce((sum, { inMinor, outMinor }) => sum + outMinor - inMinor, 0n),
        closingMinor: range.closingMinor,
        byCode,
      };
    });
    const shown = all.filter(({ to }) => zone.startOf(addDays(to, 1)) > account.createdAt);
    const kinds = kindsOf(shown.flatMap(({ byCode }) => [...byCode]));
    years.push({ account, months: shown.map(({ byCode: _, ...month }) => month), kinds, ...joined(shown) });
  }
  return years;
}

type ByCode = ReadonlyMap<string, Flow>;

const without = (all: ByCode = new Map(), less: ByCode = new Map()): ByCode => {
  const left = new Map(all);
  for (const [code, { inMinor, outMinor }] of less)
    left.set(code, addFlow(left.get(code), { inMinor: -inMinor, outMinor: -outMinor }));
  return left;
};

/** By account and month. One month at a time, so that no database statement reads more than that. */
async function flowsOf(
  sql: Work['sql'],
  ranges: ReadonlyMap<string, readonly EntryRange[]>,
  months: number,
): Promise<ReadonlyMap<string, readonly ByCode[]>> {
  const flows = new Map<string, ByCode[]>([...ranges.keys()].map((id) => [id, []]));
  for (let month = 0; month < months; month += 1) {
    const moved = [...ranges].flatMap(([accountId, own]) => {
      const range = own[month];
      return range && range.last >= range.first ? [{ accountId, first: range.first, last: range.last }] : [];
    });
    const found = await flowsByCode(sql, moved);
    for (const [at, { accountId }] of moved.entries()) {
      const own = flows.get(accountId);
      if (own) own[month] = found[at] ?? new Map();
    }
  }
  return flows;
}

/** The sums of consecutive months. */
const joined = (months: readonly Sums[]): Sums => ({
  openingMinor: months[0]?.openingMinor ?? 0n,
  inMinor: months.reduce((sum, { inMinor }) => sum + inMinor, 0n),
  outMinor: months.reduce((sum, { outMinor }) => sum + outMinor, 0n),
  feesMinor: months.reduce((sum, { feesMinor }) => sum + feesMinor, 0n),
  closingMinor: months.at(-1)?.closingMinor ?? 0n,
});

/** By currency, in the order of the accounts. */
function totalsOf(accounts: readonly AccountYear[]): CurrencyYear[] {
  return [...Map.groupBy(accounts, ({ account }) => account.currency)].map(([currency, own]) => {
    const months = [
      ...Map.groupBy(
        own.flatMap((each) => each.months),
        ({ from }) => from,
      ).values(),
    ]
      .map((same): MonthSums => {
        const [{ from, to } = { from: '', to: '' }] = same;
        return { from, to, ...added(same) };
      })
      .sort((one, other) => (one.from < other.from ? -1 : 1));
    const kinds = sumKinds(own.flatMap((each) => each.kinds));
    return { currency, accounts: own.length, months, kinds, ...added(own) };
  });
}

/** The sums of several accounts. */
const added = (all: readonly Sums[]): Sums => ({
  openingMinor: all.reduce((sum, { openingMinor }) => sum + openingMinor, 0n),
  inMinor: all.reduce((sum, { inMinor }) => sum + inMinor, 0n),
  outMinor: all.reduce((sum, { outMinor }) => sum + outMinor, 0n),
  feesMinor: all.reduce((sum, { feesMinor }) => sum + feesMinor, 0n),
  closingMinor: all.reduce((sum, { closingMinor }) => sum + closingMinor, 0n),
});

function realisedOf(accounts: readonly AccountYear[]): Year['realised'] {
  const profits = accounts.flatMap(({ profit }) => profit ?? []);
  const currency = profits[0]?.quote;
  if (currency === undefined || !isCurrency(currency)) return undefined;
  return {
    currency,
    minor: profits.reduce((sum, { realised }) => sum + (parseDecimal(realised, currency) ?? 0n), 0n),
  };
}

/** In wire form. */
export const sumsOnWire = (sums: Sums, currency: CurrencyCode) => ({
  openingBalance: formatDecimal(sums.openingMinor, currency),
  moneyIn: formatDecimal(sums.inMinor, currency),
  moneyOut: formatDecimal(sums.outMinor, currency),
  fees: formatDecimal(sums.feesMinor, currency),
  closingBalance: formatDecimal(sums.closingMinor, currency),
});
