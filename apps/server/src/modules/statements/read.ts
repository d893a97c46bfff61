/** A statement as the portal reads it: its sums and a page of lines, and the months of an account. */
import type { Statement, StatementLine, StatementMonth } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { badFields } from '../../platform/problem.ts';
import { addDays, daysIn, firstOfMonth } from '../../platform/time/zoned-days.ts';
import type { Work } from '../../platform/work.ts';
import { requireClientActor } from '../identity/index.ts';
import { entryRanges } from '../ledger/index.ts';
import { viewerOf } from '../transactions/index.ts';
import type { StatedAccount } from './accounts.ts';
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
  /** Number of the last entry of the page before. */
  readonly cursor?: string | undefined;
}

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
    nextCursor: lines.length > limit ? String(page.at(-1)?.entry) : null,
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
    entry: String(line.entry),
    bookedOn: zone.dayOf(line.bookedAt),
    valueOn: zone.dayOf(line.valueAt),
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

/** Newest first. */
export async function readMonths(
  work: Pick<Work, 'sql' | 'now'>,
  account: StatedAccount,
  timeZone: string,
): Promise<StatementMonth[]> {
  const zone = daysIn(timeZone);
  const today = zone.dayOf(work.now);
  const months = monthsSince(account.createdAt, work.now, zone);
  const bounds = [...months, addDays(today, 1)].map((day) => zone.startOf(day));
  const ranges = await entryRanges(work.sql, account.id, bounds);
  return ranges.map((range, at) => monthOf(account, months[at] ?? today, today, range)).reverse();
}

function monthOf(
  { currency }: StatedAccount,
  from: string,
  today: string,
  range: Awaited<ReturnType<typeof entryRanges>>[number],
): StatementMonth {
  const last = addDays(firstOfMonth(from, 1), -1);
  return {
    from,
    to: last < today ? last : today,
    ...sumsOf(range, currency),
    entries: Number(range.last - range.first + 1n),
  };
}
