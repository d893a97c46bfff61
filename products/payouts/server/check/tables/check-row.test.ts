/** The result of checking a row as a whole: its payment, its warnings, and which rows are duplicates. */
import { expect, test } from 'vitest';
import type { KnownName } from '../../../../payees/server/index.ts';
import type { RowFacts } from '../facts.ts';
import {
  annaIban,
  book,
  type Changes,
  check,
  type ExtraFacts,
  faultsOf,
  hansa,
  hansaIban,
  hansaId,
  overseas,
  said,
} from './facts.ts';

test('a row without a fault yields everything its payment needs', () => {
  expect(check({ executionDate: '2026-12-01', endToEndId: 'INV-1' })).toEqual({
    faults: [],
    warnings: [{ field: 'account', code: 'first_payment' }],
    endToEndId: 'INV-1',
    // Computed here with the two hashes that `keyOf` names, independently of the product. Keys are stored, so every version must compute the same
    // ones.
    paymentKey: -9_185_971_933_642_768_740n,
    payeeId: null,
    newPayee: `${annaIban} EUR`,
    nameCheckOf: annaIban,
    account: annaIban,
    amountMinor: 1_000n,
    currency: 'EUR',
    feeMinor: 20n,
    scheme: 'SEPA',
    debtorAccountId: 'euro',
    dueOn: '2026-12-01',
  });
});

test('a row with a fault keeps what could be read, but has no fee and no method', () => {
  expect(check({ purpose: 'CASH' })).toMatchObject({
    amountMinor: 1_000n,
    currency: 'EUR',
    account: annaIban,
    newPayee: `${annaIban} EUR`,
    debtorAccountId: 'euro',
    paymentKey: -9_185_971_933_642_768_740n,
    feeMinor: null,
    scheme: null,
  });
});

test('every fault of a row is found at once', () => {
  const wrong = {
    name: undefined,
    type: 'alien',
    account: 'EE382200221020145686',
    amount: 'ten',
    currency: 'Euro',
    reference: undefined,
    endToEndId: '/A',
    executionDate: 'soon',
    purpose: 'CASH',
    chargeBearer: 'ME',
    fromAccount: '1',
  };
  expect(faultsOf(wrong).toSorted()).toEqual([
    'account iban_checksum',
    'amount amount_unreadable',
    'chargeBearer charge_bearer_unknown',
    'currency currency_written: EUR',
    'endToEndId end_to_end_id_form: A',
    'executionDate date_unreadable',
    'fromAccount from_account_unknown',
    'name required',
    'purpose purpose_unknown',
    'reference reference_missing',
    'type payee_type_unknown',
  ]);
  expect(check(wrong)).toMatchObject({
    warnings: [],
    endToEndId: null,
    paymentKey: null,
    payeeId: null,
    newPayee: null,
    nameCheckOf: null,
    account: null,
    amountMinor: null,
    currency: 'EUR',
    feeMinor: null,
    scheme: null,
    debtorAccountId: null,
    dueOn: null,
  });
});

test('a value that the reader could not take is reported once, as a fault of its cell', () => {
  const readFaults = { account: 'number_lost_digits', reference: 'spreadsheet_error' } as const;
  expect(faultsOf({ account: '1.23457E+15' }, { readFaults })).toEqual([
    'account number_lost_digits',
    'reference spreadsheet_error',
  ]);
});

test('charges that SEPA does not know are a fault of the charges, an amount that the fee eats up one of the amount', () => {
  expect(faultsOf({ chargeBearer: 'BEN', amount: '0.20' })).toEqual([
    'amount amount_below_fee',
    'chargeBearer charges_shared',
  ]);
});

test('a row whose amount or currency has a fault has no amount', () => {
  expect(check({ amount: '0' })).toMatchObject({ amountMinor: null, paymentKey: null, warnings: [] });
  expect(check({ currency: 'XYZ' })).toMatchObject({ currency: null, amountMinor: null, paymentKey: null });
});

const large: Changes = { account: hansaIban, amount: '10000.00', reference: 'Invoice 1 RF18539007547034' };
const keyOf = (changes: Changes) => check(changes).paymentKey;

test('two rows pay the same where account, currency, amount and text are the same', () => {
  const rent = keyOf({});
  expect(
    keyOf({ account: 'ee38 2200 2210 2014 5685', reference: ' RENT ', name: 'Someone', amount: '10' }),
  ).toBe(rent);
  const others = [
    keyOf({ account: hansaIban }),
    keyOf({ amount: '10.01' }),
    keyOf({ amount: '100.0' }),
    keyOf({ reference: 'Rents' }),
    keyOf({ creditorReference: 'RF18539007547034' }),
    keyOf({ currency: 'USD', street: 'Pikk 1', town: 'Tallinn' }),
    keyOf(large),
  ];
  expect(new Set([rent, ...others])).not.toContain(null);
  expect(new Set([rent, ...others])).toHaveLength(8);
});

test('the reference and the creditor reference are one text', () => {
  expect(keyOf({ ...large, reference: 'Invoice 1', creditorReference: 'RF18539007547034' })).toBe(
    keyOf(large),
  );
});

const toHansa: Changes = { account: hansaIban, name: 'Hansa GmbH' };
const saved = book(hansa());

