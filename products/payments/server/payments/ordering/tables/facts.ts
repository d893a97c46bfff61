/** The order that the tables of this folder vary: 100.00 EUR from the client's account to Hansa at a German bank. */
import type { Facts, HeldQuote, HouseAccount, Payee, PayeeAccount, Sketch } from '../order.ts';

export const hansaIban = 'DE33200505501289447016';
export const ourIban = 'LT121000011101001000';

export const houseAccount = (more: Partial<HouseAccount> = {}): HouseAccount => ({
  id: 'own',
  clientId: 'me',
  number: '1000000001',
  iban: null,
  name: 'Main',
  holder: 'Clara Weiss',
  currency: 'EUR',
  active: true,
  ...more,
});

export const payeeAccount = (more: Partial<PayeeAccount> = {}): PayeeAccount => ({
  iban: hansaIban,
  accountNumber: null,
  bic: 'HASPDEHHXXX',
  bankName: 'Hamburger Sparkasse',
  bankCountry: 'DE',
  correspondentBank: null,
  correspondentAccount: null,
  correspondentBic: null,
  currency: 'EUR',
  ...more,
});

export const hansa = (more: Partial<Payee> = {}): Payee => ({
  id: 'hansa',
  name: 'Hansa GmbH',
  town: 'Hamburg',
  country: 'DE',
  latin: { name: 'Hansa GmbH', street: 'Hafenweg', buildingNumber: '1', postCode: '20457', town: 'Hamburg' },
  deleted: false,
  direction: 'OUTGOING',
  trusted: false,
  confidential: false,
  version: 1,
  accounts: [payeeAccount()],
  ...more,
});

/** 110.00 USD for 100.00 EUR, valid for ten seconds more. */
export const quote = (more: Partial<HeldQuote> = {}): HeldQuote => ({
  id: 'q',
  clientId: 'me',
  fromAccountId: 'own',
  toAccountId: null,
  sellCurrency: 'EUR',
  sellMinor: 10_000n,
  buyCurrency: 'USD',
  buyMinor: 11_000n,
  rate: '1.1',
  secondsLeft: 10,
  executedAt: null,
  ...more,
});

export const order = (more: Partial<Sketch> = {}): Sketch => ({
  debtorAccount: '1000000001',
  beneficiaryId: 'hansa',
  amount: '100.00',
  reference: 'Invoice 7',
  chargeBearer: 'SHA',
  ...more,
});

export const facts = (more: Partial<Facts> = {}): Facts => ({
  clientId: 'me',
  debtor: houseAccount(),
  payee: hansa(),
  house: () => undefined,
  isOurs: (iban) => iban === ourIban,
  documentsFree: true,
  quote: undefined,
  original: undefined,
  ...more,
});
