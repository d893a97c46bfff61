/** Merchants' amounts on the card's account, at rates that allow mental arithmetic. */
import type { CurrencyCode } from '@calmly/domain';
import { expect, test } from 'vitest';
import { type Amount, amountOf, type Charged, partMinor, partOf, sumOf } from './amounts.ts';

const market = {
  rates: { EUR: '1', USD: '1.25', JPY: '160', KWD: '0.4', GBP: '0.8' },
  asOf: new Date('2026-11-23T10:00:00Z'),
};

const none: Amount = { minor: 0n, rate: null };

test.each<[string, Charged, CurrencyCode, Amount | undefined]>([
  ['the card’s currency', { amount: '10.50', currency: 'EUR' }, 'EUR', { minor: 1_050n, rate: null }],
  [
    'the card’s currency without decimals',
    { amount: '7', currency: 'EUR' },
    'EUR',
    { minor: 700n, rate: null },
  ],
  ['a card in yen', { amount: '700', currency: 'JPY' }, 'JPY', { minor: 700n, rate: null }],
  ['nothing, to check the card', { amount: '0.00', currency: 'EUR' }, 'EUR', none],
  ['less than nothing', { amount: '-1.00', currency: 'EUR' }, 'EUR', { minor: -100n, rate: null }],
  ['more decimals than the euro has', { amount: '1.234', currency: 'EUR' }, 'EUR', none],
  ['text', { amount: 'ten', currency: 'EUR' }, 'EUR', none],
  [
    'an amount of the scheme in the same currency',
    { amount: '10.00', currency: 'EUR', cardAmount: '9.00' },
    'EUR',
    { minor: 900n, rate: null },
  ],

  // 10 dollars at 1.25 to the euro are 8 euro: 0.8 euro a dollar.
  ['dollars', { amount: '10.00', currency: 'USD' }, 'EUR', { minor: 800n, rate: '0.8' }],
  ['dollars, to the next cent', { amount: '10.01', currency: 'USD' }, 'EUR', { minor: 801n, rate: '0.8' }],
  ['yen, which have no cents', { amount: '1000', currency: 'JPY' }, 'EUR', { minor: 625n, rate: '0.00625' }],
  [
    'dinars, which have three decimals',
    { amount: '1.000', currency: 'KWD' },
    'EUR',
    { minor: 250n, rate: '2.5' },
  ],
  // 0.8 pounds and 1.25 dollars are a euro: 10 dollars are 6.40 pounds.
  ['dollars on a card in pounds', { amount: '10.00', currency: 'USD' }, 'GBP', { minor: 640n, rate: '0.64' }],
  ['no dollars, to check the card', { amount: '0.00', currency: 'USD' }, 'EUR', none],
  ['more decimals than the yen has', { amount: '10.5', currency: 'JPY' }, 'EUR', none],
  ['a currency without a rate', { amount: '10.00', currency: 'SEK' }, 'EUR', undefined],
  ['a currency that we do not know', { amount: '10.00', currency: 'XOF' }, 'EUR', undefined],
])('%s', (_, charged, own, expected) => {
  expect(amountOf(charged, own, market)).toEqual(expected);
});

test.each<[string, Charged, Amount]>([
  // The market would give 8.00, but the scheme's amount counts.
  ['dollars', { amount: '10.00', currency: 'USD', cardAmount: '8.50' }, { minor: 850n, rate: '0.85' }],
  // 10 / 11, truncated after seven digits.
  [
    'a rate that does not end',
    { amount: '11.00', currency: 'USD', cardAmount: '10.00' },
    { minor: 1_000n, rate: '0.9090909' },
  ],
  ['yen', { amount: '1000', currency: 'JPY', cardAmount: '6.00' }, { minor: 600n, rate: '0.006' }],
  ['a cent', { amount: '0.02', currency: 'USD', cardAmount: '0.01' }, { minor: 1n, rate: '0.5' }],
  [
    'a currency without a rate',
    { amount: '100.00', currency: 'SEK', cardAmount: '9.00' },
    { minor: 900n, rate: '0.09' },
  ],
  [
    'a currency that we do not know',
    { amount: '1000', currency: 'XOF', cardAmount: '1.52' },
    { minor: 152n, rate: null },
  ],
  ['nothing on the card', { amount: '0.00', currency: 'USD', cardAmount: '0.00' }, none],
  [
    'no amount of the merchant',
    { amount: '0.00', currency: 'USD', cardAmount: '1.00' },
    { minor: 100n, rate: null },
  ],
  [
    'less than nothing',
    { amount: '10.00', currency: 'USD', cardAmount: '-8.00' },
    { minor: -800n, rate: null },
  ],
  ['more decimals than the euro has', { amount: '10.00', currency: 'USD', cardAmount: '8.123' }, none],
])('an amount that the scheme has converted: %s', (_, charged, expected) => {
  expect(amountOf(charged, 'EUR', market)).toEqual(expected);
});

test('less than nothing in another currency is never above nothing', () => {
  expect(amountOf({ amount: '-10.00', currency: 'USD' }, 'EUR', market)?.minor).toBeLessThan(0n);
});

test.each<[string, string, string, bigint, bigint, string]>([
  ['half', '11.00', 'USD', 400n, 800n, '5.50'],
  ['a third, rounded down', '10.00', 'USD', 1n, 3n, '3.33'],
  ['of yen', '1000', 'JPY', 250n, 1_000n, '250'],
  ['nothing', '11.00', 'USD', 0n, 800n, '0.00'],
  ['all, as it is written', '11', 'USD', 800n, 800n, '11'],
  ['of a currency that we do not know: all', '1000', 'XOF', 1n, 2n, '1000'],
  ['of what is no amount: all', '10.123', 'USD', 1n, 2n, '10.123'],
])('a part of the merchant’s amount: %s', (_, amount, currency, partMinor, wholeMinor, expected) => {
  expect(partOf(amount, currency, { partMinor, wholeMinor })).toBe(expected);
});

test.each<[string, string | null, string, string, string]>([
  ['a first amount, as it is written', null, '5', 'USD', '5'],
  ['two amounts', '1.5', '2.25', 'USD', '3.75'],
  ['yen', '1000', '24', 'JPY', '1024'],
  ['a currency that we do not know: the later', '1000', '24', 'XOF', '24'],
  ['an earlier one that is none: the later', '1.234', '2.00', 'USD', '2.00'],
  ['a later one that is none: the later', '1.00', '2.345', 'USD', '2.345'],
])('a merchant’s total: %s', (_, earlier, later, currency, expected) => {
  expect(sumOf(earlier, later, currency)).toBe(expected);
});

test.each<[string, string | undefined, bigint | undefined]>([
  ['none: the whole is meant', undefined, undefined],
  ['a part', '10.50', 1_050n],
  ['nothing', '0.00', 0n],
])('a message about a part: %s', (_, cardAmount, expected) => {
  expect(partMinor({ cardAmount }, 'EUR')).toBe(expected);
});

test.each(['10.505', 'ten', '', '-0.01'])('a part of %j is refused', (cardAmount) => {
  expect(() => partMinor({ cardAmount }, 'EUR')).toThrow(`no amount in EUR for ${cardAmount}`);
});
