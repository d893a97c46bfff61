/**
 * The demo's history: two years of money in and out, up to now. Pure: seed and time in, a plan out; the same seed and day
 * give the same history.
 *
 * It is told in *phases*, because the ledger books in order: first what arrives, then what moves inside the bank, then what
 * is paid out. A phase begins on the 25th, when salaries come, and holds everything until the next one.
 */
import { type Chance, createChance } from './chance.ts';
import { type annasPayees, type borisPayees, type Payer, payers, type people } from './people.ts';

type PersonKey = keyof typeof people;
export type AccountKey = {
  [P in PersonKey]: `${P}.${keyof (typeof people)[P]['accounts'] & string}`;
}[PersonKey];
export type PayeeKey =
  | `anna.${keyof typeof annasPayees}`
  | `boris.${keyof typeof borisPayees}`
  | 'anna.boris'
  | 'boris.anna';

export interface PlannedCredit {
  readonly at: Date;
  readonly to: AccountKey;
  /** Whole minor units. */
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
  /** What becomes of it; a payment inside the bank is executed at once. */
  readonly outcome: 'executed' | 'rejected' | 'canceled' | 'held';
  /** When that is certain. */
  readonly endsAt: Date;
}

export interface Phase {
  readonly credits: readonly PlannedCredit[];
  readonly orders: readonly PlannedOrder[];
}

const monthsOfHistory = 24;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const salaryDay = 25;

/** The whole history, in the order in which it is to be booked. */
export function planHistory(seed: string, now: Date): Phase[] {
  const chance = createChance(seed);
  const starts = phaseStarts(now);
  const regular = starts.map((start, index): Phase => {
    const phase = { chance, start, index };
    const annas = annasMonth(phase);
    const boris = borisMonth(phase);
    return {
      credits: inOrder([...annas.credits, ...boris.credits]),
      orders: inOrder([...annas.orders, ...boris.orders]),
    };
  });
  // The last hours are told apart below.
  const quietFrom = now.getTime() - 4 * hourMs;
  const past = regular.map(({ credits, orders }) => ({
    credits: credits.filter(({ at }) => at.getTime() < quietFrom),
    orders: orders.filter(({ endsAt }) => endsAt.getTime() < quietFrom),
  }));
  return [openingPhase(starts[0] ?? now), ...past, ...lastDays(now)];
}

/** The salary days of the last two years, the newest not after now. */
function phaseStarts(now: Date): Date[] {
  const newest = now.getUTCDate() >= salaryDay ? now.getUTCMonth() : now.getUTCMonth() - 1;
  return Array.from(
    { length: monthsOfHistory + 1 },
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), newest - monthsOfHistory + index, salaryDay)),
  );
}

interface Month {
  readonly chance: Chance;
  readonly start: Date;
  /** 0 for the first month of the history. */
  readonly index: number;
}

/** The first money: what Anna brought along. */
function openingPhase(start: Date): Phase {
  const at = new Date(start.getTime() - 2 * dayMs);
  const credit = (to: AccountKey, amountMinor: bigint, from: Payer, reference: string): PlannedCredit => ({
    at,
    to,
    amountMinor,
    from,
    reference,
  });
  return {
    credits: [
      credit('anna.everyday', 412_000n, payers.oldBank, 'My savings from the old bank'),
      credit('anna.dollars', 185_000n, payers.studio, 'Invoice AL-2024-07'),
      credit('anna.yen', 96_000n, payers.agency, 'Translation of a catalogue'),
      credit('boris.main', 158_000n, payers.borisEmployer, 'Advance'),
    ],
    orders: [],
  };
}

