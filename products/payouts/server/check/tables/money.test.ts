/** Amount, currency and account to debit of a row. Source: README of payouts, "What a cell means". */
import { expect, test } from 'vitest';
import {
  account,
  book,
  type Changes,
  check,
  dollars,
  type ExtraFacts,
  faultsOf,
  hansa,
  hansaId,
  overseas,
  ownIban,
  paramsOf,
} from './facts.ts';

/** A client with an account in yen, francs and dinars too. */
const [yen, dinars, kroner] = (['JPY', 'KWD', 'SEK'] as const).map((currency) =>
  account({ id: currency, number: currency, iban: null, currency }),
);
const many = { accounts: [account(), dollars, ...[yen, dinars, kroner].flatMap((each) => each ?? [])] };
const inYen: Changes = { ...overseas, currency: 'JPY', routingNumber: undefined, bic: 'CHASUS33XXX' };
const inDinars: Changes = { ...inYen, currency: 'KWD' };

test.each<[string, Changes, ExtraFacts, bigint]>([
  ['a point', { amount: '1234.50' }, {}, 123_450n],
  ['a comma and blanks', { amount: '1 234,5' }, {}, 123_450n],
  ['a thousand in a column with points', { amount: '1,234' }, { sign: '.' }, 123_400n],
  ['a thousand in a column with commas', { amount: '1.234' }, { sign: ',' }, 123_400n],
  [
    'a number of a spreadsheet in a column with commas',
    { amount: '12.5' },
    { sign: ',', amountIsNumber: true },
    1_250n,
  ],
  ['the sign of its currency', { amount: '5.50 €' }, {}, 550n],
  ['the code of its currency', { amount: 'eur 5.50' }, {}, 550n],
  ['dollars', { ...overseas, amount: '$100.00' }, {}, 10_000n],
  ['yen', { ...inYen, amount: '¥5000' }, { known: many }, 5_000n],
  ['dinars', { ...inDinars, amount: '100.123' }, { known: many, sign: '.' }, 100_123n],
  ['the largest payment', { amount: '1000000.00' }, {}, 100_000_000n],
  ['a cent', { amount: '0.01' }, {}, 1n],
])('reads the amount: %s', (_, changes, more, expected) => {
  expect(faultsOf(changes, more)).toEqual([]);
  expect(check(changes, more).amountMinor).toBe(expected);
});

