/**
 * Detects regular payments: at least three to the same counterparty, at an even distance and of similar amounts. Pure; days are `YYYY-MM-DD`.
 *
 * The newest payments decide. Of all runs that end with the newest payment and are regular, the longest counts, so that a subscription that changed its price
 * or its day is found again after three payments.
 */
import { type Frequency, occurrencesOf, type Schedule } from '@calmly/domain';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { median } from '../median.ts';

/** A payment on a day. */
export interface PaidOn {
  readonly on: string;
  readonly amountMinor: bigint;
}

/**
 * DUE: the next payment is expected. MISSED: it has not come within the grace period, and the one after it is not expected yet. ENDED: two were missed.
 */
export type RegularState = 'DUE' | 'MISSED' | 'ENDED';

export interface Regular {
  readonly frequency: Frequency;
  /** The median of the run. */
  readonly amountMinor: bigint;
  /** Payments of the run. */
  readonly seen: number;
  readonly firstOn: string;
  readonly lastOn: string;
  /** When the next payment is expected; it may be in the past. */
  readonly nextOn: string;
  readonly state: RegularState;
}

/** Fewer payments are no pattern. */
export const seenAtLeast = 3;
/** Largest difference of an amount from the median, in percent. */
const similarPercent = 25n;

interface Cadence {
  readonly frequency: Frequency;
  /** Days between two payments. Weekends and holidays move a payment by four days at most. */
  readonly apart: readonly [least: number, most: number];
  /** For payments that follow no month: over a whole run, the distances add up to this, apart from the last move. */
  readonly days?: number;
  /** After this many days a payment is missed. */
  readonly graceDays: number;
}

const cadences: readonly Cadence[] = [
  { frequency: 'WEEKLY', apart: [3, 11], days: 7, graceDays: 2 },
  { frequency: 'BIWEEKLY', apart: [10, 18], days: 14, graceDays: 3 },
  { frequency: 'MONTHLY', apart: [24, 35], graceDays: 5 },
  { frequency: 'QUARTERLY', apart: [84, 98], graceDays: 10 },
];

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** The pattern of payments to one counterparty, in any order; undefined if there is none. */
export function detectRegular(payments: readonly PaidOn[], today: string): Regular | undefined {
  const days = byDay(payments);
  const found = cadences.flatMap((cadence) => longestRun(days, cadence, today) ?? []);
  return found.toSorted((a, b) => b.seen - a.seen)[0];
}

/** One entry a day, oldest first. */
function byDay(payments: readonly PaidOn[]): PaidOn[] {
  const sums = new Map<string, bigint>();
  for (const { on, amountMinor } of payments) sums.set(on, (sums.get(on) ?? 0n) + amountMinor);
  return [...sums]
    .map(([on, amountMinor]) => ({ on, amountMinor }))
    .toSorted((a, b) => (a.on < b.on ? -1 : 1));
}

function longestRun(days: readonly PaidOn[], cadence: Cadence, today: string): Regular | undefined {
  const [least, most] = cadence.apart;
  let start = days.length - 1;
  const fits = (index: number) => {
    const gap = daysBetween(days[index - 1]?.on ?? '', days[index]?.on ?? '');
    return gap >= least && gap <= most;
  };
  while (start > 0 && fits(start)) start -= 1;
  for (; days.length - start >= seenAtLeast; start += 1) {
    const run = days.slice(start);
    if (!isEven(run, cadence)) continue;
    const middle = median(run.map(({ amountMinor }) => amountMinor));
    if (middle !== undefined && middle > 0n && run.every((paid) => isSimilar(paid.amountMinor, middle)))
      return regularOf(run, middle, cadence, today);
  }
  return undefined;
}

/** Weekends and holidays move a payment by at most this many days: from Good Friday to Tuesday. */
const movedAtMost = 4;

function isEven(run: readonly PaidOn[], { days }: Cadence): boolean {
  if (days === undefined) return true;
  const span = daysBetween(run[0]?.on ?? '', run.at(-1)?.on ?? '');
  return Math.abs(span - days * (run.length - 1)) <= movedAtMost;
}

const isSimilar = (amountMinor: bigint, middle: bigint): boolean => {
  const distance = amountMinor > middle ? amountMinor - middle : middle - amountMinor;
  return distance * 100n <= middle * similarPercent;
};

function regularOf(
  run: readonly PaidOn[],
  amountMinor: bigint,
  { frequency, graceDays }: Cadence,
  today: string,
): Regular | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return undefined;
  const [next, second] = occurrencesOf(scheduleFrom(run, frequency), 1, 2);
  if (!next || !second) return undefined;
  const isLate = (dueOn: string) => addDays(dueOn, graceDays) < today;
  return {
    frequency,
    amountMinor,
    seen: run.length,
    firstOn: first.on,
    lastOn: last.on,
    nextOn: next.dueOn,
    state: isLate(second.dueOn) ? 'ENDED' : isLate(next.dueOn) ? 'MISSED' : 'DUE',
  };
}

/** The schedule whose first date is the newest payment, on the usual day of its month. */
function scheduleFrom(run: readonly PaidOn[], frequency: Frequency): Schedule {
  const lastOn = run.at(-1)?.on ?? '';
  return {
    frequency,
    startOn: isByMonth(frequency) ? usualDay(run, lastOn) : lastOn,
    endOn: null,
    times: null,
    restDays: 'AFTER',
  };
}

const isByMonth = (frequency: Frequency) => frequency === 'MONTHLY' || frequency === 'QUARTERLY';

/** The last payment's month with the median day; the last payment itself if the days lie on both sides of a month's end. */
function usualDay(run: readonly PaidOn[], lastOn: string): string {
  const days = run.map(({ on }) => Number(on.slice(8))).toSorted((a, b) => a - b);
  const [lowest = 1, highest = 31] = [days[0], days.at(-1)];
  if (highest - lowest > 10) return lastOn;
  const usual = days[Math.floor((days.length - 1) / 2)] ?? 1;
  const day = `${lastOn.slice(0, 8)}${String(usual).padStart(2, '0')}`;
  // The last payment of a short month was made on its last day.
  return Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day ? lastOn : day;
}

/** The expected days from today until a day; a slightly late payment is expected today. */
export function expectedUntil(regular: Regular, today: string, until: string): string[] {
  if (regular.state !== 'DUE') return [];
  const schedule: Schedule = {
    frequency: regular.frequency,
    startOn: regular.nextOn,
    endOn: until,
    times: null,
    restDays: 'AFTER',
  };
  const days = occurrencesOf(schedule, 0, daysBetween(today, until) + 1);
  return days.map(({ dueOn }) => (dueOn < today ? today : dueOn)).filter((dueOn) => dueOn <= until);
}
