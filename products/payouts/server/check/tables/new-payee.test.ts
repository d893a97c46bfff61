/** The details that a new payee needs for each method of payment. Source: README of payouts, "What is checked". */
import { expect, test } from 'vitest';
import {
  account,
  annaIban,
  book,
  type Changes,
  check,
  type ExtraFacts,
  faultsOf,
  hansa,
  hansaIban,
  overseas,
  paramsOf,
} from './facts.ts';

/** The faults or, without any, the payee, the method and the account. */
const brief = (changes: Changes, more: ExtraFacts = {}): string => {
  const { payeeId, scheme, account: paid } = check(changes, more);
  return (
    faultsOf(changes, more).join(', ') || `${payeeId === null ? 'new' : payeeId.slice(-1)} ${scheme} ${paid}`
  );
};

const british: Changes = {
  account: '12345678',
  sortCode: '40-47-84',
  currency: 'GBP',
  street: 'Fleet Street 1',
  town: 'London',
  amount: '100.00',
};
const pounds = { known: { accounts: [account({ id: 'pounds', currency: 'GBP' })] } };

test.each<[string, Changes, ExtraFacts, string]>([
  ['an IBAN in groups', { account: 'ee38 2200 2210 2014 5685' }, {}, `new SEPA ${annaIban}`],
  ['no account', { account: undefined }, {}, 'account account_missing'],
  ['an account of blanks', { account: ' - ' }, {}, 'account account_missing'],
  ['a number without its digits', { account: '1.23457E+15' }, {}, 'account number_lost_digits'],
  ['a wrong digit', { account: 'EE382200221020145686' }, {}, 'account iban_checksum'],
  ['a missing digit', { account: 'EE38220022102014568' }, {}, 'account iban_length'],
  ['a letter', { account: 'EE38220022102014568O' }, {}, 'account iban_structure'],
  ['a country without IBANs', { account: 'US12ABCDEFGHIJ' }, {}, 'account iban_country'],
  ['the own IBAN elsewhere', {}, { known: { ownIbans: new Set([annaIban]) } }, 'account own_account'],
  [
    'a number alone, in a country with IBANs',
    { account: '12345678', country: 'EE' },
    {},
    'account iban_required',
  ],
  ['euro to a number', { ...overseas, currency: 'EUR' }, {}, 'new SWIFT 12345678'],
  [
    'euro outside SEPA',
    {
      account: 'AE070331234567890123456',
      bic: 'BOMLAEADXXX',
      street: 'Marina 1',
      town: 'Dubai',
      amount: '100',
    },
    {},
    'new SWIFT AE070331234567890123456',
  ],
  [
    'dollars to an IBAN',
    { account: hansaIban, currency: 'USD', street: 'Hafenweg 1', town: 'Hamburg', amount: '100.00' },
    {},
    `new SWIFT ${hansaIban}`,
  ],
  ['dollars to New York', overseas, {}, 'new SWIFT 12345678'],
  [
    'a wrong routing number',
    { ...overseas, routingNumber: '021000022' },
    {},
    'routingNumber routing_invalid',
  ],
  ['no routing number', { ...overseas, routingNumber: undefined }, {}, 'routingNumber required'],
  [
    'a number that no American bank has',
    { ...overseas, account: '123' },
    {},
    'account account_number_invalid',
  ],
  ['pounds to London', british, pounds, 'new SWIFT 12345678'],
  ['euro to a number in London', { ...british, currency: 'EUR' }, {}, 'new SWIFT 12345678'],
  ['a short sort code', { ...british, sortCode: '40478' }, pounds, 'sortCode sort_code_invalid'],
  ['no sort code', { ...british, sortCode: undefined, country: ' gb ' }, pounds, 'sortCode required'],
  ['a BIC', { bic: 'HABAEE2X' }, {}, `new SEPA ${annaIban}`],
  ['a BIC in small letters', { bic: 'habaee2x' }, {}, 'bic bic_written: HABAEE2X'],
  ['a BIC with blanks', { bic: 'HABA EE 2X' }, {}, 'bic bic_written: HABAEE2X'],
  ['a BIC in small letters, of another country', { bic: 'cobadeff' }, {}, 'bic bic_written: COBADEFF'],
  [
    'a BIC in small letters beside a wrong IBAN',
    { bic: 'habaee2x', account: 'EE382200221020145686' },
    {},
    'bic bic_written: HABAEE2X, account iban_checksum',
  ],
  ['a BIC of another country', { bic: 'COBADEFF' }, {}, 'bic bic_country'],
  ['a text that is no BIC', { bic: 'BANK' }, {}, 'bic bic_invalid'],
  [
    'no BIC where only SWIFT reaches',
    { ...overseas, routingNumber: undefined, currency: 'EUR' },
    {},
    'bic required',
  ],
  ['the bank’s country', { bankCountry: 'EE' }, {}, `new SEPA ${annaIban}`],
  ['the bank’s country in small letters', { bankCountry: ' ee ' }, {}, `new SEPA ${annaIban}`],
  ['another country than the IBAN’s', { bankCountry: 'DE' }, {}, 'bankCountry invalid'],
  ['a number with the bank’s country', { ...overseas, bankCountry: 'US' }, {}, 'new SWIFT 12345678'],
])('someone new: %s', (_, changes, more, expected) => {
  expect(brief(changes, more)).toBe(expected);
});

