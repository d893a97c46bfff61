import { expect, test } from 'vitest';
import { currencies, exponentOf, isCurrency } from './money.ts';

test('exponents are those of ISO 4217 and of the chains', () => {
  const exponents = Object.values(currencies).map(({ code }) => [code, exponentOf(code)]);
  expect(Object.fromEntries(exponents)).toEqual({
    EUR: 2,
    USD: 2,
    GBP: 2,
    CHF: 2,
    PLN: 2,
    CZK: 2,
    SEK: 2,
    JPY: 0,
    KWD: 3,
    BTC: 8,
    ETH: 18,
    TON: 9,
    EPI: 8,
    PFE: 8,
  });
});

test('each currency is listed under its own code', () => {
  for (const [code, currency] of Object.entries(currencies)) expect(currency.code).toBe(code);
});

test.each(['', 'eur', 'EURO', 'XXX', 'toString', '__proto__'])('%j is not a currency', (text) => {
  expect(isCurrency(text)).toBe(false);
});

test('EUR is a currency', () => expect(isCurrency('EUR')).toBe(true));
