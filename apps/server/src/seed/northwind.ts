/**
 * The demo's company: what the bank knows of it, who works there, its accounts, whom it pays and who pays it. Invented names at
 * real banks; every IBAN is valid. Boris founded it; the others have no bank relation of their own.
 */
import { allRights, type CompanyInput, type Rights } from '@calmly/contract';
import { type DemoAccount, type DemoPayee, euro, payeeCompany } from './demo-shapes.ts';
import { type Expense, earn, every, type Income, numbered, ofMonth, pay } from './habits.ts';

const address = {
  line1: 'Telliskivi 60a-3',
  line2: null,
  postCode: '10412',
  town: 'Tallinn',
  country: 'EE',
} as const;

export const northwind = {
  facts: {
    name: 'Northwind Trading OU',
    registrationNumber: '16342807',
    country: 'EE',
    legalForm: 'private_limited',
    foundedOn: '2021-09-14',
    activity: 'Buys furniture and ceramics from small makers and sells them to shops around the Baltic Sea',
    address,
    people: [
      {
        firstName: 'Boris',
        lastName: 'Sokolov',
        dateOfBirth: Date.UTC(1984, 2, 9) / 1000,
        citizenship: 'LT',
        address: { line1: 'Pilies g. 16-7', line2: null, postCode: '01124', town: 'Vilnius', country: 'LT' },
        isDirector: true,
        shareBasisPoints: 6_000,
      },
      {
        firstName: 'Maria',
        lastName: 'Kask',
        dateOfBirth: Date.UTC(1987, 10, 2) / 1000,
        citizenship: 'EE',
        address: { line1: 'Ristiku 12-5', line2: null, postCode: '10320', town: 'Tallinn', country: 'EE' },
        isDirector: true,
        shareBasisPoints: 4_000,
      },
    ],
    corporateOwners: [],
    othersBelowQuarter: false,
  } satisfies Omit<CompanyInput, 'documentIds'>,
  accounts: {
    operating: { currency: 'EUR', name: 'Operating', withIban: true },
    taxes: { currency: 'EUR', name: 'Tax reserve', withIban: true },
    dollars: { currency: 'USD', name: 'US dollars', withIban: true },
  } satisfies Record<string, DemoAccount>,
} as const;

interface Colleague {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly joinedMonthsAgo: number;
  readonly rights: Rights;
  /** How long the rights last from now on; undefined: without an end. */
  readonly days?: number;
}

const none = Object.fromEntries(Object.keys(allRights).map((name) => [name, false])) as Rights;

export const colleagues = {
  maria: {
    email: 'maria@demo.calmly.example',
    firstName: 'Maria',
    lastName: 'Kask',
    phone: '+37255501163',
    joinedMonthsAgo: 13,
    rights: allRights,
  },
  clara: {
    email: 'clara@demo.calmly.example',
    firstName: 'Clara',
    lastName: 'Weber',
    phone: '+4915155501129',
    joinedMonthsAgo: 9,
    rights: { ...none, can_request_trans: true, can_create_benef: true, can_view_documents: true },
  },
  peeter: {
    email: 'peeter@demo.calmly.example',
    firstName: 'Peeter',
    lastName: 'Saar',
    phone: '+37255501178',
    joinedMonthsAgo: 1,
    rights: { ...none, can_view_documents: true, can_view_statements: true },
    days: 150,
  },
} as const satisfies Record<string, Colleague>;

export const northwindPayees = {
  furniture: {
    monthsAgo: 13,
    trusted: true,
    input: payeeCompany(
      'Meblarnia Wschód Sp. z o.o.',
      'PL',
      'Białystok',
      euro('PL61109010140000071219812874'),
    ),
  },
  ceramics: {
    monthsAgo: 13,
    input: payeeCompany('Ceramika Jezioro S.A.', 'PL', 'Olsztyn', euro('PL23114020040000320218355387')),
  },
  lamps: { monthsAgo: 11, input: payeeCompany('Valoa Studio Oy', 'FI', 'Turku', euro('FI8512345600000700')) },
  freight: {
    monthsAgo: 13,
    trusted: true,
    input: payeeCompany('Läänemere Veod AS', 'EE', 'Tallinn', euro('EE192200221077004517')),
  },
  warehouse: {
    monthsAgo: 13,
    trusted: true,
    input: payeeCompany('Ülemiste Laod OÜ', 'EE', 'Tallinn', euro('EE751010220280447017')),
  },
  payroll: {
    monthsAgo: 13,
    trusted: true,
    input: payeeCompany('Palk ja Raamat OÜ', 'EE', 'Tartu', euro('EE767701771009120044')),
  },
  taxOffice: {
    monthsAgo: 13,
    trusted: true,
    input: payeeCompany('Põhja Maksuamet', 'EE', 'Tallinn', euro('EE032200221033661907')),
  },
  insurance: {
    monthsAgo: 12,
    input: payeeCompany('Tuulekindlustus AS', 'EE', 'Tallinn', euro('EE444204278630118828')),
  },
  photographer: {
    monthsAgo: 7,
    input: payeeCompany('Kaader ja Valgus OÜ', 'EE', 'Pärnu', euro('EE759603960028447151')),
  },
  software: {
    monthsAgo: 12,
    input: {
      ...payeeCompany('Stockroom Software Inc.', 'US', 'Denver', {
        routingNumber: '026009593',
        accountNumber: '604418820917',
        currency: 'USD',
      }),
      street: 'Wynkoop Street',
    },
  },
} as const satisfies Record<string, DemoPayee>;

const customers = {
  oldBank: { name: 'Northwind Trading OU', account: 'EE554204278630118823', country: 'EE' },
  stockholm: { name: 'Nordiska Hem AB', account: 'SE4550000000058398257466', country: 'SE' },
  helsinki: { name: 'Lindqvist Interiors Oy', account: 'FI7715723000044200', country: 'FI' },
  hamburg: { name: 'Hansa Wohnen GmbH', account: 'DE10370400440773301922', country: 'DE' },
  amsterdam: { name: 'Atelier Vermeer B.V.', account: 'NL88INGB0674418290', country: 'NL' },
  riga: { name: 'Jumta Mēbeles SIA', account: 'LV98HABA0551039284417', country: 'LV' },
  portland: { name: 'Fernhill Home LLC', account: '7709114023', country: 'US' },
} as const;

/** What it had when it came. */
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
