import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instruments } from './instrument.ts';
import {
  affordableMinor,
  decimalsOfStep,
  expectFill,
  figureText,
  groupLevels,
  notionalMinor,
  tradeFeeMinor,
} from './order-cost.ts';

const btc = instruments.BTCEPI;
const epi = (whole: number) => BigInt(whole) * 100_000_000n;
const level = (price: number, lots: number) => ({
  priceMinor: epi(price),
  quantityMinor: BigInt(lots) * btc.lotMinor,
});

describe('the cost of an order', () => {
  it('is exact, and its fee is rounded up', () => {
    expect(notionalMinor(btc, 8_240_000_000_000n, 25_000_000n)).toBe(2_060_000_000_000n);
    expect(tradeFeeMinor(2_060_000_000_000n, 10)).toBe(2_060_000_000n);
    expect(tradeFeeMinor(1n, 10)).toBe(1n);
    expect(tradeFeeMinor(0n, 10)).toBe(0n);
  });

  it('finds the largest number of lots that the money covers, and not one more', () => {
    const positive = (max: bigint) => fc.bigInt({ min: 1n, max });
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(instruments)),
        positive(200_000n),
        positive(10n ** 15n),
        fc.integer({ min: 0, max: 100 }),
        (instrument, ticks, moneyMinor, basisPoints) => {
          const priceMinor = ticks * instrument.tickMinor;
          const most = affordableMinor(instrument, moneyMinor, { priceMinor, basisPoints });
          const cost = (quantity: bigint) => {
            const value = notionalMinor(instrument, priceMinor, quantity);
            return value + tradeFeeMinor(value, basisPoints);
          };
          expect(most % instrument.lotMinor).toBe(0n);
          expect(cost(most) <= moneyMinor).toBe(true);
          expect(cost(most + instrument.lotMinor) > moneyMinor).toBe(true);
        },
      ),
    );
  });
});

describe('a market order against the book', () => {
  const asks = [level(100, 10), level(101, 10), level(103, 10)];

  it('takes the best prices first', () => {
    const fill = expectFill(btc, asks, 15n * btc.lotMinor);
    expect(fill.worstMinor).toBe(epi(101));
    expect(fill.valueMinor).toBe((epi(100) * 10n + epi(101) * 5n) / 10_000n);
    expect(fill.averageMinor).toBe(10_033_333_333n);
    expect(fill.filledMinor).toBe(15n * btc.lotMinor);
  });

  it('says how much the known prices can fill', () => {
    expect(expectFill(btc, asks, 40n * btc.lotMinor).filledMinor).toBe(30n * btc.lotMinor);
    expect(expectFill(btc, [], btc.lotMinor)).toEqual({
      filledMinor: 0n,
      valueMinor: 0n,
      averageMinor: undefined,
      worstMinor: undefined,
    });
  });
});

it('groups what is wanted at the step below and what is offered at the step above', () => {
  const levels = [level(101, 1), level(104, 2), level(106, 4)];
  expect(groupLevels(levels, epi(5), 'SELL')).toEqual([level(105, 3), level(110, 4)]);
  expect(groupLevels(levels.toReversed(), epi(5), 'BUY')).toEqual([level(105, 4), level(100, 3)]);
  expect(groupLevels([level(105, 1)], epi(5), 'SELL')).toEqual([level(105, 1)]);
});

it('writes figures with the decimals of their step', () => {
  expect(decimalsOfStep(btc.tickMinor, 8)).toBe(1);
  expect(decimalsOfStep(btc.lotMinor, 8)).toBe(4);
  expect(decimalsOfStep(instruments.TONEPI.tickMinor, 8)).toBe(3);
  expect(figureText(8_241_650_000_000n, 8, 2)).toBe('82\u00a0416.50');
  expect(figureText(-150n, 2, 0)).toBe('-2');
  expect(figureText(10_033_333_333n, 8, 2)).toBe('100.33');
});

describe('what money pays for', () => {
  const afford = (moneyMinor: bigint, price = 100) =>
    affordableMinor(btc, moneyMinor, { priceMinor: epi(price), basisPoints: 20 });

  it('is counted in whole lots, with the fee', () => {
    // A lot of 0.0001 BTC at 100 costs 0.01, with the fee 0.01002.
    expect([afford(1_001_999n), afford(1_002_000n), afford(2_003_999n)]).toEqual([
      0n,
      btc.lotMinor,
      btc.lotMinor,
    ]);
    expect(afford(2_004_000n)).toBe(2n * btc.lotMinor);
  });

  it('is nothing without money or without a price', () => {
    expect([afford(0n), afford(-1n), afford(1_002_000n, 0), afford(1_002_000n, -1)]).toEqual([
      0n,
      0n,
      0n,
      0n,
    ]);
  });
});

it('an expected fill ends where the order is filled', () => {
  const asks = [level(100, 10), level(101, 10)];
  const fill = expectFill(btc, asks, 10n * btc.lotMinor);
  expect(fill).toMatchObject({
    filledMinor: 10n * btc.lotMinor,
    worstMinor: epi(100),
    averageMinor: epi(100),
  });
});

it('shows figures with no decimals, with leading zeros, and grouped below zero', () => {
  expect(decimalsOfStep(10_000n, 2)).toBe(0);
  expect(decimalsOfStep(1n, 3)).toBe(3);
  expect([
    figureText(5n, 2, 2),
    figureText(0n, 2, 0),
    figureText(-123_456_789n, 2, 2),
    figureText(250n, 2, 1),
  ]).toEqual(['0.05', '0', '-1\u00a0234\u00a0567.89', '2.5']);
});