test.each<[string, Changes, ExtraFacts, string[]]>([
  ['none', { amount: undefined }, {}, ['amount required']],
  ['no digits', { amount: 'ten' }, {}, ['amount amount_unreadable']],
  ['a letter', { amount: '18.4O' }, {}, ['amount amount_letters: 18.40']],
  ['a letter in a column with commas', { amount: '18,4O' }, { sign: ',' }, ['amount amount_letters: 18,40']],
  [
    'a letter in a number of a spreadsheet',
    { amount: '18.4O' },
    { sign: ',', amountIsNumber: true },
    ['amount amount_letters: 18.40'],
  ],
  ['less than nothing', { amount: '-5' }, {}, ['amount amount_negative: 5']],
  ['less than nothing in brackets', { amount: '(5,50)' }, { sign: ',' }, ['amount amount_negative: 5,50']],
  ['the other sign, points', { amount: '5.25' }, { sign: ',' }, ['amount amount_other_sign: 5,25']],
  ['the other sign, commas', { amount: '5,25' }, { sign: '.' }, ['amount amount_other_sign: 5.25']],
  ['a thousand or one point two', { amount: '1.234' }, {}, ['amount amount_ambiguous: 1234']],
  ['a thousand or one comma two', { amount: '1,234' }, {}, ['amount amount_ambiguous: 1234']],
  [
    'either, in a currency with three decimals',
    { ...inDinars, amount: '1.234' },
    { known: many },
    ['amount amount_ambiguous'],
  ],
  ['either, in yen', { ...inYen, amount: '1.234' }, { known: many }, ['amount amount_ambiguous: 1234']],
  [
    'either, in an unknown currency',
    { currency: 'XYZ', amount: '1.234' },
    {},
    ['currency currency_unknown', 'amount amount_ambiguous'],
  ],
  ['the code of another currency', { amount: '5.50 USD' }, {}, ['amount amount_other_currency']],
  ['the sign of another currency', { amount: '-$ 5.50' }, {}, ['amount amount_other_currency']],
  ['its own code and another', { amount: 'EUR 5.50 USD' }, {}, ['amount amount_other_currency']],
  ['a code that we do not know', { amount: 'RON 5.50' }, {}, ['amount amount_other_currency']],
  ['nothing', { amount: '0' }, {}, ['amount amount_zero']],
  ['less than nothing of nothing', { amount: '-0.00' }, {}, ['amount amount_zero']],
  ['a cent above the largest payment', { amount: '1000000.01' }, {}, ['amount payment_limit']],
  ['three decimals', { amount: '1.2345' }, { sign: '.' }, ['amount amount_precision']],
  ['three decimals, the last a zero', { amount: '1.230' }, { sign: '.' }, ['amount amount_precision: 1.23']],
  [
    'three decimals, the last a zero, with a comma',
    { amount: '1,230' },
    { sign: ',' },
    ['amount amount_precision: 1,23'],
  ],
  [
    'the same as a number of a spreadsheet',
    { amount: '1.230' },
    { sign: ',', amountIsNumber: true },
    ['amount amount_precision: 1.23'],
  ],
  ['many zeros', { amount: '10.00000' }, { sign: '.' }, ['amount amount_precision: 10.00']],
  [
    'decimals of yen that are zeros',
    { ...inYen, amount: '1000.00' },
    { known: many },
    ['amount amount_precision: 1000'],
  ],
  ['decimals of yen', { ...inYen, amount: '1000.50' }, { known: many }, ['amount amount_precision']],
  [
    'four decimals of dinars',
    { ...inDinars, amount: '100.1230' },
    { known: many },
    ['amount amount_precision: 100.123'],
  ],
  [
    'what the reader could not see',
    { amount: '1E+15' },
    { readFaults: { amount: 'number_lost_digits' } },
    ['amount number_lost_digits'],
  ],
])('refuses the amount: %s', (_, changes, more, expected) => {
  expect(faultsOf(changes, more)).toEqual(expected);
  expect(check(changes, more)).toMatchObject({ amountMinor: null, feeMinor: null, scheme: null });
});

test('faults of an amount name amounts and currencies', () => {
  expect(paramsOf('amount_ambiguous', { amount: '1,234' })).toEqual({ first: '1234', second: '1.234' });
  expect(paramsOf('amount_other_currency', { amount: '5 usd' })).toEqual({ written: 'usd', currency: 'EUR' });
  expect(paramsOf('amount_precision', { amount: '1.2345' })).toEqual({ currency: 'EUR', digits: 2 });
  expect(paramsOf('payment_limit', { amount: '1000001' })).toEqual({
    limit: '1\u00a0000\u00a0000.00\u00a0€',
  });
});

