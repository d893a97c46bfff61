/**
 * The demo's history: two years of money in and out, up to now. Pure: seed and time in, a plan out; the same seed and time give the same
 * history.
 * It consists of *phases*, because the ledger books in chronological order: first incoming money, then moves inside the bank, then outgoing
 * payments. A phase begins with the salaries, on the first weekday from the 25th on, and lasts until the next.
 */

import { createHash } from 'node:crypto';
import { formatDecimal } from '@calmly/domain';
import type { PastPayout } from '@calmly/products/payouts/server/index.ts';
import type { DemoAccount, Payer } from './demo-shapes.ts';
import {
  type AccountKey,
  type Expense,
  expenses,
  type Income,
  incomes,
  type Moment,
  type PayeeKey,
} from './habits.ts';
import { northwind } from './northwind.ts';
import {
  northwindExpenses,
  northwindIncomes,
  northwindOpening,
  northwindSalaries,
} from './northwind-books.ts';
import { payers, people } from './people.ts';

export interface PlannedCredit {
  readonly at: Date;
  readonly to: AccountKey;
  readonly amountMinor: bigint;
  readonly from: Payer;
  readonly reference: string;
}

export interface PlannedOrder {
  readonly at: Date;
  readonly from: AccountKey;
  readonly to: PayeeKey | AccountKey;
  /** Decimal text. */
  readonly amount: string;
  readonly reference: string;
  /** Its outcome; a payment inside the bank is executed at once. */
  readonly outcome: 'executed' | 'rejected' | 'canceled' | 'held';
  /** The time of the outcome. */
  readonly endsAt: Date;
}

/** From one currency into another between accounts of the same person. */
export interface PlannedExchange {
  readonly at: Date;
  readonly from: AccountKey;
  readonly to: AccountKey;
  readonly sellMinor: bigint;
}

export interface Phase {
  readonly credits: readonly PlannedCredit[];
  readonly orders: readonly PlannedOrder[];
  readonly exchange?: PlannedExchange;
  /** Paid before everything else. */
  readonly payout?: PlannedPayout;
}

export type PlannedPayout = PastPayout & { readonly at: Date; readonly by: 'northwind' };

const monthsOfHistory = 24;
const monthsOfCompany = 12;
const salaryDay = 25;
/** Before anything else arrives or is paid on that day. */
const salaryHour = 5;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The last hours are generated separately, in `lastDays`. */
const quietHours = 4;

/** The people's whole history, in booking order; `asked` are credits of some days ago for Anna's requests. */
export function planHistory(seed: string, now: Date, asked: readonly PlannedCredit[] = []): Phase[] {
  const starts = phaseStarts(now, monthsOfHistory);
  const months = planMonths(createChance(seed), now, starts, { incomes, expenses });
  return [openingPhase(starts[0] ?? now), ...months, { credits: asked, orders: [] }, ...lastDays(now)];
}

/** The company's: a year. It moves no money to or from the people's accounts, so it is booked after theirs. */
export function planCompany(seed: string, now: Date): Phase[] {
  const starts = phaseStarts(now, monthsOfCompany);
  const at = new Date((starts[0] ?? now).getTime() - 2 * dayMs);
  const salariesOf = (start: Date) => new Date(start.getTime() + salaryHour * hourMs);
  const salaried = starts.findLastIndex(
    (start) => salariesOf(start).getTime() < now.getTime() - quietHours * hourMs,
  );
  const opening: Phase = { credits: [{ at, ...northwindOpening }], orders: [] };
  const habits = { incomes: northwindIncomes, expenses: northwindExpenses };
  const months = planMonths(createChance(`${seed}:northwind`), now, starts, habits);
  return [
    opening,
    ...months.map((month, index) => {
      const start = starts[index];
      if (!start || index !== salaried) return month;
      const { month: name } = namesOf(index, start, start);
      return {
        ...month,
        payout: { ...northwindSalaries(name), at: salariesOf(start), by: 'northwind' as const },
      };
    }),
  ];
}

function planMonths(
  chance: Chance,
  now: Date,
  starts: readonly Date[],
  habits: { readonly incomes: readonly Income[]; readonly expenses: readonly Expense[] },
): Phase[] {
  const quietFrom = now.getTime() - quietHours * hourMs;
  return starts.map((start, index): Phase => {
    const isDue = ({ when }: Income | Expense) => when(index, start.getUTCMonth());
    const month = { chance, start, index };
    const credits = habits.incomes.filter(isDue).map((income) => creditOf(month, income));
    const orders = habits.expenses.filter(isDue).map((expense) => orderOf(month, expense));
    return {
      credits: inOrder(credits.filter(({ at }) => at.getTime() < quietFrom)),
      orders: inOrder(orders.filter(({ endsAt }) => endsAt.getTime() < quietFrom)),
    };
  });
}

/** The salary days of this many months and the one before them, the newest not after now. */
function phaseStarts(now: Date, months: number): Date[] {
  const thisMonth = now.getUTCMonth();
  const newest = salaryDayOf(now.getUTCFullYear(), thisMonth) <= now ? thisMonth : thisMonth - 1;
  return Array.from({ length: months + 1 }, (_, index) =>
    salaryDayOf(now.getUTCFullYear(), newest - months + index),
  );
}