function annasMonth({ chance, start, index }: Month): Phase {
  const { day, order } = teller(chance, start, 'anna.everyday');
  const secondYear = index >= 12;
  const month = monthName(start);
  const every = (step: number, offset: number) => index % step === offset;
  const credit = (
    days: number,
    to: AccountKey,
    least: number,
    most: number,
    from: Payer,
    reference: string,
  ): PlannedCredit => ({
    at: day(days, 6, 9),
    to,
    amountMinor: BigInt(chance.between(least, most)),
    from,
    reference,
  });
  const salary = secondYear ? 348_000 : 324_000;
  const credits = [
    credit(0, 'anna.everyday', salary, salary, payers.employer, `Salary ${month}`),
    ...(every(3, 2)
      ? []
      : [credit(1, 'anna.dollars', 118_000, 264_000, payers.studio, `Invoice AL-${100 + index}`)]),
    ...(every(3, 1)
      ? [credit(1, 'anna.pounds', 64_000, 142_000, payers.publisher, `Royalties ${month}`)]
      : []),
    ...(every(6, 4) ? [credit(1, 'anna.yen', 58_000, 120_000, payers.agency, 'Translation')] : []),
    ...(every(4, 3)
      ? [credit(2, 'anna.everyday', 2_490, 11_900, payers.shop, `Refund order ${80_400 + index * 7}`)]
      : []),
  ];
  const winter = [10, 11, 0, 1, 2].includes(start.getUTCMonth());
  const orders = [
    order(1, 'anna.savings', secondYear ? [72_000, 72_000] : [55_000, 55_000], 'Savings'),
    ...(every(8, 7) ? [order(2, 'anna.everyday', [60_000, 90_000], 'For the holiday', 'anna.savings')] : []),
    ...(every(2, 0)
      ? [order(2, 'anna.boris', [1_450, 6_480], chance.pick(['Dinner', 'Concert tickets', 'Train']))]
      : []),
    order(3, 'anna.landlord', secondYear ? [89_000, 89_000] : [85_000, 85_000], `Rent ${month}`),
    order(4, 'anna.internet', [2_790, 2_790], 'Contract 88213406'),
    order(5, 'anna.power', winter ? [11_200, 18_900] : [4_800, 8_900], `Client 30118827, ${month}`),
    ...[5, 12, 19, 24].map((days) =>
      order(days, 'anna.farm', [2_850, 6_120], `Farm box ${weekOf(day(days, 0, 0))}`),
    ),
    order(8, 'anna.mother', [15_000, 15_000], 'For you, Mum'),
    ...(index < 14 ? [order(10, 'anna.gym', [3_900, 3_900], 'Membership 4471')] : []),
    ...(every(6, 3) ? [order(13, 'anna.dentist', [8_500, 24_000], `Invoice ${4_400 + index}`)] : []),
    ...(every(6, 5) ? [order(14, 'anna.designer', [32_000, 64_000], `Invoice LV-${20 + index}`)] : []),
    ...(every(7, 2) ? [order(15, 'anna.furniture', [24_000, 118_000], `Order ${20_418 + index}`)] : []),
    ...(every(7, 6) ? [order(16, 'anna.photographer', [18_000, 26_000], `Photos, ${month}`)] : []),
    ...(every(12, 8) ? [order(17, 'anna.holiday', [94_000, 124_000], 'Apartment 12, one week')] : []),
    ...(every(3, 1)
      ? [order(18, 'anna.hosting', [18_000, 24_000], `Servers, ${month}`, 'anna.dollars')]
      : []),
    ...(every(6, 4) ? [order(20, 'anna.translator', [15_000, 32_000], 'Proof-reading', 'anna.pounds')] : []),
    ...(every(11, 7) ? [order(21, 'anna.pottery', [28_000, 46_000], 'Tea bowls', 'anna.yen')] : []),
  ];
  return { credits, orders };
}

function borisMonth({ chance, start, index }: Month): Phase {
  const { day, order } = teller(chance, start, 'boris.main');
  const month = monthName(start);
  return {
    credits: [
      {
        at: day(0, 7, 9),
        to: 'boris.main',
        amountMinor: BigInt(chance.between(214_000, 238_000)),
        from: payers.borisEmployer,
        reference: `Salary ${month}`,
      },
    ],
    orders: [
      ...(index % 3 === 1
        ? [order(2, 'boris.anna', [1_200, 5_400], chance.pick(['Cinema', 'Lunch', 'Books']))]
        : []),
      order(4, 'boris.landlord', [72_000, 72_000], `Rent ${month}`),
    ],
  };
}

/** What makes every kind of state visible: sent back, taken back, held, and executed today. */
function lastDays(now: Date): Phase[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const order = (
    hours: number,
    to: PayeeKey,
    amount: string,
    reference: string,
    outcome: PlannedOrder['outcome'],
    endsAt: Date,
  ): PlannedOrder => ({ at: ago(hours), from: 'anna.everyday', to, amount, reference, outcome, endsAt });
  return [
    {
      credits: [],
      orders: [
        order(74, 'anna.bicycles', '186.40', 'Repair 2291', 'rejected', ago(69)),
        order(51, 'anna.dentist', '95.00', 'Invoice 4431', 'canceled', ago(50.9)),
        order(26, 'anna.kitchen', '2400.00', 'Offer 118, first half', 'held', ago(26)),
        order(3.5, 'anna.farm', '44.20', `Farm box ${weekOf(now)}`, 'executed', ago(2.2)),
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

/** How a month is told: moments after its start, and orders whose amounts and hours vary. */
function teller(chance: Chance, start: Date, mainAccount: AccountKey) {
  const day = (days: number, fromHour: number, toHour: number) =>
    new Date(start.getTime() + days * dayMs + chance.between(fromHour * 60, toHour * 60) * 60_000);
  const order = (
    days: number,
    to: PlannedOrder['to'],
    [least, most]: readonly [number, number],
    reference: string,
    from: AccountKey = mainAccount,
  ): PlannedOrder => {
    const at = day(days, 7, 19);
    const endsAt = new Date(at.getTime() + chance.between(60, 8 * 60) * 60_000);
    const amount =
      from === 'anna.yen' ? `${chance.between(least, most)}` : inCents(chance.between(least, most));
    return { at, from, to, amount, reference, outcome: 'executed', endsAt };
  };
  return { day, order };
}

const inCents = (minor: number): string => `${Math.floor(minor / 100)}.${`${minor % 100}`.padStart(2, '0')}`;

const inOrder = <T extends { readonly at: Date }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => a.at.getTime() - b.at.getTime());

/** The month that a salary day pays: `November 2026`. */
const monthName = (at: Date): string =>
  at.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Which week of the year, counted from 1 January. */
const weekOf = (at: Date): number =>
  Math.ceil((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / (7 * dayMs)) || 1;
