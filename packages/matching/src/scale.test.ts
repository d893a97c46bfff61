import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baseMinorOf,
  budgetMinorOf,
  budgetOf,
  createScale,
  lotsOf,
  priceMinorOf,
  quoteMinorOf,
  ticksOf,
} from './scale.ts';

/** BTC/EPI with a lot of 0.00001 BTC and a tick of 0.01 EPI; both have eight decimals. */
const scale = createScale({ baseUnitMinor: 100_000_000n, lotMinor: 1000n, tickMinor: 1_000_000n });

describe('scale', () => {
  it('converts whole ticks and lots', () => {
    expect(ticksOf(scale, 6_425_012_000_000n)).toBe(6_425_012);
    expect(lotsOf(scale, 150_000_000n)).toBe(150_000);
    expect(budgetOf(scale, 10_000_000_000n)).toBe(1_000_000_000);
    // 64,250.12 EPI for a BTC; 1.5 BTC cost 96,375.18 EPI.
    expect(quoteMinorOf(scale, 6_425_012, 150_000)).toBe(9_637_518_000_000n);
  });

  it.each([0n, -1_000_000n, 1n, 1_000_001n, 2n ** 53n * 1_000_000n])('refuses %s as a price', (minor) => {
    expect(ticksOf(scale, minor)).toBeUndefined();
  });

  it('converts back to the same values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (count) => {
        expect(ticksOf(scale, priceMinorOf(scale, count))).toBe(count);
        expect(lotsOf(scale, baseMinorOf(scale, count))).toBe(count);
        expect(budgetOf(scale, budgetMinorOf(scale, count))).toBe(count);
        expect(lotsOf(scale, baseMinorOf(scale, count) + 1n)).toBeUndefined();
        expect(quoteMinorOf(scale, count, 1) * scale.baseUnitMinor).toBe(
          priceMinorOf(scale, count) * scale.lotMinor,
        );
      }),
    );
  });

  it('refuses a pair whose trades could not be paid exactly', () => {
    const [unit, lot, tick] = [100_000_000n, 1000n, 1_000_000n];
    const create = (baseUnitMinor: bigint, lotMinor: bigint, tickMinor: bigint) => () =>
      createScale({ baseUnitMinor, lotMinor, tickMinor });
    expect(create(unit, lot, tick)()).toEqual({
      baseUnitMinor: unit,
      lotMinor: lot,
      tickMinor: tick,
      lotTickMinor: 10n,
    });
    const uneven = new RangeError('a lot at one tick does not cost a whole number of minor units');
    expect(create(unit, 1n, 1n)).toThrow(uneven);
    expect(create(unit, lot, tick + 1n)).toThrow(uneven);
    for (const none of [0n, -1n])
      for (const pair of [create(none, lot, tick), create(unit, none, tick), create(unit, lot, none)])
        expect(pair).toThrow(new RangeError('unit, lot and tick must be positive'));
  });
});
