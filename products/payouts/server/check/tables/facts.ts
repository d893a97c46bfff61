/**
 * The base row that this folder's tables vary, and its facts: 10.00 EUR from the client's oldest account to Anna Tamm at an Estonian bank, who is not
 * a saved payee. The day is 29 November 2026.
 */
import type { PayoutField } from '@calmly/contract';
import type { AccountRecord } from '../../../../accounts/server/accounts/index.ts';
import type { BookAccount } from '../../../../payees/server/index.ts';
import type { DecimalSign } from '../../files/columns/read-amount.ts';
import type { Cells, Remark, RowCheck, RowInput } from '../../row.ts';
import { checkRow } from '../check-row.ts';
import type { RowFacts } from '../facts.ts';

export const annaIban = 'EE382200221020145685';
export const hansaIban = 'DE33200505501289447016';
export const hansaId = '01900000-0000-7000-8000-000000000001';
/** At this bank: the client's own account, another client's, and one that does not exist. */
export const ownIban = 'LT743850010000000019';
export const ourIban = 'LT303850010000000035';
export const missingIban = 'LT563850099999999999';

export const account = (more: Partial<AccountRecord> = {}): AccountRecord => ({
  id: 'euro',
  clientId: 'me',
  number: '10000000019',
  iban: ownIban,
  currency: 'EUR',
  name: 'Main',
  holder: 'Clara Weiss',
  status: 'ACTIVE',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  ...more,
});

export const dollars = account({ id: 'dollars', number: '10000000027', iban: null, currency: 'USD' });

/** An account of another client of this bank. */
export const ours = (more: Partial<AccountRecord> = {}): AccountRecord =>
  account({ id: 'ours', clientId: 'other', number: '10000000035', iban: ourIban, holder: 'Boris', ...more });

/** A saved account of Hansa's. */
export const hansa = (more: Partial<BookAccount> = {}): BookAccount => ({
  payeeId: hansaId,
  name: 'Hansa GmbH',
  country: 'DE',
  latin: { name: 'Hansa GmbH', street: 'Hafenweg', buildingNumber: '1', postCode: '20457', town: 'Hamburg' },
  status: 'ACTIVE',
  direction: 'OUTGOING',
  accountKey: hansaIban,
  iban: hansaIban,
  accountNumber: null,
  bic: 'HASPDEHHXXX',
  bankCountry: 'DE',
  currency: 'EUR',
  ...more,
});

const facts: RowFacts = {
  bank: {
    country: 'LT',
    bankCode: '38500',
    bic: 'CALMLT21XXX',
    name: 'Calmly',
    address: 'Vilnius',
    timeZone: 'Europe/Vilnius',
  },
  today: '2026-11-29',
  accounts: [account(), account({ id: 'second', number: '10000000043', iban: null }), dollars],
  ownIbans: new Set([ownIban]),
  keyOf: ({ account: written }) => written?.replaceAll(' ', ''),
  byPayee: () => [],
  byAccount: () => [],
  house: () => undefined,
  openIbans: new Set(),
  namedAs: () => undefined,
  paid: () => [],
  changedOn: () => undefined,
  payeeNow: () => undefined,
};

/** The client's saved payees: by id and, while the payee is active, by IBAN or number. */
export const book = (...accounts: BookAccount[]): Partial<RowFacts> => ({
  byPayee: (id) => accounts.filter(({ payeeId }) => payeeId === id),
  byAccount: (key) => accounts.filter(({ iban, accountNumber }) => key === iban || key === accountNumber),
});

/** Accounts at this bank named by the row. */
export const house = (...accounts: AccountRecord[]): Partial<RowFacts> => ({
  house: (name) => accounts.find(({ number, iban }) => name === number || name === iban),
  openIbans: new Set(accounts.flatMap(({ iban, status }) => (status === 'ACTIVE' ? (iban ?? []) : []))),
});

const plain: Cells = {
  name: 'Anna Tamm',
  account: annaIban,
  amount: '10.00',
  currency: 'EUR',
  reference: 'Rent',
};

/** Undefined cells are empty. */
export type Changes = Readonly<Partial<Record<PayoutField, string | undefined>>>;

/** 10,000 dollars to an account in New York, by SWIFT. */
export const overseas: Changes = {
  name: 'Liberty Inc',
  account: '12345678',
  routingNumber: '021000021',
  country: 'US',
  street: 'Broad Street 1',
  town: 'New York',
  amount: '10000.00',
  currency: 'USD',
};

export interface ExtraFacts extends Partial<Omit<RowInput, 'cells'>> {
  readonly known?: Partial<RowFacts>;
  readonly sign?: DecimalSign | null;
}

/** The check of the base row with these changes. */
export function check(
  changes: Changes = {},
  { known = {}, sign = null, ...more }: ExtraFacts = {},
): RowCheck {
  const entries = Object.entries({ ...plain, ...changes }).filter(([, text]) => text !== undefined);
  const cells = Object.fromEntries(entries) as Cells;
  return checkRow({ cells, readFaults: {}, amountIsNumber: false, ...more }, sign, { ...facts, ...known });
}

/** Field and code of each remark, with its suggestion: `amount amount_negative: 5`. */
export const said = (remarks: readonly Remark[]): string[] =>
  remarks.map(
    ({ field, code, suggestions }) => `${field} ${code}${suggestions ? `: ${suggestions.join(' | ')}` : ''}`,
  );

/** The faults of the base row with these changes. */
export const faultsOf = (changes: Changes, more: ExtraFacts = {}): string[] =>
  said(check(changes, more).faults);

/** The parameters of a fault's sentence. */
export const paramsOf = (code: string, changes: Changes, more: ExtraFacts = {}): unknown =>
  check(changes, more).faults.find((fault) => fault.code === code)?.params;
