/** A statement as the portal reads it: its sums and a page of lines, and the months of an account. */
import type { Statement, StatementLine, StatementMonth } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { badFields } from '@calmly/platform/problem.ts';
import { addDays, daysIn, firstOfMonth, type ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { type EntryRange, entryRanges } from '../../../ledger/server/index.ts';
import { findMasks, viewerOf } from '../transactions/index.ts';
import type { StatedAccount } from './accounts.ts';
import { type Hidden, hiddenIn } from './hidden.ts';
import { monthsSince, type PeriodInput, periodOf } from './period.ts';
import {
  counterpartyOf,
  isMask,
  type Line,
  type StatementSource,
  schemeOf,
  statementSource,
} from './source.ts';

type Reading = Pick<Work, 'sql' | 'actor' | 'now'>;

/** The statement of one account, as the acting person may see it. */
export async function openSource(
  work: Reading,
  account: StatedAccount,
  period: PeriodInput,
): Promise<StatementSource> {
  const viewer = viewerOf(requireClientActor(work));
  return statementSource({ sql: work.sql, viewer, account }, periodOf(period, work.now));
}

interface Page extends PeriodInput {
  readonly limit: number;
  /** Number of the previous page's last line. */
  readonly cursor?: string | undefined;
}

/**
 * `cursor` is the number of a line; lines are oldest first. Days are in `timeZone`, amounts decimal.
 * Errors: `invalid_request` for the cursor, and those of `periodOf`.
 */
export async function readStatement(
  work: Reading,
  account: StatedAccount,
  { limit, cursor, ...period }: Page,
): Promise<Statement> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor))
    throw badFields({ field: 'cursor', code: 'invalid' });
  const source = await openSource(work, account, period);
  const lines: Line[] = [];
  for await (const batch of source.lines(cursor === undefined ? undefined : BigInt(cursor))) {
    lines.push(...batch);
    if (lines.length > limit) break;
  }
  const page = lines.slice(0, limit);
  return {
    accountId: account.id,
    currency: account.currency,
    from: period.from,
    to: period.to,
    ...sumsOf(source, account.currency),
    entries: source.count,
    profit: source.profit ?? null,
    lines: page.map((line) => toLine(source, line)),
    nextCursor: lines.length > limit ? String(page.at(-1)?.number) : null,
  };
}

const sumsOf = (
  sums: Pick<StatementSource, 'openingMinor' | 'closingMinor' | 'inMinor' | 'outMinor'>,
  currency: CurrencyCode,
) => ({
  openingBalance: formatDecimal(sums.openingMinor, currency),
  closingBalance: formatDecimal(sums.closingMinor, currency),
  moneyIn: formatDecimal(sums.inMinor, currency),
  moneyOut: formatDecimal(sums.outMinor, currency),
});

function toLine({ account: { currency }, period: { zone } }: StatementSource, line: Line): StatementLine {
  const { transaction } = line;
  const counterparty = counterpartyOf(line);
  return {
    entry: String(line.number),
    bookedOn: zone.dayOf(line.bookedAt),
    valueOn: line.valueOn,
    scheme: schemeOf(line),
    isFee: line.isFee,
    isConfidentialPayout: isMask(line),
    counterparty: isMask(line) ? '' : counterparty.name,
    counterpartyAccount: counterparty.account,
    reference: transaction?.reference ?? '',
    number: transaction?.number ?? '',
    paymentId: transaction?.id ?? null,
    amount: formatDecimal(line.amountMinor, currency),
    balance: formatDecimal(line.balanceMinor, currency),
  };
}

/** Newest first. Each figure is that of the reader's own statement. */
export async function readMonths(
  work: Reading,
  account: StatedAccount,
  timeZone: string,
): Promise<StatementMonth[]> {
  const zone = daysIn(timeZone);
  const today = zone.dayOf(work.now);
  const months = monthsSince(account.createdAt, work.now, zone);
  const bounds = [...months, addDays(today, 1)].map((day) => zone.startOf(day));
  const ranges = await entryRanges(work.sql, account.id, bounds);
  const hidden = await hiddenByMonth(work, account, { zone, months, ranges });
  return ranges
    .map((range, at) => monthOf(account, { from: months[at] ?? today, today, range, hidden: hidden.get(at) }))
    .reverse();
}

interface Months {
  readonly zone: ZonedDays;
  /** The first days of the months, and the amounts booked in each. */
  readonly months: readonly string[];
  readonly ranges: readonly EntryRange[];
}

/**
 * The sums that the reader's lines omit, by index of the month. Only months since the first confidential payout are read, and the one before it,
 * because another bank may backdate a payment.
 */
async function hiddenByMonth(
  { sql, actor }: Reading,
  account: StatedAccount,
  { zone, months, ranges }: Months,
): Promise<ReadonlyMap<number, Hidden>> {
  const viewer = viewerOf(requireClientActor({ actor }));
  const [mask] = viewer.seesConfidential ? [] : (await findMasks(sql, account.id)).values();
  if (!mask) return new Map();
  const day = zone.dayOf(mask.createdAt);
  const first = Math.max(0, months.findLastIndex((month) => month <= day) - 1);
  const hidden = await hiddenIn({ sql, viewer, account }, ranges.slice(first), zone);
  return new Map(hidden.map((each, at) => [first + at, each]));
}

interface Month {
  readonly from: string;
  readonly today: string;
  readonly range: EntryRange;
  readonly hidden: Hidden | undefined;
}

function monthOf({ currency }: StatedAccount, { from, today, range, hidden }: Month): StatementMonth {
  const last = addDays(firstOfMonth(from, 1), -1);
  const inMinor = range.inMinor - (hidden?.inMinor ?? 0n);
  const outMinor = range.outMinor - (hidden?.outMinor ?? 0n);
  return {
    from,
    to: last < today ? last : today,
    ...sumsOf({ ...range, inMinor, outMinor }, currency),
    entries: Number(range.last - range.first + 1n) - (hidden?.count ?? 0),
  };
}
