/**
 * The demo's people: their details, accounts and payees. Invented names at real banks; every IBAN, sort code and routing number is
 * valid. All share one password, printed in the README.
 */
import type { BankDetailInput, BeneficiaryInput } from '@calmly/contract';
import type { PersonClientInput } from '@calmly/products/identity/server/index.ts';
import {
  payeeCompany as company,
  type DemoAccount,
  type DemoPayee,
  demoPassword,
  euro,
  type Payer,
} from './demo-shapes.ts';

export interface DemoPerson {
  readonly profile: PersonClientInput;
  /** By the key used in the history. */
  readonly accounts: Readonly<Record<string, DemoAccount>>;
}

export const people = {
  anna: {
    profile: {
      email: 'anna@demo.calmly.example',
      password: demoPassword,
      firstName: 'Anna',
      lastName: 'Lepik',
      phone: '+37255501142',
      dateOfBirth: Date.UTC(1990, 4, 17) / 1000,
      citizenship: 'EE',
      residence: 'EE',
      addressLine1: 'Vana-Kalamaja 21-4',
      addressPostCode: '10415',
      addressTown: 'Tallinn',
      addressCountry: 'EE',
    },
    accounts: {
      everyday: { currency: 'EUR', name: 'Everyday', withIban: true },
      savings: { currency: 'EUR', name: 'Savings', withIban: true },
      dollars: { currency: 'USD', name: 'US dollars', withIban: true },
      pounds: { currency: 'GBP', name: 'Pounds sterling', withIban: true },
      yen: { currency: 'JPY', name: 'Yen', withIban: false },
    },
  },
  boris: {
    profile: {
      email: 'boris@demo.calmly.example',
      password: demoPassword,
      firstName: 'Boris',
      lastName: 'Sokolov',
      phone: '+37065501187',
      dateOfBirth: Date.UTC(1984, 2, 9) / 1000,
      citizenship: 'LT',
      residence: 'LT',
      addressLine1: 'Pilies g. 16-7',
      addressPostCode: '01124',
      addressTown: 'Vilnius',
      addressCountry: 'LT',
    },
    accounts: {
      main: { currency: 'EUR', name: 'Main', withIban: true },
    },
  },
} as const satisfies Record<string, DemoPerson>;

const person = (
  firstName: string,
  lastName: string,
  country: string,
  town: string,
  detail: BankDetailInput,
): BeneficiaryInput => ({
  legalStatus: 'INDIVIDUAL',
  firstName,
  lastName,
  country,
  town,
  bankDetails: [detail],
});