test.each<[string, Changes, Partial<RowFacts>, string[]]>([
  ['of someone new, in Latin letters', {}, {}, []],
  ['of someone new, in Russian', { name: 'Анна' }, {}, ['name name_transliterated']],
  ['of someone new, with accents', { name: 'Zoë' }, {}, ['name name_transliterated']],
  ['that is missing', { name: undefined }, {}, []],
  ['of a payee, as saved', toHansa, saved, []],
  ['of a payee, with other capitals', { ...toHansa, name: 'hansa gmbh' }, saved, []],
  [
    'of a payee, in other letters',
    { ...toHansa, name: 'Ханса ГмбХ' },
    book(hansa({ name: 'Khansa GmbKh' })),
    [],
  ],
  [
    'of a payee, who is saved in other letters',
    { ...toHansa, name: 'Anna' },
    book(hansa({ name: 'Анна' })),
    [],
  ],
  ['of a payee, another one', { ...toHansa, name: 'Someone' }, saved, ['name other_payee_name: Hansa GmbH']],
  ['of a payee, none', { ...toHansa, name: undefined }, saved, []],
])('warnings of a name %s', (_, changes, known, expected) => {
  expect(said(check(changes, { known }).warnings)).toEqual([...expected, 'account first_payment']);
});

test('warnings of names say the name', () => {
  const { warnings } = check({ ...toHansa, name: 'Someone' }, { known: saved });
  expect(warnings[0]?.params).toEqual({ name: 'Hansa GmbH' });
  expect(check({ name: 'Анна' }).warnings[0]?.params).toEqual({ latin: 'Anna' });
});

const answer = (result: KnownName['result'], suggestedName: string | null = null): ExtraFacts => ({
  known: {
    namedAs: (account, name) =>
      account === annaIban && name === 'Anna Tamm'
        ? { accountKey: annaIban, nameKey: 'anna tamm', result, suggestedName }
        : undefined,
  },
});

test.each<[string, ExtraFacts, string[]]>([
  ['is right', answer('match'), []],
  ['is correct, and shows how it is spelled', answer('match', 'Anna Tamm'), []],
  ['is another', answer('no_match'), ['name name_no_match']],
  ['is similar', answer('close_match', 'Anne Tamm'), ['name name_check: Anne Tamm']],
  ['is not to be had', answer('cannot_be_checked'), ['name name_not_checked']],
])('the bank of the account answers that the name %s', (_, more, expected) => {
  const row = check({}, more);
  expect(said(row.warnings)).toEqual([...expected, 'account first_payment']);
  expect(row.nameCheckOf).toBeNull();
});

test('a warning about a similar name shows both spellings', () => {
  expect(check({}, answer('close_match', 'Anne Tamm')).warnings[0]?.params).toEqual({
    result: 'close_match',
    name: 'Anne Tamm',
  });
});

test('only a name that was not compared yet is to be compared', () => {
  expect(check({ name: 'Anna Tam' }, answer('match')).nameCheckOf).toBe(annaIban);
  expect(check({ name: undefined }, answer('match'))).toMatchObject({ nameCheckOf: null });
  expect(said(check({ name: undefined }, answer('no_match')).warnings)).toEqual(['account first_payment']);
});

test('no bank is asked of a name that is missing, or of an account that no one can be asked about', () => {
  const namedAs = () => ({ accountKey: '', nameKey: '', result: 'no_match' as const, suggestedName: null });
  for (const changes of [{ name: undefined }, overseas])
    expect(said(check(changes, { known: { namedAs } }).warnings)).toEqual(['account first_payment']);
  expect(said(check(toHansa, { known: { ...saved, namedAs } }).warnings)).toEqual(['account first_payment']);
});

test('earlier payments are compared by payee, account, currency and amount', () => {
  const paid = (payeeId: string) =>
    payeeId === hansaId
      ? [
          {
            beneficiaryId: hansaId,
            account: hansaIban,
            currency: 'EUR' as const,
            largestMinor: 300n,
            recent: [{ amountMinor: 1_000n, day: '2026-11-20' }],
          },
        ]
      : [];
  const warnings = (changes: Changes) =>
    check({ ...toHansa, ...changes }, { known: { ...saved, paid } }).warnings;
  expect(said(warnings({}))).toEqual(['amount paid_before', 'amount unusual_amount']);
  expect(warnings({})[0]?.params).toEqual({ day: '2026-11-20' });
  expect(warnings({})[1]?.params).toEqual({ largest: '3.00\u00a0€' });
  expect(said(warnings({ amount: '9.00' }))).toEqual([]);
  expect(said(warnings({ amount: '9.01' }))).toEqual(['amount unusual_amount']);
  expect(said(warnings({ amount: 'ten' }))).toEqual([]);
  expect(said(check({}, { known: { paid } }).warnings)).toEqual(['account first_payment']);
});

test('parts of a pain.001 that a payment does not carry become a warning of their field', () => {
  const readWarnings = {
    name: [{ code: 'not_sent', details: 'UltmtCdtr Anna' }, { code: 'not_sent' }],
    executionDate: [{ code: 'missing_in_file' }],
    account: [{ code: 'missing_in_file' }, { code: 'not_instant' }],
  } as const;
  expect(check({}, { readWarnings }).warnings).toEqual([
    { field: 'account', code: 'first_payment' },
    { field: 'name', code: 'not_sent', params: { details: 'UltmtCdtr Anna' } },
    { field: 'name', code: 'not_sent' },
    { field: 'executionDate', code: 'missing_in_file' },
    { field: 'account', code: 'not_instant' },
  ]);
});

test('they stay where the row has a fault', () => {
  const readWarnings = { amount: [{ code: 'not_urgent' }] } as const;
  expect(said(check({ amount: undefined }, { readWarnings }).warnings)).toEqual(['amount not_urgent']);
});
