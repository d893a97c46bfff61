/**
 * The one source of every statement. The entries of a period have consecutive numbers and never change, so they are read page by page without a
 * transaction, and the last balance must be the ledger's: a statement that does not add up is cut off, never finished.
 *
 * Who may not see confidential payments gets one line for each payout and month, where its first entry of the month was booked, with the sum of all its
 * entries in that month. The balances of the lines between are then those of the lines shown. By month, so that a longer statement says what those of its
 * months say together, also where money came back later.
 */
import type { ProfitOfPeriod } from '@calmly/contract';
import type { PaymentScheme } from '@calmly/domain';
import type { ZonedDays } from '../../platform/time/zoned-days.ts';
import type { Sql } from '../../platform/work.ts';
import { type Entry, type EntryRange, entryRanges, type Flow, listEntries } from '../ledger/index.ts';
import {
  findMasks,
  findStated,
  isVisible,
  payoutsOfCredits,
  type StatedTransaction,
  type StoredTransaction,
  type Viewer,
} from '../transactions/index.ts';
import type { StatedAccount } from './accounts.ts';
import type { Period } from './period.ts';

export interface Line {
  /** The number of its entry. */
  readonly entry: bigint;
  readonly bookedAt: Date;
  /** `YYYY-MM-DD`. */
  readonly valueOn: string;
  /** The row of the payments list; undefined where the entry has none. */
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
  /** Numbers of the first and the last entry of the ledger; `last` is below `first` where there are none. */
  readonly range: { readonly first: bigint; readonly last: bigint };
  /** Whether a line stands for payments that the reader may not see. */
  readonly isMasked: boolean;
  /** Undefined of accounts in money. */
  readonly profit: ProfitOfPeriod | undefined;
  /** Oldest first, in batches; those after an entry, or all. */
  readonly lines: (after?: bigint) => AsyncGenerator<readonly Line[]>;
}

const pageSize = 1_000;
/** Codes of the ledger: of the bank's fees and those of a crypto network, and of money that was paid or came back. */
export const feeCodes: readonly string[] = ['fee', 'crypto_fee'];
const paymentCode = 'payment';

interface Reading {
  readonly sql: Sql;
  readonly viewer: Viewer;
  readonly account: StatedAccount;
}

/**
 * Reads the sums at once, and the lines only when asked. `lines` throws if the lines do not add up to the
 * closing balance.
 */
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

/** The lines that stand for confidential payouts, by payout; none for a reader who sees the payments. */
const masksFor = async ({
  sql,
  viewer,
  account,
}: Reading): Promise<ReadonlyMap<string, StoredTransaction>> =>
  viewer.seesConfidential ? new Map() : findMasks(sql, account.id);

/** What the lines of confidential payouts stand for. */
export interface Hidden {
  /** By payout and month, as `maskOf` names them. */
  readonly byMask: ReadonlyMap<string, bigint>;
  /** What the entries have more than their lines, together and by code. */
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly count: number;
  readonly byCode: ReadonlyMap<string, Flow>;
}

const noneHidden: Hidden = { byMask: new Map(), inMinor: 0n, outMinor: 0n, count: 0, byCode: new Map() };

const maskOf = (payoutId: string, { bookedAt }: Entry, zone: ZonedDays): string =>
  `${payoutId} ${zone.dayOf(bookedAt).slice(0, 7)}`;

/** What the statement of each range leaves out of these sums, in the order of the ranges. */
export async function hiddenIn(
  reading: Reading,
  ranges: readonly EntryRange[],
  zone: ZonedDays,
): Promise<Hidden[]> {
  const { size } = await masksFor(reading);
  const hidden: Hidden[] = [];
  for (const range of ranges) hidden.push(size === 0 ? noneHidden : await sumHidden(reading, range, zone));
  return hidden;
}

async function sumHidden(reading: Reading, range: EntryRange, zone: ZonedDays): Promise<Hidden> {
  const byMask = new Map<string, bigint>();
  const byCode = new Map<string, Flow>();
  let [inMinor, outMinor, count] = [0n, 0n, 0];
  const add = (code: string, amountMinor: bigint, times: 1 | -1) => {
    const moved = flowOf(amountMinor * BigInt(times), amountMinor > 0n);
    inMinor += moved.inMinor;
    outMinor += moved.outMinor;
    count += times;
    byCode.set(code, addFlow(byCode.get(code), moved));
  };
  for await (const page of entriesOf(reading, range))
    for (const { entry, hiddenIn: payoutId } of page) {
      if (payoutId === undefined) continue;
      const mask = maskOf(payoutId, entry, zone);
      byMask.set(mask, (byMask.get(mask) ?? 0n) + entry.amountMinor);
      add(entry.code, entry.amountMinor, 1);
    }
  for (const sum of byMask.values()) add(paymentCode, sum, -1);
  return { byMask, inMinor, outMinor, count, byCode };
}

