/** The figures of payments, in minor units. Source: server page section 8; Regulation (EU) 2024/886 (instant payments). */
import { type CurrencyCode, fiatCurrencies } from '@calmly/domain';
import { expect, test } from 'vitest';
import {
  allowanceShare,
  dayLimit,
  exchangeMarginMillionths,
  incomingFeeRule,
  isPayable,
  largestInstant,
  outgoingFeeRule,
  smallPayment,
} from '../policy.ts';

test.each([
  ['eu', 'SEPA', 'EUR', 'SHA', { rate: '0', minfixMinor: 20n, surchargeMinor: 0n }],
  ['eu', 'SEPA_INSTANT', 'EUR', 'SHA', { rate: '0', minfixMinor: 20n, surchargeMinor: 0n }],
  ['inter', 'SEPA', 'EUR', 'SHA', { rate: '0', minfixMinor: 20n, surchargeMinor: 0n }],
  ['eu', 'SWIFT', 'EUR', 'SHA', { rate: '0.2', minfixMinor: 1000n, surchargeMinor: 0n }],
  ['eu', 'SWIFT', 'EUR', 'BEN', { rate: '0.2', minfixMinor: 1000n, surchargeMinor: 0n }],
  ['eu', 'SWIFT', 'EUR', 'OUR', { rate: '0.2', minfixMinor: 1000n, surchargeMinor: 1500n }],
  ['inter', 'SWIFT', 'USD', 'SHA', { rate: '0.3', minfixMinor: 2200n, surchargeMinor: 0n }],
  ['inter', 'SWIFT', 'JPY', 'OUR', { rate: '0.3', minfixMinor: 3400n, surchargeMinor: 2500n }],
] as const)('an outgoing payment in the zone %s by %s in %s, %s', (zone, scheme, currency, bearer, rule) => {
  expect(outgoingFeeRule(zone, scheme, currency, bearer)).toEqual(rule);
});

test('an arriving payment is free, in every zone and currency', () => {
  for (const zone of ['eu', 'inter'] as const)
    for (const type of ['sepa', 'swift'] as const)
      for (const { code } of fiatCurrencies)
        expect(incomingFeeRule(zone, type, code)).toEqual({ rate: '0', minfixMinor: 0n, surchargeMinor: 0n });
});

/** Lowest fee by SEPA, by SWIFT within the EU and elsewhere, for the other banks; small payment. */
test.each<[CurrencyCode, bigint[], bigint]>([
  ['EUR', [20n, 1000n, 2000n, 1500n], 5000n],
  ['USD', [22n, 1100n, 2200n, 1650n], 5500n],
  ['GBP', [17n, 850n, 1700n, 1250n], 4200n],
  ['CHF', [19n, 950n, 1900n, 1400n], 4800n],
  ['PLN', [84n, 4200n, 8400n, 6300n], 21_000n],
  ['CZK', [500n, 25_000n, 50_000n, 37_500n], 125_000n],
  ['SEK', [220n, 11_000n, 22_000n, 16_500n], 55_000n],
  ['JPY', [34n, 1700n, 3400n, 2500n], 8500n],
  ['KWD', [66n, 3300n, 6600n, 5000n], 16_500n],
])('the levels of %s', (currency, levels, small) => {
  const { minfixMinor: low } = outgoingFeeRule('eu', 'SEPA', currency, 'SHA');
  const { minfixMinor: middle } = outgoingFeeRule('eu', 'SWIFT', currency, 'SHA');
  const { minfixMinor: high, surchargeMinor } = outgoingFeeRule('inter', 'SWIFT', currency, 'OUR');
  expect([low, middle, high, surchargeMinor]).toEqual(levels);
  expect(smallPayment(currency)).toBe(small);
});

test('payments are offered in the currencies of states, not in coins', () => {
  expect([isPayable('EUR'), isPayable('KWD'), isPayable('BTC'), isPayable('EPI')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(() => smallPayment('BTC')).toThrow('payments are not offered in BTC');
});

test('an instant payment is at most 100,000 EUR; a day is looked at from 100,000 of a person, 500,000 of a company', () => {
  expect([largestInstant, dayLimit('person'), dayLimit('company')]).toEqual([
    10_000_000n,
    10_000_000n,
    50_000_000n,
  ]);
});

test('the margin of an exchange is 0.4 %', () => {
  expect(exchangeMarginMillionths).toBe(4000n);
});

test.each<[bigint, CurrencyCode, bigint]>([
  [5000n, 'EUR', 5000n],
  [1n, 'EUR', 1n],
  [5500n, 'USD', 5000n],
  // Rounded up: a part of a cent counts as one.
  [1n, 'USD', 1n],
  [8500n, 'JPY', 5000n],
  [1n, 'JPY', 1n],
  [17n, 'JPY', 10n],
  [18n, 'JPY', 11n],
])('%s minor units of %s take %s cents of the allowance of cooling-off', (amountMinor, currency, cents) => {
  expect(allowanceShare(amountMinor, currency)).toBe(cents);
});
