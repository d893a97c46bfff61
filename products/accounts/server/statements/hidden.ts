/**
 * What the lines of confidential payouts hide from readers who may not see their payments: one line for each payout and month, where its first entry of the month
 * was booked, with the sum of all its entries in that month.
 */
import type { ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import type { Entry, EntryRange, Flow } from '../../../ledger/server/index.ts';
import { findMasks, type StoredTransaction } from '../transactions/index.ts';
import { entriesOf, type Reading } from './entries.ts';

/** The code of the ledger of money that was paid or came back. */
const paymentCode = 'payment';

/** The lines that stand for confidential payouts, by payout; none for a reader who sees the payments. */
export const masksFor = async ({
  sql,
  viewer,
  account,
}: Reading): Promise<ReadonlyMap<string, StoredTransaction>> =>
  viewer.seesConfidential ? new Map() : findMasks(sql, account.id);

/** What the lines of confidential payouts stand for. */
export interface Hidden {
  /** By payout and month, as `maskOf` names them. */
  readonly byMask: ReadonlyMap<string, HiddenMask>;
  /** One for each page of entries, so that lines can be read from any of them on. */
  readonly marks: readonly Mark[];
  /** What the entries have more than their lines, together and by code. */
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly count: number;
  readonly byCode: ReadonlyMap<string, Flow>;
}

export const noneHidden: Hidden = {
  byMask: new Map(),
  marks: [],
  inMinor: 0n,
  outMinor: 0n,
  count: 0,
  byCode: new Map(),
};

/** A line that stands for entries. */
interface HiddenMask {
  /** The number of the first of them, in whose place it is. */
  readonly first: bigint;
  readonly minor: bigint;
}

/** What was hidden from the first entry of the range to this one. */
interface Mark {
  readonly last: bigint;
  readonly count: bigint;
  readonly minor: bigint;
}

export const maskOf = (payoutId: string, { bookedAt }: Entry, zone: ZonedDays): string =>
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

/** Entries never change, so what a range of them hides does not either. */
const known = new Map<string, Hidden>();
const knownMost = 200;

export async function sumHidden(reading: Reading, range: EntryRange, zone: ZonedDays): Promise<Hidden> {
  const key = `${reading.account.id} ${range.first} ${range.last} ${zone.timeZone}`;
  const hidden = known.get(key) ?? (await readHidden(reading, range, zone));
  known.delete(key);
  known.set(key, hidden);
  const [oldest] = known.keys();
  if (known.size > knownMost && oldest !== undefined) known.delete(oldest);
  return hidden;
}

async function readHidden(reading: Reading, range: EntryRange, zone: ZonedDays): Promise<Hidden> {
  const byMask = new Map<string, HiddenMask>();
  const byCode = new Map<string, Flow>();
  const marks: Mark[] = [];
  let [inMinor, outMinor, count] = [0n, 0n, 0];
  let hidden: Omit<Mark, 'last'> = { count: 0n, minor: 0n };
  const add = (code: string, amountMinor: bigint, times: 1 | -1) => {
    const moved = flowOf(amountMinor * BigInt(times), amountMinor > 0n);
    inMinor += moved.inMinor;
    outMinor += moved.outMinor;
    count += times;
    byCode.set(code, addFlow(byCode.get(code), moved));
  };
  for await (const page of entriesOf(reading, range)) {
    for (const { entry, hiddenIn: payoutId } of page) {
      if (payoutId === undefined) continue;
      const mask = maskOf(payoutId, entry, zone);
      const { first = entry.seq, minor = 0n } = byMask.get(mask) ?? {};
      byMask.set(mask, { first, minor: minor + entry.amountMinor });
      hidden = { count: hidden.count + 1n, minor: hidden.minor + entry.amountMinor };
      add(entry.code, entry.amountMinor, 1);
    }
    const last = page.at(-1)?.entry.seq;
    if (last !== undefined) marks.push({ last, ...hidden });
  }
  for (const { minor } of byMask.values()) add(paymentCode, minor, -1);
  return { byMask, marks, inMinor, outMinor, count, byCode };
}

const flowOf = (minor: bigint, isIn: boolean): Flow =>
  isIn ? { inMinor: minor, outMinor: 0n } : { inMinor: 0n, outMinor: -minor };

/** Both together. */
export const addFlow = (one: Flow | undefined, other: Flow): Flow => ({
  inMinor: (one?.inMinor ?? 0n) + other.inMinor,
  outMinor: (one?.outMinor ?? 0n) + other.outMinor,
});
