/** How account numbers are read, and when two numbers are the same account. */
import { expect, test } from 'vitest';
import { accountKeyOf, compact, hasLostDigits, isMeantAsIban } from '../account.ts';

test.each([
  [undefined, ''],
  [' ee38 2200 2210 2014 5685 ', 'EE382200221020145685'],
  ['IBAN: EE38 2200', 'EE382200'],
  ['12-34 56', '123456'],
])('the account %j is compared as %s', (text, expected) => {
  expect(compact(text)).toBe(expected);
});

test.each<[string, boolean]>([
  ['EE382200221020145685', true],
  ['EE3822002210', true],
  // Of a country without IBANs, and with letters in place of digits.
  ['US12ABCDEFGHIJ', true],
  ['USOIABCDEFGHIJ', true],
  ['USL2ABCDEFGHIJ', true],
  ['US12ABCDEFGHI', false],
  ['USX2ABCDEFGHIJ', false],
  ['XUS12ABCDEFGHIJ', false],
  ['US12ABCDEFGHIJ-', false],
  ['EEXX22002210', true],
  ['EE220022102', false],
  ['123456789012', false],
  ['12345678', false],
  ['', false],
])('%s is meant as an IBAN: %s', (plain, expected) => {
  expect(isMeantAsIban(plain)).toBe(expected);
});

test.each<[string, boolean]>([
  ['1.23457E+15', true],
  ['1,23457E+15', true],
  ['1E+15', true],
  ['1.23457E15', true],
  ['1E5', true],
  ['12.3457E+15', false],
  ['1.E+15', false],
  ['1.23457E+155', false],
  ['1.23457E', false],
  ['X1.23457E+15', false],
  ['1.23457E+15X', false],
  ['123457', false],
])('detects that a spreadsheet has cut the digits of %s: %s', (plain, expected) => {
  expect(hasLostDigits(plain)).toBe(expected);
});

test.each<[string, Parameters<typeof accountKeyOf>[0], string | undefined]>([
  ['no account', {}, undefined],
  ['blanks', { account: '  ' }, undefined],
  ['an IBAN in groups', { account: 'ee38 2200 2210 2014 5685' }, 'EE382200221020145685'],
  [
    'an IBAN with a BIC beside it',
    { account: 'EE382200221020145685', bic: 'HABAEE2X' },
    'EE382200221020145685',
  ],
  ['a wrong IBAN', { account: 'EE382200221020145686' }, undefined],
  ['a number alone', { account: '1234 5678' }, ':12345678'],
  ['a number with a sort code', { account: '12345678', sortCode: '12-34-56' }, '123456:12345678'],
  [
    'a number with a routing number',
    { account: '12345678', routingNumber: '0210 00021' },
    '021000021:12345678',
  ],
  ['a number with a BIC', { account: '12345678', bic: 'barc gb 22' }, 'BARCGB22XXX:12345678'],
  ['a number with a wrong BIC', { account: '12345678', bic: 'BARC' }, ':12345678'],
  [
    'a number with all of them',
    { account: '12345678', sortCode: '123456', routingNumber: '021000021', bic: 'BARCGB22' },
    '123456:12345678',
  ],
  [
    'a number with routing number and BIC',
    { account: '12345678', routingNumber: '021000021', bic: 'CHASUS33' },
    '021000021:12345678',
  ],
])('the account key of %s', (_, cells, expected) => {
  expect(accountKeyOf(cells)).toBe(expected);
});
