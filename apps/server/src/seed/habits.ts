/**
 * Income and spending of the demo's people, month by month: one row per habit. Amounts vary between two bounds (whole minor units); `when`
 * gives the months of the history, the first being 0. Day 0 is the salary's; until day 1 money arrives, on day 2 it moves inside the
 * bank, from day 3 on it is paid out. The ledger books in this order.
 */
import type { Payer } from './demo-shapes.ts';
import type { northwind, northwindPayees } from './northwind.ts';
import { type annasPayees, type borisPayees, payers, type people } from './people.ts';

type PersonKey = keyof typeof people;
export type AccountKey =
  | {
      [P in PersonKey]: `${P}.${keyof (typeof people)[P]['accounts'] & string}`;
    }[PersonKey]
  | `northwind.${keyof (typeof northwind)['accounts']}`;
export type PayeeKey =
  | `anna.${keyof typeof annasPayees}`
  | `boris.${keyof typeof borisPayees}`
  | `northwind.${keyof typeof northwindPayees}`
  | 'anna.boris'
  | 'boris.anna';

/** The month and week that a text may name. */
export interface Moment {
  readonly index: number;
  /** In which the salary came: `November 2026`. */
  readonly month: string;
  /** Of the payment itself. */
  readonly paidIn: string;
  readonly week: number;
}

/** The month of the history (from 0) and of the year (from 0). */
type When = (index: number, monthOfYear: number) => boolean;

interface Habit {
  readonly day: number;
  readonly amount: readonly [least: number, most: number];
  readonly reference: (moment: Moment) => string;
  readonly when: When;
}

export interface Income extends Habit {
  readonly from: Payer;
  readonly to: AccountKey;
}

export interface Expense extends Habit {
  readonly from: AccountKey;
  readonly to: PayeeKey | AccountKey;
}

type Terms = readonly [amount: Habit['amount'], reference: string | Habit['reference'], when?: When];

const habit = (day: number, [amount, reference, when]: Terms): Habit => ({
  day,
  amount,
  reference: typeof reference === 'string' ? () => reference : reference,
  when: when ?? (() => true),
});
/**
 * `day` is counted from the salary's; amounts are minor units of the account's currency. Every month unless
 * `terms` say otherwise.
 */
export const earn = (day: number, from: Payer, to: AccountKey, ...terms: Terms): Income => ({
  ...habit(day, terms),
  from,
  to,
});
/** Like `earn`, from one of the demo's accounts, to a payee or to another of them. */
export const pay = (day: number, from: AccountKey, to: Expense['to'], ...terms: Terms): Expense => ({
  ...habit(day, terms),
  from,
  to,
});

/** Every `step` months. */
export const every =
  (step: number, offset: number): When =>
  (index) =>
    index % step === offset;
const firstYear: When = (index) => index < 12;
const secondYear: When = (index) => index >= 12;
const winter: When = (_index, monthOfYear) => monthOfYear >= 9 || monthOfYear <= 2;
const summer: When = (index, monthOfYear) => !winter(index, monthOfYear);

/** A reference that ends with the month of the salary. */
export const ofMonth = (text: string) => (moment: Moment) => `${text} ${moment.month}`;
/** A reference whose number grows by one each month of the history. */
export const numbered = (text: string, first: number) => (moment: Moment) => `${text}${first + moment.index}`;
const rent = ({ paidIn }: Moment) => `Rent ${paidIn}`;
const ofWeek = (text: string) => (moment: Moment) => `${text} ${moment.week}`;

export const incomes: readonly Income[] = [
  earn(0, payers.employer, 'anna.everyday', [324_000, 324_000], ofMonth('Salary'), firstYear),
  earn(0, payers.employer, 'anna.everyday', [348_000, 348_000], ofMonth('Salary'), secondYear),
  earn(0, payers.borisEmployer, 'boris.main', [214_000, 238_000], ofMonth('Salary')),
  earn(1, payers.shop, 'anna.everyday', [2_490, 11_900], numbered('Refund order ', 80_400), every(4, 3)),
  earn(1, payers.studio, 'anna.dollars', [118_000, 264_000], numbered('Invoice AL-', 100), every(3, 0)),
  earn(1, payers.publisher, 'anna.pounds', [64_000, 142_000], ofMonth('Royalties'), every(3, 1)),
  earn(1, payers.agency, 'anna.yen', [58_000, 120_000], 'Translation', every(6, 4)),
];

