/**
 * The demo company: its facts, people, accounts and payees. Invented names at real banks; every IBAN is valid. Boris founded it; the
 * others have no bank relation of their own.
 */
import { allRights, type CompanyInput, type Rights } from '@calmly/contract';
import { type DemoAccount, type DemoPayee, euro, payeeCompany } from './demo-shapes.ts';

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
    rights: {
      ...none,
      can_request_trans: true,
      can_create_benef: true,
      can_plast_view: true,
      can_plast_perform: true,
      can_view_documents: true,
    },
  },
  toomas: {
    email: 'toomas@demo.calmly.example',
    firstName: 'Toomas',
    lastName: 'Rebane',
    phone: '+37255501185',
    joinedMonthsAgo: 4,
    rights: { ...none, can_approve: true },
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