test('the fault of an IBAN’s length states the correct length', () => {
  expect(paramsOf('iban_length', { account: 'EE38220022102014568' })).toEqual({ expected: 20, actual: 19 });
});

test.each<[string, Changes, ExtraFacts, string | null, string | null]>([
  ['an IBAN', {}, {}, `${annaIban} EUR`, annaIban],
  [
    'an IBAN in dollars',
    { ...overseas, account: hansaIban, routingNumber: undefined, country: 'DE' },
    {},
    `${hansaIban} USD`,
    hansaIban,
  ],
  ['a number with a routing number', overseas, {}, '021000021:12345678 USD', null],
  ['a number with a sort code', british, pounds, '404784:12345678 GBP', null],
  [
    'a number with a BIC',
    { ...overseas, routingNumber: undefined, bic: 'CHASUS33', currency: 'EUR' },
    {},
    'CHASUS33XXX:12345678 EUR',
    null,
  ],
  ['a payee of the book', { account: hansaIban }, { known: book(hansa()) }, null, null],
])(
  'a new payee is identified by account, bank and currency: %s',
  (_, changes, more, newPayee, nameCheckOf) => {
    expect(check(changes, more)).toMatchObject({ faults: [], newPayee, nameCheckOf });
  },
);

// Outside the EEA 0.3 %, at least 22 dollars; inside 0.2 %, at least 11.
test('the fee of someone new follows the country of the bank', () => {
  expect(check(overseas).feeMinor).toBe(3_000n);
  const german: Changes = { ...overseas, account: hansaIban, routingNumber: undefined, country: 'DE' };
  expect(check(german).feeMinor).toBe(2_000n);
});

test('without a known currency euro are assumed, so nothing more is asked for', () => {
  expect(faultsOf({ currency: 'XYZ' })).toEqual(['currency currency_unknown']);
  expect(check({ currency: 'XYZ' })).toMatchObject({ newPayee: `${annaIban} EUR`, scheme: null });
});

test('an account that is at fault leaves the name to be checked', () => {
  for (const wrong of [undefined, '1.23457E+15', 'EE382200221020145686'])
    expect(faultsOf({ account: wrong, name: undefined })).toContain('name required');
});

test('dollars that the client does not have are missed once the account is known', () => {
  expect(faultsOf(overseas, { known: { accounts: [account()] } })).toEqual([
    'currency no_account_in_currency',
  ]);
});