test.each([
  ['eur', 'EUR'],
  ['Euro', 'EUR'],
  ['euros', 'EUR'],
  ['евро', 'EUR'],
  ['€', 'EUR'],
  ['e u.r', 'EUR'],
  ['£', 'GBP'],
  ['$', 'USD'],
  ['us$', 'USD'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['kr.', 'SEK'],
  ['Fr.', 'CHF'],
  ['¥', 'JPY'],
])('reads the currency %s as %s and suggests that code', (written, currency) => {
  const row = check({ currency: written });
  expect(row.faults[0]).toEqual({ field: 'currency', code: 'currency_written', suggestions: [currency] });
  expect(row.currency).toBe(currency);
});

const euroOnly = { accounts: [account()] };
const payee = (...currencies: string[]) =>
  book(
    ...currencies.map((currency) =>
      hansa({ currency, iban: null, accountNumber: currency, bankCountry: 'US' }),
    ),
  );
const unnamed: Changes = { currency: undefined };

test.each<[string, Changes, ExtraFacts, string | null, string[]]>([
  ['with blanks', { currency: ' EUR ' }, {}, 'EUR', []],
  ['that we do not know', { currency: 'XYZ' }, {}, null, ['currency currency_unknown']],
  ['of a chain', { currency: 'BTC' }, {}, null, ['currency currency_unknown']],
  ['of a chain in small letters', { currency: 'btc' }, {}, null, ['currency currency_unknown']],
  [
    'that the reader could not read',
    { currency: 'EUR' },
    { readFaults: { currency: 'spreadsheet_error' } },
    null,
    ['currency spreadsheet_error'],
  ],
  ['missing, with accounts in two', unnamed, {}, null, ['currency required']],
  ['of blanks, with accounts in two', { currency: '  ' }, {}, null, ['currency required']],
  ['missing, with accounts in one', unnamed, { known: euroOnly }, 'EUR', []],
  ['missing, without an account', unnamed, { known: { accounts: [] } }, null, ['currency required']],
  ['missing, with one beside the amount', { ...unnamed, amount: '10.00 €' }, {}, 'EUR', []],
  [
    'missing, with an unknown one beside the amount',
    { ...unnamed, amount: '10 RON' },
    {},
    null,
    ['currency required'],
  ],
  [
    'missing, with a coin beside the amount',
    { ...unnamed, amount: '10 BTC' },
    {},
    null,
    ['currency required'],
  ],
  ['missing, with an account to debit', { ...unnamed, fromAccount: '10000000019' }, {}, 'EUR', []],
  [
    'missing, with a payee in one',
    { ...unnamed, payeeId: hansaId, account: undefined },
    { known: book(hansa()) },
    'EUR',
    [],
  ],
  [
    'missing, with a payee in two',
    { ...unnamed, payeeId: hansaId, account: undefined },
    { known: { ...euroOnly, ...payee('EUR', 'USD') } },
    null,
    ['currency required', 'account payee_account_choice'],
  ],
  [
    'missing, with an unknown payee and accounts in one',
    { ...unnamed, payeeId: hansaId, account: undefined },
    { known: euroOnly },
    'EUR',
    ['payeeId payee_id_unknown'],
  ],
  [
    'missing, with a payee in a coin',
    { ...unnamed, payeeId: hansaId, account: undefined },
    { known: { ...euroOnly, ...payee('BTC') } },
    null,
    ['currency required'],
  ],
  [
    'without an account of the client',
    { currency: 'GBP' },
    {},
    'GBP',
    ['street street_needed', 'town town_needed', 'currency no_account_in_currency'],
  ],
])('a currency %s', (_, changes, more, currency, faults) => {
  const row = check(changes, more);
  expect(row.currency).toBe(currency);
  expect(faultsOf(changes, more)).toEqual(faults);
});

test.each<[string, Changes, string | null, string[]]>([
  ['none: the oldest in the currency', {}, 'euro', []],
  ['none, in dollars', overseas, 'dollars', []],
  ['of blanks', { fromAccount: '  ' }, 'euro', []],
  ['by number', { fromAccount: '100 000 000 43' }, 'second', []],
  ['by IBAN', { fromAccount: 'LT74 3850 0100 0000 0019' }, 'euro', []],
  ['of someone else', { fromAccount: '10000000035' }, null, ['fromAccount from_account_unknown']],
  ['in another currency', { fromAccount: '10000000027' }, null, ['fromAccount from_account_currency']],
])('the account to debit: %s', (_, changes, debtorAccountId, faults) => {
  expect(check(changes).debtorAccountId).toBe(debtorAccountId);
  expect(faultsOf(changes)).toEqual(faults);
});

test('faults of debit accounts name the currencies', () => {
  expect(paramsOf('from_account_currency', { fromAccount: '10000000027' })).toEqual({
    account: 'USD',
    currency: 'EUR',
  });
  expect(paramsOf('no_account_in_currency', { currency: 'GBP' })).toEqual({ currency: 'GBP' });
  expect(paramsOf('no_account_in_currency', {}, { known: { accounts: [dollars] } })).toEqual({
    currency: 'EUR',
  });
});

test('finds a debit account by IBAN only among the client’s own', () => {
  expect(faultsOf({ fromAccount: ownIban }, { known: { accounts: [dollars] } })).toContain(
    'fromAccount from_account_unknown',
  );
});