export const expenses: readonly Expense[] = [
  // Inside the bank.
  pay(2, 'anna.everyday', 'anna.savings', [60_000, 60_000], 'Savings', firstYear),
  pay(2, 'anna.everyday', 'anna.savings', [80_000, 80_000], 'Savings', secondYear),
  pay(2, 'anna.savings', 'anna.everyday', [60_000, 110_000], 'For the holiday', every(8, 7)),
  pay(2, 'anna.everyday', 'anna.boris', [1_450, 6_480], 'Dinner', every(4, 0)),
  pay(2, 'anna.everyday', 'anna.boris', [3_200, 8_900], 'Concert tickets', every(4, 2)),
  pay(2, 'boris.main', 'boris.anna', [1_200, 5_400], 'Cinema and lunch', every(3, 1)),

  // Every month.
  // Early in the calendar month: at its end a weekend would move one rent into the next, which then has two.
  pay(8, 'anna.everyday', 'anna.landlord', [85_000, 85_000], rent, firstYear),
  pay(8, 'anna.everyday', 'anna.landlord', [89_000, 89_000], rent, secondYear),
  pay(3, 'anna.everyday', 'anna.daycare', [28_000, 28_000], ofMonth('Lepik, Mari,')),
  pay(4, 'anna.everyday', 'anna.internet', [2_790, 2_790], 'Contract 88213406'),
  pay(5, 'anna.everyday', 'anna.power', [11_200, 18_900], ofMonth('Client 30118827,'), winter),
  pay(5, 'anna.everyday', 'anna.power', [4_800, 8_900], ofMonth('Client 30118827,'), summer),
  pay(6, 'anna.everyday', 'anna.car', [21_900, 21_900], 'Agreement 2024-3381'),
  pay(8, 'anna.everyday', 'anna.mother', [15_000, 15_000], 'For you, Mum'),
  pay(10, 'anna.everyday', 'anna.gym', [3_900, 3_900], 'Membership 4471', (index) => index < 14),
  pay(3, 'boris.main', 'boris.mortgage', [118_000, 118_000], 'Agreement 77120'),
  pay(6, 'boris.main', 'boris.utilities', [12_400, 23_800], ofMonth('Pilies 16-7,')),
  pay(9, 'boris.main', 'boris.mother', [30_000, 40_000], 'From Boris'),

  // Every week.
  ...[3, 10, 17, 24].map((day) => pay(day, 'anna.everyday', 'anna.farm', [2_850, 6_120], ofWeek('Farm box'))),
  ...[5, 12, 19, 23].map((day) =>
    pay(day, 'anna.everyday', 'anna.groceries', [4_480, 10_950], ofWeek('Delivery')),
  ),

  // Occasionally.
  pay(13, 'anna.everyday', 'anna.dentist', [8_500, 24_000], numbered('Invoice ', 4_400), every(6, 3)),
  pay(14, 'anna.everyday', 'anna.designer', [32_000, 64_000], numbered('Invoice LV-', 20), every(6, 5)),
  pay(15, 'anna.everyday', 'anna.furniture', [24_000, 118_000], numbered('Order ', 20_418), every(7, 2)),
  pay(16, 'anna.everyday', 'anna.photographer', [18_000, 26_000], ofMonth('Photos,'), every(7, 6)),
  pay(16, 'anna.everyday', 'anna.holiday', [94_000, 124_000], 'Apartment 12, one week', every(12, 8)),
  pay(18, 'anna.dollars', 'anna.hosting', [18_000, 24_000], ofMonth('Servers,'), every(3, 1)),
  pay(20, 'anna.pounds', 'anna.translator', [15_000, 32_000], 'Proof-reading', every(6, 4)),
  pay(21, 'anna.yen', 'anna.pottery', [28_000, 46_000], 'Tea bowls', every(11, 7)),
];