/** Anna's payees except Boris, whose IBAN is only known once his account is open. */
export const annasPayees = {
  landlord: {
    monthsAgo: 25,
    trusted: true,
    input: company('Kalamaja Kodud OÜ', 'EE', 'Tallinn', euro('EE381010010239481247')),
  },
  power: { monthsAgo: 25, input: company('Põhja Energia AS', 'EE', 'Tallinn', euro('EE302200221064837124')) },
  internet: {
    monthsAgo: 25,
    input: company('Meri Internet AS', 'EE', 'Tallinn', euro('EE577701771005523917')),
  },
  mother: {
    monthsAgo: 25,
    trusted: true,
    input: person('Maret', 'Lepik', 'EE', 'Tartu', euro('EE272200221038816540')),
  },
  farm: {
    monthsAgo: 25,
    input: company('Saare Talukaup OÜ', 'EE', 'Kuressaare', euro('EE444204204278613908')),
  },
  groceries: { monthsAgo: 25, input: company('Kodupood OÜ', 'EE', 'Tallinn', euro('EE829603960021174450')) },
  daycare: {
    monthsAgo: 25,
    input: company('Lasteaed Pääsuke MTÜ', 'EE', 'Tallinn', euro('EE942200221071203343')),
  },
  car: {
    monthsAgo: 25,
    input: company('Balti Autoliising AS', 'EE', 'Tallinn', euro('EE927701771003318865')),
  },
  gym: {
    monthsAgo: 25,
    deleted: true,
    input: company('Kalev Spordiklubi MTÜ', 'EE', 'Tallinn', euro('EE661010220117650139')),
  },
  dentist: {
    monthsAgo: 22,
    input: company('Hambaravi Sild OÜ', 'EE', 'Tallinn', euro('EE429603960017345125')),
  },
  furniture: {
    monthsAgo: 23,
    input: company('Nordlicht Möbel GmbH', 'DE', 'Hamburg', euro('DE25200505501014472918')),
  },
  designer: { monthsAgo: 20, input: person('Lotte', 'Visser', 'NL', 'Utrecht', euro('NL12RABO0315902746')) },
  photographer: {
    monthsAgo: 19,
    input: person('Сергей', 'Орлов', 'LV', 'Rīga', euro('LV21PARX0012894471903')),
  },
  holiday: {
    monthsAgo: 17,
    input: company('Casa Marina Apartamentos S.L.', 'ES', 'Cadaqués', euro('ES1221000813610200041338')),
  },
  translator: {
    monthsAgo: 21,
    input: {
      ...person('Oliver', 'Bennett', 'GB', 'Bristol', {
        sortCode: '20-32-06',
        accountNumber: '13152596',
        bic: 'BUKBGB22',
        currency: 'GBP',
      }),
      street: 'Corn Street',
    },
  },
  hosting: {
    monthsAgo: 24,
    input: {
      ...company('Bluebird Hosting Inc.', 'US', 'Austin', {
        routingNumber: '026009593',
        accountNumber: '898043317205',
        currency: 'USD',
      }),
      street: 'Congress Avenue',
    },
  },
  // Without a street: the portal shows what a payment to it lacks, with a link to complete it.
  pottery: {
    monthsAgo: 18,
    input: company('Kiyomizu Pottery K.K.', 'JP', 'Kyoto', {
      bic: 'BOTKJPJT',
      accountNumber: '1873042',
      currency: 'JPY',
    }),
  },
  // One of the accounts to which the sandbox rail rejects payments.
  bicycles: {
    monthsAgo: 2,
    input: company('Fahrradwerkstatt Krüger', 'DE', 'Berlin', euro('DE48200505500000000041')),
  },
  taxOffice: {
    monthsAgo: 20,
    trusted: true,
    input: company('Harju Maksukeskus', 'EE', 'Tallinn', euro('EE232200221007734514')),
  },
  kitchen: { monthsAgo: 1, input: company('Köök ja Kodu OÜ', 'EE', 'Tallinn', euro('EE777701771008146728')) },
} as const satisfies Record<string, DemoPayee>;

export const borisPayees = {
  mortgage: {
    monthsAgo: 25,
    trusted: true,
    input: company('Būsto kreditas UAB', 'LT', 'Vilnius', euro('LT077044060007712345')),
  },
  utilities: {
    monthsAgo: 25,
    input: company('Vilniaus šiluma ir vanduo AB', 'LT', 'Vilnius', euro('LT167300010155072213')),
  },
  mother: {
    monthsAgo: 25,
    trusted: true,
    input: person('Галина', 'Соколова', 'LT', 'Klaipėda', euro('LT857044060008830127')),
  },
} as const satisfies Record<string, DemoPayee>;

/** Payers of the demo's people, at other banks. */
export const payers = {
  employer: { name: 'Põhjala Software OÜ', account: 'EE891010220034796011', country: 'EE' },
  oldBank: { name: 'Anna Lepik', account: 'EE217701771007734128', country: 'EE' },
  studio: { name: 'Larkspur Studio Inc.', account: '4417730902', country: 'US' },
  publisher: { name: 'Hartley & Moss Ltd', account: 'GB60BARC20000055779911', country: 'GB' },
  agency: { name: 'Sakura Translations K.K.', account: '2290417', country: 'JP' },
  shop: { name: 'Lindenhof Versand GmbH', account: 'DE16100500000190883641', country: 'DE' },
  friend: { name: 'Kertu Saar', account: 'EE812200221041902205', country: 'EE' },
  nordlys: { name: 'Nordlys Forlag AS', account: 'NO9386011117947', country: 'NO' },
  borisEmployer: { name: 'Baltijos Logistika UAB', account: 'LT747300010144829036', country: 'LT' },
} as const satisfies Record<string, Payer>;
