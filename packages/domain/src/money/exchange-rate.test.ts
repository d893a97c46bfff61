/** Prices of exchanges, and the guarantee that rounding never yields a gain. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExchangeTerms, inverseRate, priceExchange } from './exchange-rate.ts';
import { type CurrencyCode, currencies } from './money.ts';

const market = { EUR: '1', USD: '1.1584', JPY: '181.3', KWD: '0.3557', CZK: '24.18', GBP: '0.8796' } as const;
const terms = (sell: CurrencyCode, buy: CurrencyCode, marginMillionths = 4_000n): ExchangeTerms => ({
  sell,
  buy,
  market,
  marginMillionths,
});

test('a rate is the mid-market rate less the margin, truncated to seven digits', () => {
  const price = priceExchange(terms('EUR', 'JPY'), 'SELL', 10_000n);
  expect(price).toEqual({
    rate: '180.5748',
    midRate: '181.3',
    sellMinor: 10_000n,
    buyMinor: 18_057n,
    // 18,057 yen are 99.60 euro at the mid-market rate.
    costMinor: 40n,
  });
  expect(inverseRate('180.5748')).toBe('0.005537871');
  expect(priceExchange(terms('JPY', 'KWD'), 'SELL', 1_000n)?.rate).toBe('0.001954093');
  expect(priceExchange(terms('KWD', 'JPY', 0n), 'SELL', 1_000n)?.rate).toBe('509.6991');
});

test('the bought amount determines the sold amount, rounded up', () => {
  const price = priceExchange(terms('EUR', 'JPY'), 'BUY', 18_057n);
  expect(price).toMatchObject({ buyMinor: 18_057n, sellMinor: 10_000n });
  expect(priceExchange(terms('EUR', 'JPY'), 'BUY', 1n)?.sellMinor).toBe(1n);
  const even = { ...terms('EUR', 'USD', 0n), market: { EUR: '1', USD: '2' } };
  expect(priceExchange(even, 'BUY', 200n)?.sellMinor).toBe(100n);
  expect(priceExchange(terms('JPY', 'EUR'), 'BUY', 1n)?.sellMinor).toBe(2n);
});

test('an amount too small for a minor unit buys nothing', () => {
  expect(priceExchange(terms('EUR', 'JPY'), 'SELL', 0n)?.buyMinor).toBe(0n);
  expect(priceExchange(terms('JPY', 'EUR'), 'SELL', 1n)?.buyMinor).toBe(0n);
});

test('a currency without a market has no price', () => {
  expect(priceExchange(terms('EUR', 'CHF'), 'SELL', 100n)).toBeUndefined();
});

/** A market with random rates of six decimals, the precision of the providers. */
const rates = fc.record(
  Object.fromEntries(
    Object.keys(market).map((code) => [
      code,
      fc.bigInt(1_000n, 10n ** 12n).map((millionths) => {
        const text = millionths.toString().padStart(7, '0');
        return `${text.slice(0, -6)}.${text.slice(-6)}`;
      }),
    ]),
  ),
);
const code = fc.constantFrom(...(Object.keys(market) as CurrencyCode[]));
const amount = fc.oneof(fc.bigInt(1n, 300n), fc.bigInt(1n, 10n ** 15n));
const margin = fc.constantFrom(0n, 1n, 4_000n, 50_000n);
const side = fc.constantFrom('SELL' as const, 'BUY' as const);

// Control, tried once: with rounding to the nearest minor unit, a few yen already yield a gain.
test('a round trip never yields a gain, whatever the currencies, amounts and prices', () => {
  fc.assert(
    fc.property(rates, code, code, amount, margin, side, (quoted, sell, buy, amountMinor, taken, named) => {
      fc.pre(sell !== buy);
      const there = priceExchange(
        { sell, buy, market: quoted, marginMillionths: taken },
        'SELL',
        amountMinor,
      );
      if (!there || there.buyMinor === 0n) return;
      const back = { sell: buy, buy: sell, market: quoted, marginMillionths: taken };
      if (named === 'SELL') {
        const home = priceExchange(back, 'SELL', there.buyMinor);
        expect(home?.buyMinor).toBeLessThanOrEqual(amountMinor);
      } else {
        // Buying back the original amount costs at least what was bought with it.
        const home = priceExchange(back, 'BUY', amountMinor);
        expect(home?.sellMinor).toBeGreaterThanOrEqual(there.buyMinor);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('rounding costs less than a minor unit, and the stated cost is never negative', () => {
  fc.assert(
    fc.property(rates, code, code, amount, side, (quoted, sell, buy, amountMinor, named) => {
      fc.pre(sell !== buy);
      const price = priceExchange(
        { sell, buy, market: quoted, marginMillionths: 4_000n },
        named,
        amountMinor,
      );
      if (!price) return;
      const { rate, sellMinor, buyMinor, costMinor } = price;
      expect(costMinor).toBeGreaterThanOrEqual(0n);
      const [whole = '', fraction = ''] = rate.split('.');
      const n = BigInt(whole + fraction) * 10n ** BigInt(currencies[buy].exponent);
      const d = 10n ** BigInt(fraction.length + currencies[sell].exponent);
      // When selling: buy <= sell * rate < buy + 1. When buying: sell is the least amount that pays for buy.
      if (named === 'SELL') {
        expect(buyMinor * d <= sellMinor * n && sellMinor * n < (buyMinor + 1n) * d).toBe(true);
      } else expect(sellMinor * n >= buyMinor * d && (sellMinor - 1n) * n < buyMinor * d).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('a whole rate has no decimals, and a large one keeps all its digits', () => {
  const rate = (USD: string) =>
    priceExchange({ sell: 'EUR', buy: 'USD', market: { EUR: '1', USD }, marginMillionths: 0n }, 'SELL', 100n)
      ?.rate;
  expect([rate('2'), rate('2.50'), rate('1234567'), rate('12345678.9'), rate('0.00012345678')]).toEqual([
    '2',
    '2.5',
    '1234567',
    '12345678',
    '0.0001234567',
  ]);
  expect(inverseRate('0.5')).toBe('2');
  expect(() => inverseRate('0')).toThrow(new RangeError('not a rate: 0'));
});
