/**
 * The sums that lines of confidential payouts hide from readers who may not see their payments: one line for each payout and month, at the position
 * of its first entry of the month, with the sum of all its entries in that month.
 */
import type { ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import type { Entry, EntryRange, Flow } from '../../../ledger/server/index.ts';
import { findMasks, type StoredTransaction } from '../transactions/index.ts';
import { entriesOf, type Reading } from './entries.ts';

/** The ledger's code for money that was paid or returned. */
const paymentCode = 'payment';

/** The lines that replace confidential payouts, by payout; none for a reader who sees the payments. */
export const masksFor = async ({
  sql,
  viewer,
  account,
}: Reading): Promise<ReadonlyMap<string, StoredTransaction>> =>
  viewer.seesConfidential ? new Map() : findMasks(sql, account.id);

/** The entries behind the lines of confidential payouts. */
export interface Hidden {
  /** By payout and month, as `maskOf` names them. */
  readonly byMask: ReadonlyMap<string, HiddenMask>;
  /** One for each page of entries, so that lines can be read from any of them on. */
  readonly marks: readonly Mark[];
  /** The difference between the entries and their lines, in total and by code. */
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

/** A line that replaces entries. */
interface HiddenMask {
  /** The number of the first of them, whose position it takes. */
  readonly first: bigint;
  readonly minor: bigint;
}

/** The hidden sums from the first entry of the range up to this one. */
interface Mark {
  readonly last: bigint;
  readonly count: bigint;
  readonly minor: bigint;
}

export const maskOf = (payoutId: string, { bookedAt }: Entry, zone: ZonedDays): string =>
  `${payoutId} ${zone.dayOf(bookedAt).slice(0, 7)}`;

/** The part of these sums that the statement of each range omits, in the order of the ranges. */
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

/** Entries never change, so the hidden sums of a range can be cached. */
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

/** The sum of both. */
export const addFlow = (one: Flow | undefined, other: Flow): Flow => ({
  inMinor: (one?.inMinor ?? 0n) + other.inMinor,
  outMinor: (one?.outMinor ?? 0n) + other.outMinor,
});
