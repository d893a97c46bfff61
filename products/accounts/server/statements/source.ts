/**
 * The one source of every statement. The entries of a period have consecutive numbers and never change, so they are read page by page without a
 * transaction, and the last balance must be the ledger's: a statement that does not add up is truncated, never finished.
 * A reader who may not see confidential payments gets one line for each payout and month, at the position of its first entry of the month, with the
 * sum of all its entries in that month. The balances of the lines between match the lines shown. Months are separate, so that a longer statement
 * agrees with those of its months, even if money was returned later.
 */
import type { ProfitOfPeriod } from '@calmly/contract';
import type { PaymentScheme } from '@calmly/domain';
import type { ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import { type EntryRange, entryRanges, feeCodes } from '../../../ledger/server/index.ts';
import type { StatedTransaction, StoredTransaction } from '../transactions/index.ts';
import type { StatedAccount } from './accounts.ts';
import { entriesOf, type Reading } from './entries.ts';
import { type Hidden, maskOf, masksFor, noneHidden, sumHidden } from './hidden.ts';
import type { Period } from './period.ts';

export interface Line {
  /** The number of its entry; for readers with replaced lines, its position in this statement. */
  readonly number: bigint;
  readonly bookedAt: Date;
  /** `YYYY-MM-DD`. */
  readonly valueOn: string;
  /** The row of the payments list; undefined if the entry has none. */
  readonly transaction: StatedTransaction | undefined;
  readonly isFee: boolean;
  /** Negative for money out. */
  readonly amountMinor: bigint;
  /** After it, in this statement. */
  readonly balanceMinor: bigint;
}

export interface StatementSource {
  readonly account: StatedAccount;
  readonly period: Period;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  /** Sums and number of the lines, both sums as magnitudes. */
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly count: number;
  /** Numbers of the first and last ledger entry; `last` is below `first` if there are none. */
  readonly range: { readonly first: bigint; readonly last: bigint };
  /** Whether a line replaces payments that the reader may not see. */
  readonly isMasked: boolean;
  /** Undefined for accounts in money. */
  readonly profit: ProfitOfPeriod | undefined;
  /** Oldest first, in batches; all, or those after a line's number. */
  readonly lines: (after?: bigint) => AsyncGenerator<readonly Line[]>;
}

/** Reads the sums at once, and the lines only on request. `lines` throws if the lines do not add up to the closing balance. */
export async function statementSource(reading: Reading, period: Period): Promise<StatementSource> {
  const { sql, account } = reading;
  const [range] = await entryRanges(sql, account.id, [period.begins, period.ends]);
  if (!range) throw new Error('two moments bound one range');
  const masks = await masksFor(reading);
  const hidden = masks.size === 0 ? noneHidden : await sumHidden(reading, range, period.zone);
  const profit = await account.profit?.(sql, period);
  return {
    account,
    period,
    profit,
    openingMinor: range.openingMinor,
    closingMinor: range.closingMinor,
    inMinor: range.inMinor - hidden.inMinor,
    outMinor: range.outMinor - hidden.outMinor,
    count: Number(range.last - range.first + 1n) - hidden.count,
    range: { first: range.first, last: range.last },
    isMasked: hidden.byMask.size > 0,
    lines: (after) => linesOf(reading, { range, zone: period.zone, hidden, masks, after }),
  };
}

interface Telling {
  readonly range: EntryRange;
  readonly zone: ZonedDays;
  readonly hidden: Hidden;
  readonly masks: ReadonlyMap<string, StoredTransaction>;
  readonly after: bigint | undefined;
}

async function* linesOf(
  reading: Reading,
  { range, zone, hidden, masks, after = 0n }: Telling,
): AsyncGenerator<readonly Line[]> {
  const begin = masks.size === 0 ? beginAt(range, after) : beginMasked(range, hidden, after);
  let { number } = begin;
  let balanceMinor: bigint | undefined = begin.next === range.first ? range.openingMinor : undefined;
  const told = new Set(begin.told);
  for await (const page of entriesOf(reading, { ...range, first: begin.next })) {
    const lines: Line[] = [];
    for (const { entry, transaction, hiddenIn: payoutId } of page) {
      const { bookedAt, valueAt, code } = entry;
      // The ledger's balance, plus the difference between the earlier lines and their entries.
      balanceMinor ??= entry.balanceMinor - entry.amountMinor + begin.aheadMinor;
      let [amountMinor, shown, isFee] = [entry.amountMinor, transaction, feeCodes.includes(code)];
      if (payoutId !== undefined) {
        const mask = maskOf(payoutId, entry, zone);
        if (told.has(mask)) continue;
        told.add(mask);
        [amountMinor, shown, isFee] = [hidden.byMask.get(mask)?.minor ?? 0n, masks.get(payoutId), false];
      }
      balanceMinor += amountMinor;
      number += 1n;
      if (number > after)
        lines.push({
          number,
          bookedAt,
          valueOn: shown?.valueOn ?? zone.dayOf(valueAt),
          transaction: shown,
          isFee,
          amountMinor,
          balanceMinor,
        });
    }
    if (lines.length > 0) yield lines;
  }
  if (balanceMinor !== undefined && balanceMinor !== range.closingMinor)
    throw new Error(`the statement of account ${reading.account.id} does not add up to its closing balance`);
}

/** Where to read from to get the lines after a given one. */
interface Beginning {
  /** The number of the next entry, and of the line before it. */
  readonly next: bigint;
  readonly number: bigint;
  /** The difference between the earlier lines and the earlier entries. */
  readonly aheadMinor: bigint;
  /** The payouts that already have their line. */
  readonly told: readonly string[];
}

/** Lines have the numbers of their entries. */
function beginAt({ first }: EntryRange, after: bigint): Beginning {
  const next = after >= first ? after + 1n : first;
  return { next, number: next - 1n, aheadMinor: 0n, told: [] };
}

/** Lines are numbered by position, because entry numbers would reveal how many are hidden. */
function beginMasked({ first }: EntryRange, { marks, byMask }: Hidden, after: bigint): Beginning {
  const start: Beginning = { next: first, number: 0n, aheadMinor: 0n, told: [] };
  return marks.reduce((best, { last, count, minor }) => {
    const told = [...byMask].filter(([, mask]) => mask.first <= last);
    const number = last - first + 1n - count + BigInt(told.length);
    if (number > after) return best;
    const toldMinor = told.reduce((sum, [, mask]) => sum + mask.minor, 0n);
    return { next: last + 1n, number, aheadMinor: toldMinor - minor, told: told.map(([name]) => name) };
  }, start);
}

/** The other side of the movement and its account; empty for the bank's own fees and for entries without a row. */
export function counterpartyOf({ transaction, isFee }: Pick<Line, 'transaction' | 'isFee'>): {
  readonly name: string;
  readonly account: string;
} {
  if (!transaction || isFee) return { name: '', account: '' };
  return transaction.direction === 'DEBIT'
    ? { name: transaction.creditorName, account: transaction.creditorAccount }
    : { name: transaction.debtorName, account: transaction.debtorAccount };
}

/** Whether the line replaces a payout. */
export const isMask = ({ transaction }: Pick<Line, 'transaction'>): boolean =>
  transaction?.audience === 'MASK';

/** The scheme of its row; for an entry without a row, that of a move inside the bank. */
export const schemeOf = ({ transaction }: Pick<Line, 'transaction'>): PaymentScheme =>
  transaction?.scheme ?? 'INTERNAL';