const salaryDayOf = (year: number, month: number): Date =>
  weekday(new Date(Date.UTC(year, month, salaryDay)));

/** The time itself or, at a weekend, the same on Monday. */
function weekday(at: Date): Date {
  const beyondFriday = { 6: 2, 0: 1 }[at.getUTCDay()] ?? 0;
  return new Date(at.getTime() + beyondFriday * dayMs);
}

interface Month {
  readonly chance: Chance;
  readonly start: Date;
  /** 0 for the first month of the history. */
  readonly index: number;
}

function creditOf({ chance, start, index }: Month, income: Income): PlannedCredit {
  const at = momentAfter(chance, start, income.day, [6, 9]);
  const [least, most] = income.amount;
  return {
    at,
    to: income.to,
    amountMinor: BigInt(chance.between(least, most)),
    from: income.from,
    reference: income.reference(namesOf(index, start, at)),
  };
}

/** Banks settle on weekdays, some hours after the instruction. */
function orderOf({ chance, start, index }: Month, expense: Expense): PlannedOrder {
  const at = momentAfter(chance, start, expense.day, [7, 19]);
  const endsAt = weekday(new Date(at.getTime() + chance.between(60, 8 * 60) * 60_000));
  const [least, most] = expense.amount;
  return {
    at,
    from: expense.from,
    to: expense.to,
    amount: formatDecimal(BigInt(chance.between(least, most)), currencyOf(expense.from)),
    reference: expense.reference(namesOf(index, start, at)),
    outcome: 'executed',
    endsAt,
  };
}

const momentAfter = (
  chance: Chance,
  start: Date,
  days: number,
  [from, to]: readonly [number, number],
): Date => new Date(start.getTime() + days * dayMs + chance.between(from * 60, to * 60) * 60_000);

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const namesOf = (index: number, start: Date, at: Date): Moment => ({
  index,
  month: monthFormat.format(start),
  paidIn: monthFormat.format(at),
  week: weekOf(at),
});

/** Which week of the year, counted from 1 January. */
const weekOf = (at: Date): number =>
  1 + Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / (7 * dayMs));

const accountsOf: Readonly<Record<string, Readonly<Record<string, DemoAccount>>>> = {
  anna: people.anna.accounts,
  boris: people.boris.accounts,
  northwind: northwind.accounts,
};

function currencyOf(account: AccountKey) {
  const [holder = '', name = ''] = account.split('.');
  return accountsOf[holder]?.[name]?.currency ?? 'EUR';
}

const inOrder = <T extends { readonly at: Date }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => a.at.getTime() - b.at.getTime());

/** The first money, brought along from elsewhere. */
function openingPhase(start: Date): Phase {
  const at = new Date(start.getTime() - 2 * dayMs);
  const credits: PlannedCredit[] = [
    { at, to: 'anna.everyday', amountMinor: 412_000n, from: payers.oldBank, reference: 'From my old bank' },
    { at, to: 'anna.dollars', amountMinor: 185_000n, from: payers.studio, reference: 'Invoice AL-99' },
    {
      at,
      to: 'anna.yen',
      amountMinor: 96_000n,
      from: payers.agency,
      reference: 'Translation of a catalogue',
    },
    { at, to: 'boris.main', amountMinor: 158_000n, from: payers.borisEmployer, reference: 'Advance' },
  ];
  return { credits, orders: [] };
}

/** Contains every kind of state: exchanged, returned, cancelled, held, and executed today. */
function lastDays(now: Date): Phase[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const order = (
    hours: number,
    to: PayeeKey,
    amount: string,
    reference: string,
    outcome: PlannedOrder['outcome'],
    endedHours: number,
  ): PlannedOrder => ({
    at: ago(hours),
    from: 'anna.everyday',
    to,
    amount,
    reference,
    outcome,
    endsAt: ago(endedHours),
  });
  return [
    {
      credits: [],
      exchange: { at: ago(122), from: 'anna.everyday', to: 'anna.yen', sellMinor: 25_000n },
      orders: [
        order(74, 'anna.bicycles', '186.40', 'Repair 2291', 'rejected', 69),
        order(51, 'anna.dentist', '95.00', 'Invoice 4431', 'canceled', 50.9),
        order(26, 'anna.kitchen', '2400.00', 'Offer 118, first half', 'held', 26),
        order(3.5, 'anna.farm', '44.20', `Farm box ${weekOf(now)}`, 'executed', 2.2),
      ],
    },
    {
      credits: [
        {
          at: ago(1.2),
          to: 'anna.everyday',
          amountMinor: 6_490n,
          from: payers.shop,
          reference: 'Refund order 80912',
        },
      ],
      orders: [],
    },
  ];
}

/** Repeatable random numbers: the same seed gives the same sequence. For demo data only, never for secrets. */
interface Chance {
  /** A whole number between the two, both included. */
  between(least: number, most: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** Mulberry32, started from the hash of a text. */
function createChance(seed: string): Chance {
  let state = createHash('sha256').update(seed).digest().readUInt32BE();

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { between, pick: (items) => items[between(0, items.length - 1)] ?? items[0] };
}
