import { describe, expect, test } from 'vitest';
import { accountKind, isRoutingNumber } from './account-kind.ts';

describe('accountKind', () => {
  test.each([
    ['EUR', 'DE', 'iban'],
    ['EUR', '', 'iban'],
    ['GBP', 'GB', 'uk'],
    ['EUR', 'GB', 'iban'],
    ['USD', 'US', 'us'],
    ['EUR', 'US', 'swift'],
    ['JPY', 'JP', 'swift'],
    ['KWD', 'KW', 'iban'],
  ])('%s in %s is written as %s', (currency, country, kind) => {
    expect(accountKind({ currency, country })).toBe(kind);
  });

  test('the entered fields decide first', () => {
    const british = { currency: 'GBP', country: 'GB' };
    expect(accountKind({ ...british, iban: 'GB29NWBK60161331926819' })).toBe('iban');
    expect(accountKind({ currency: 'EUR', country: 'GB', sortCode: '200000' })).toBe('uk');
    expect(accountKind({ currency: 'EUR', country: 'US', routingNumber: '021000021' })).toBe('us');
  });
});

test.each([
  ['021000021', true],
  ['021000022', false],
  ['000000000', false],
  ['02100002', false],
])('%s as a routing number: %s', (text, valid) => {
  expect(isRoutingNumber(text)).toBe(valid);
});
