import { expect, test } from 'vitest';
import { instantReach, isOrder, paymentSchemes, schemeFor, staysInside } from './scheme.ts';

test.each([
  ['euro to a German IBAN', 'EUR', 'DE', true, 'SEPA'],
  ['euro to a Swiss IBAN', 'EUR', 'CH', true, 'SEPA'],
  ['pounds to a British IBAN', 'GBP', 'GB', true, 'SWIFT'],
  ['euro to an account number', 'EUR', 'DE', false, 'SWIFT'],
  ['euro to an IBAN outside SEPA', 'EUR', 'TR', true, 'SWIFT'],
  ['dollars to the United States', 'USD', 'US', false, 'SWIFT'],
] as const)('%s', (_name, currency, creditorCountry, hasIban, scheme) => {
  expect(schemeFor({ currency, creditorCountry, hasIban })).toBe(scheme);
});

test.each([
  ['DE', 'certain'],
  ['BG', 'certain'],
  ['CH', 'tried'],
  ['PL', 'tried'],
])('an instant payment to a bank in %s is %s', (country, reach) => {
  expect(instantReach(country)).toBe(reach);
});

test('money leaves the bank by the rails, cards and chains, and stays inside otherwise', () => {
  expect(paymentSchemes.filter((scheme) => !staysInside(scheme))).toEqual([
    'SEPA',
    'SEPA_INSTANT',
    'SWIFT',
    'CARD',
    'CRYPTO',
  ]);
});

test('a payment form orders transfers alone', () => {
  expect(paymentSchemes.filter(isOrder)).toEqual(['SEPA', 'SEPA_INSTANT', 'SWIFT', 'OWN', 'INTERNAL']);
});