const flowOf = (minor: bigint, isIn: boolean): Flow =>
  isIn ? { inMinor: minor, outMinor: 0n } : { inMinor: 0n, outMinor: -minor };

/** Both together. */
export const addFlow = (one: Flow | undefined, other: Flow): Flow => ({
  inMinor: (one?.inMinor ?? 0n) + other.inMinor,
  outMinor: (one?.outMinor ?? 0n) + other.outMinor,
});

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
  // Where lines stand for others, the balances of a page follow from all lines before it.
  const start = masks.size === 0 && after >= range.first ? after + 1n : range.first;
  let balanceMinor: bigint | undefined = start === range.first ? range.openingMinor : undefined;
  const told = new Set<string>();
  for await (const page of entriesOf(reading, { ...range, first: start })) {
    const lines: Line[] = [];
    for (const { entry, transaction, hiddenIn: payoutId } of page) {
      const { seq, bookedAt, valueAt, code } = entry;
      let [amountMinor, shown, isFee] = [entry.amountMinor, transaction, feeCodes.includes(code)];
      if (payoutId !== undefined) {
        const mask = maskOf(payoutId, entry, zone);
        if (told.has(mask)) continue;
        told.add(mask);
        [amountMinor, shown, isFee] = [hidden.byMask.get(mask) ?? 0n, masks.get(payoutId), false];
      }
      balanceMinor = (balanceMinor ?? entry.balanceMinor - amountMinor) + amountMinor;
      if (seq > after)
        lines.push({
          entry: seq,
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

interface BookedEntry {
  readonly entry: Entry;
  readonly transaction: StatedTransaction | undefined;
  /** The payout whose line stands for it; undefined where the reader may see it. */
  readonly hiddenIn: string | undefined;
}

async function* entriesOf(
  { sql, viewer, account: { id } }: Reading,
  { first, last }: EntryRange,
): AsyncGenerator<readonly BookedEntry[]> {
  async function read(next: bigint): Promise<readonly BookedEntry[]> {
    const entries = await listEntries(sql, { accountId: id, first: next, last, limit: pageSize });
    const rows = await findStated(sql, [...new Set(entries.map(({ subjectId }) => subjectId))]);
    const hidden = await payoutsOfHidden(
      sql,
      [...rows.values()].filter((row) => !isVisible(row, viewer)),
    );
    return entries.map((entry) => ({
      entry,
      transaction: rows.get(entry.subjectId),
      hiddenIn: hidden.get(entry.subjectId),
    }));
  }
  // The database reads a page while the one before is written. A first page may be all that is wanted.
  let ahead: Promise<readonly BookedEntry[]> | undefined;
  for (let next = first; next <= last; next += BigInt(pageSize)) {
    const page = await (ahead ?? read(next));
    const after = next + BigInt(pageSize);
    ahead = next > first && after <= last ? read(after) : undefined;
    // Who reads no further does not wait for it.
    ahead?.catch(() => undefined);
    yield page;
  }
}

/**
 * The payout that each of these belongs to: its payments, and the money of one that came back. Money that came back unexpectedly belongs to
 * none and is a line of its own.
 */
async function payoutsOfHidden(
  sql: Sql,
  rows: readonly StatedTransaction[],
): Promise<ReadonlyMap<string, string>> {
  const credits = rows.filter(({ payoutId }) => !payoutId).map(({ id }) => id);
  const ofCredits = await payoutsOfCredits(sql, credits);
  return new Map(rows.map(({ id, payoutId }) => [id, payoutId ?? ofCredits.get(id) ?? id]));
}

/** Who the money came from or went to, and where; nothing for the bank's own fees and for what has no row. */
export function counterpartyOf({ transaction, isFee }: Pick<Line, 'transaction' | 'isFee'>): {
  readonly name: string;
  readonly account: string;
} {
  if (!transaction || isFee) return { name: '', account: '' };
  return transaction.direction === 'DEBIT'
    ? { name: transaction.creditorName, account: transaction.creditorAccount }
    : { name: transaction.debtorName, account: transaction.debtorAccount };
}

/** Whether the line stands for a payout. */
export const isMask = ({ transaction }: Pick<Line, 'transaction'>): boolean =>
  transaction?.audience === 'MASK';

/** How its row travelled; of an entry without a row, as inside the bank. */
export const schemeOf = ({ transaction }: Pick<Line, 'transaction'>): PaymentScheme =>
  transaction?.scheme ?? 'INTERNAL';
