/** The demo company's payers, income and expenses, month by month. */
import type { PastPayout } from '@calmly/products/payouts/server/index.ts';
import { type Expense, earn, every, type Income, numbered, ofMonth, pay } from './habits.ts';

const customers = {
  oldBank: { name: 'Northwind Trading OU', account: 'EE554204278630118823', country: 'EE' },
  stockholm: { name: 'Nordiska Hem AB', account: 'SE4550000000058398257466', country: 'SE' },
  helsinki: { name: 'Lindqvist Interiors Oy', account: 'FI7715723000044200', country: 'FI' },
  hamburg: { name: 'Hansa Wohnen GmbH', account: 'DE10370400440773301922', country: 'DE' },
  amsterdam: { name: 'Atelier Vermeer B.V.', account: 'NL88INGB0674418290', country: 'NL' },
  riga: { name: 'Jumta Mēbeles SIA', account: 'LV98HABA0551039284417', country: 'LV' },
  portland: { name: 'Fernhill Home LLC', account: '7709114023', country: 'US' },
} as const;

/** Its initial money. */
export const northwindOpening = {
  to: 'northwind.operating',
  amountMinor: 6_480_000n,
  from: customers.oldBank,
  reference: 'From our account at the old bank',
} as const;

export const northwindIncomes: readonly Income[] = [
  earn(0, customers.hamburg, 'northwind.operating', [1_280_000, 2_140_000], numbered('Invoice NW-', 2_100)),
  earn(0, customers.stockholm, 'northwind.operating', [890_000, 1_520_000], numbered('Invoice NW-', 2_300)),
  earn(1, customers.helsinki, 'northwind.operating', [610_000, 1_140_000], numbered('Invoice NW-', 2_500)),
  earn(1, customers.amsterdam, 'northwind.operating', [480_000, 930_000], numbered('Invoice NW-', 2_700)),
  earn(1, customers.riga, 'northwind.operating', [340_000, 660_000], numbered('Invoice NW-', 2_900)),
  earn(
    1,
    customers.portland,
    'northwind.dollars',
    [420_000, 910_000],
    numbered('Invoice NW-', 3_100),
    every(2, 0),
  ),
];

export const northwindExpenses: readonly Expense[] = [
  pay(2, 'northwind.operating', 'northwind.taxes', [400_000, 400_000], 'For taxes'),
  pay(3, 'northwind.operating', 'northwind.warehouse', [284_000, 284_000], ofMonth('Warehouse 4,')),
  pay(4, 'northwind.operating', 'northwind.payroll', [962_000, 1_124_000], ofMonth('Payroll')),
  pay(6, 'northwind.operating', 'northwind.furniture', [840_000, 1_390_000], numbered('Order 7', 310)),
  pay(9, 'northwind.operating', 'northwind.ceramics', [460_000, 880_000], numbered('Proforma ', 5_120)),
  pay(
    11,
    'northwind.operating',
    'northwind.lamps',
    [520_000, 980_000],
    numbered('Order V-', 90),
    every(2, 1),
  ),
  ...[7, 14, 21].map((day) =>
    pay(
      day,
      'northwind.operating',
      'northwind.freight',
      [64_000, 142_000],
      numbered('Waybills, run ', 40 + day),
    ),
  ),
  pay(
    16,
    'northwind.taxes',
    'northwind.taxOffice',
    [318_000, 389_000],
    ofMonth('Reference 16342807,'),
    (index) => index > 0,
  ),
  pay(12, 'northwind.operating', 'northwind.insurance', [118_500, 118_500], 'Policy TK-44120', every(3, 1)),
  pay(
    18,
    'northwind.operating',
    'northwind.photographer',
    [84_000, 136_000],
    ofMonth('Catalogue,'),
    every(4, 3),
  ),
  pay(
    15,
    'northwind.dollars',
    'northwind.software',
    [38_000, 64_000],
    ofMonth('Seats,'),
    (index) => index > 0,
  ),
];

const salaries = [
  ['Liina Mets', 'EE582200221020447189', '2140.00'],
  ['Marko Saar', 'EE497700007710091836', '1985.50'],
  ['Kadri Põld', 'EE801000100102203919', '2310.00'],
  ['Rasmus Ilves', 'EE792200221044119273', '1760.25'],
  ['Triin Kuusk', 'EE407700007733182654', '1890.00'],
  ['Andres Vaher', 'EE584200042786305142', '2475.00'],
  ['Helena Roos', 'EE552200221077603426', '1655.75'],
  ['Jaan Tamme', 'EE291000102204481569', '2020.00'],
] as const;

/** One month's salaries, which Clara, Toomas and Peeter see as one line. */
export const northwindSalaries = (month: string): PastPayout => ({
  name: `Salaries, ${month}`,
  confidential: true,
  rows: salaries.map(([name, account, amount]) => ({
    name,
    type: 'person',
    account,
    amount,
    currency: 'EUR',
    reference: `Salary, ${month}`,
  })),
});
